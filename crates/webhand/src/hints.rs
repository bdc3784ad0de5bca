//! Hints about sites: the person's own, and after them the built-in ones.

use std::fs;
use std::io;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use webhand_model::SiteHint;

use crate::exit::UsageError;
use crate::settings::SettingsFile;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HintsFile {
    #[serde(default)]
    hint: Vec<SiteHint>,
}

/// All hints, the person's own first.
pub fn load() -> Result<Vec<SiteHint>> {
    let path = SettingsFile::find()?.beside("hints.toml");
    let own = match fs::read_to_string(&path) {
        Ok(text) => read(&text).with_context(|| format!("{} has something that is no hint", path.display()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    Ok(own.into_iter().chain(read(BUILT_IN)?).collect())
}

fn read(text: &str) -> Result<Vec<SiteHint>> {
    let hints: HintsFile = toml::from_str(text).map_err(|error| UsageError(error.to_string()))?;
    if hints.hint.len() > MOST_HINTS {
        bail!(UsageError(format!("there are {} hints; {MOST_HINTS} are the most", hints.hint.len())));
    }
    Ok(hints.hint)
}

const BUILT_IN: &str = include_str!("hints.toml");
/// Bounded, because every journal holds all hints.
const MOST_HINTS: usize = 100;

#[cfg(test)]
mod tests;
