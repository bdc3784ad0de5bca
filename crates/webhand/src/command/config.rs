//! `webhand config`: where the settings are, what they are, and how to change them.

use anyhow::Result;
use serde_json::json;
use toml::Value;

use crate::cli::{ConfigVerb, Everywhere};
use crate::exit::Exit;
use crate::settings::{KEYS, SettingsFile};
use crate::terminal::print;
use crate::words;

pub fn carry_out(everywhere: &Everywhere, verb: ConfigVerb) -> Result<Exit> {
    let file = SettingsFile::find()?;
    match verb {
        ConfigVerb::Path if everywhere.json => print(&json!({"result": {"path": file.path()}}).to_string()),
        ConfigVerb::Path => print(&file.path().display().to_string()),
        ConfigVerb::Show => show(everywhere, &file)?,
        ConfigVerb::Set { key, value } => file.set(&key, &value)?,
        ConfigVerb::Unset { key } => {
            file.unset(&key)?;
        }
    }
    Ok(Exit::Done)
}

fn show(everywhere: &Everywhere, file: &SettingsFile) -> Result<()> {
    let settings = file.settings()?;
    if everywhere.json {
        print(&json!({"result": settings}).to_string());
        return Ok(());
    }
    let table = file.read()?;
    for (key, takes) in KEYS {
        match table.get(key) {
            Some(Value::String(text)) => print(&format!("{key} = {}", words::shown(text, 300))),
            Some(value) => print(&format!("{key} = {}", words::shown(&value.to_string(), 300))),
            None => print(&format!("{key} is not set ({takes})")),
        }
    }
    Ok(())
}
