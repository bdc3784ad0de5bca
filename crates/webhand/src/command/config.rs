//! `webhand config`: where the settings are, what they are, and how to change them.

use anyhow::Result;
use serde_json::json;
use toml::Value;

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
        ConfigVerb::Set { key, value } => file.set(&key, &value)?,
        ConfigVerb::Unset { key } => {
            file.unset(&key)?;
        }
    }
    Ok(Exit::Done)
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
