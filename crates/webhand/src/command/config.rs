//! `webhand config`: where the settings are, what they are, and how to change them.

use anyhow::Result;
use serde_json::json;
use toml::Value;

use crate::chat_pages::{load_adapters, terms};
use crate::cli::{ConfigVerb, GlobalArgs};
use crate::display;
use crate::exit::Exit;
use crate::settings::{KEYS, SettingsFile};
use crate::terminal::print_line;

pub fn run_config(global: &GlobalArgs, verb: ConfigVerb) -> Result<Exit> {
    let file = SettingsFile::find()?;
    match verb {
        ConfigVerb::Path if global.json => print_line(&json!({"result": {"path": file.path()}}).to_string()),
        ConfigVerb::Path => print_line(&file.path().display().to_string()),
        ConfigVerb::Show => show(global, &file)?,
        ConfigVerb::Set { key, value } => {
            let before = file.settings().map(|settings| settings.chat_tabs).unwrap_or_default();
            file.set(&key, &value)?;
            print_terms(&before, &file)?;
        }
        ConfigVerb::Unset { key } => {
            file.unset(&key)?;
        }
    }
    Ok(Exit::Done)
}

/// What the sites of chats that were just switched on say about automated use.
fn print_terms(before: &[String], file: &SettingsFile) -> Result<()> {
    let now = file.settings()?.chat_tabs;
    if now.iter().all(|name| before.contains(name)) {
        return Ok(());
    }
    let adapters = load_adapters()?;
    for name in now.iter().filter(|name| !before.contains(name)) {
        let terms = display::one_line(&terms(name, &adapters), LONGEST_TERMS);
        print_line(&format!("{} is switched on. {terms}", display::one_line(name, 100)));
    }
    Ok(())
}

fn show(global: &GlobalArgs, file: &SettingsFile) -> Result<()> {
    let settings = file.settings()?;
    if global.json {
        print_line(&json!({"result": settings}).to_string());
        return Ok(());
    }
    let table = file.read()?;
    for (key, takes) in KEYS {
        match table.get(key) {
            Some(Value::String(text)) => print_line(&format!("{key} = {}", display::one_line(text, 300))),
            Some(value) => print_line(&format!("{key} = {}", display::one_line(&value.to_string(), 300))),
            None => print_line(&format!("{key} is not set ({takes})")),
        }
    }
    Ok(())
}

const LONGEST_TERMS: usize = 1_500;
