//! `webhand config`: where the settings are, what they are, and how to change them.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use serde_json::json;
use toml::Value;
use webhand_model::ReplyChannel;

use crate::ancestry::reply_source;
use crate::chat_pages::{load_adapters, terms};
use crate::cli::{ConfigVerb, GlobalArgs};
use crate::data_dir::append_private;
use crate::display;
use crate::exit::{Exit, PersonNeeded};
use crate::settings::{KEYS, SettingsFile};
use crate::terminal::{confirm_at_tty, print_line};

pub fn run_config(global: &GlobalArgs, verb: ConfigVerb) -> Result<Exit> {
    let file = SettingsFile::find()?;
    match verb {
        ConfigVerb::Path if global.json => print_line(&json!({"result": {"path": file.path()}}).to_string()),
        ConfigVerb::Path => print_line(&file.path().display().to_string()),
        ConfigVerb::Show => show(global, &file)?,
        ConfigVerb::Set { key, value } => {
            if is_approval_switch(&key, &value) && !switch_approvals_on(&file)? {
                bail!("not changed");
            }
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

/// Whether a program may say yes in the person's place from now on.
fn is_approval_switch(key: &str, value: &str) -> bool {
    key.replace('-', "_") == "approve_without_terminal" && value.trim() != "false"
}

/// Asks the person at the terminal, and records which processes led to the switch. Returns whether the person agrees.
fn switch_approvals_on(file: &SettingsFile) -> Result<bool> {
    if file.settings()?.approve_without_terminal == Some(true) {
        return Ok(true);
    }
    let agrees = confirm_at_tty("let any program of yours say yes in your place, agents included?");
    if !agrees.map_err(|_no_terminal| PersonNeeded(NEEDS_TERMINAL.to_owned()))? {
        return Ok(false);
    }
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let line = json!({"approve_without_terminal": true, "at": at, "source": reply_source(ReplyChannel::Terminal)});
    append_private(&file.beside(SWITCHES), &format!("{line}\n"))?;
    Ok(true)
}

/// Prints what the sites of chats that were just switched on say about automated use.
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

const NEEDS_TERMINAL: &str = "this is switched on by a person at a terminal, and there is none here";
/// Beside the settings: who switched on that programs may approve.
const SWITCHES: &str = "approvals.jsonl";
const LONGEST_TERMS: usize = 1_500;
