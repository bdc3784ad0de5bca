//! `webhand keys`: lists which providers have a key, and stores keys in the system's keychain. No key is ever shown.

use std::io::{BufRead as _, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_brain::client::{OpenContext, find_key};
use webhand_brain::format::ApiKey;
use webhand_brain::spec::providers;

use crate::cli::{GlobalArgs, KeysVerb};
use crate::exit::{Exit, UsageError};
use crate::terminal::{NoEcho, print_line, print_note};
use crate::{keychain, wiring};

pub fn run_keys(global: &GlobalArgs, verb: KeysVerb) -> Result<Exit> {
    match verb {
        KeysVerb::List => list(global)?,
        KeysVerb::Set { provider } => {
            let variable = variable(&provider)?;
            let pasted = if std::io::stdin().is_terminal() { ask_for_key(&provider)? } else { from_stdin()? };
            ApiKey::new(&pasted).map_err(|error| UsageError(error.to_string()))?;
            keychain::keep(variable, pasted.trim())?;
            print_done(global, &format!("the key of {provider} is in the keychain"), &provider);
        }
        KeysVerb::Forget { provider } => {
            keychain::forget(variable(&provider)?)?;
            print_done(global, &format!("the keychain has no key of {provider} any more"), &provider);
        }
    }
    Ok(Exit::Done)
}

fn list(global: &GlobalArgs) -> Result<()> {
    let prices = wiring::load_prices()?;
    let means = OpenContext { keychain: &keychain::find, ..OpenContext::new(&wiring::env, &prices) };
    let mut has_keychain = true;
    for provider in providers() {
        let Some(variable) = provider.key.variable() else { continue };
        let found = find_key(variable, means);
        has_keychain &= !matches!(keychain::read(variable), Err(keychain::KeychainError::Missing));
        let (place, fault) = match found {
            Ok(found) => (found.map(|found| found.place), None),
            Err(fault) => (None, Some(fault.to_string())),
        };
        if global.json {
            let line = json!({"provider": provider.name, "variable": variable, "place": place, "fault": fault});
            print_line(&line.to_string());
        } else {
            let status = place.or(fault).unwrap_or_else(|| format!("no key; set {variable}"));
            print_line(&format!("{:<18} {status}", provider.name));
        }
    }
    if global.json {
        print_line(&json!({"result": {"keychain": has_keychain}}).to_string());
    } else if !has_keychain {
        print_note(&format!("\n{}", keychain::KeychainError::Missing));
    }
    Ok(())
}

fn print_done(global: &GlobalArgs, text: &str, provider: &str) {
    if global.json { print_line(&json!({"result": {"provider": provider}}).to_string()) } else { print_line(text) }
}

/// The variable under whose name a provider's key is stored.
fn variable(written: &str) -> Result<&'static str> {
    let provider = providers().find(|provider| provider.name == written);
    if let Some(variable) = provider.and_then(|provider| provider.key.variable()) {
        return Ok(variable);
    }
    let with_keys = providers().filter(|provider| provider.key.variable().is_some()).map(|provider| provider.name);
    let with_keys = with_keys.collect::<Vec<_>>().join(", ");
    bail!(UsageError(format!("{written:?} is no provider with a key; there are {with_keys}")))
}

/// Reads a key from the terminal without echo.
fn ask_for_key(provider: &str) -> Result<String> {
    print_note(&format!("The key of {provider}, which is not shown:"));
    let _hush = NoEcho::begin().context("the terminal cannot be asked in secret; pipe the key in")?;
    let mut line = String::new();
    std::io::stdin().lock().take(MOST_KEY).read_line(&mut line).context("no key could be read")?;
    Ok(line)
}

fn from_stdin() -> Result<String> {
    let mut text = String::new();
    std::io::stdin().take(MOST_KEY).read_to_string(&mut text).context("no key could be read from standard input")?;
    Ok(text)
}

const MOST_KEY: u64 = 16 << 10;
