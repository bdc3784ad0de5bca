//! `webhand mcp install` and `uninstall`: shows the change to a client's settings, asks, and makes it.
//!
//! Invariant: no change is written without being shown first. The file is replaced whole or not at all, keeps its
//! permissions and links, and its old content is kept in a file beside it.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::client::{ClientFolders, McpClient};
use super::settings_entry::{self, EntryChange};
use crate::cli::GlobalArgs;
use crate::exit::{Exit, UsageError};
use crate::terminal::{self, print_line};

/// Whether the change is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Ask,
    Given,
    /// The change is only shown.
    ShowOnly,
}

/// Adds webhand to a client; `arguments` are those with which the client will start it.
pub fn install(global: &GlobalArgs, client: McpClient, arguments: &[String], consent: Consent) -> Result<Exit> {
    let program = std::env::current_exe().context("cannot tell where this program lies")?;
    let program = program.to_str().context("this program lies in a folder whose name is no text")?;
    let fields = client.entry(program, arguments);
    let put = |text: &str| settings_entry::insert_entry(client.format(), text, client.section(), &fields);
    change_settings(global, &client.file(&ClientFolders::find()?), consent, put)
}

/// Removes webhand from a client.
pub fn uninstall(global: &GlobalArgs, client: McpClient, consent: Consent) -> Result<Exit> {
    let take = |text: &str| settings_entry::remove_entry(client.format(), text, client.section());
    change_settings(global, &client.file(&ClientFolders::find()?), consent, take)
}

fn change_settings(
    global: &GlobalArgs,
    file: &Path,
    consent: Consent,
    edit: impl Fn(&str) -> Result<EntryChange>,
) -> Result<Exit> {
    let held = read(file)?;
    let change = edit(held.as_deref().unwrap_or_default()).with_context(|| file.display().to_string())?;
    if change.before == change.after {
        let nothing = if change.after.is_some() { "webhand is already there" } else { "webhand is not there" };
        print_change(global, file, &change, nothing);
        return Ok(Exit::Done);
    }
    if consent == Consent::ShowOnly {
        print_change(global, file, &change, "not written");
        return Ok(Exit::Done);
    }
    if consent == Consent::Ask && !ask_consent(file, &change)? {
        return Ok(Exit::Refused);
    }
    let backup = replace(file, held.as_deref(), &change.text)?;
    let done = match backup {
        Some(backup) => format!("written; what was there before is in {}", backup.display()),
        None => "written".to_owned(),
    };
    print_change(global, file, &change, &done);
    Ok(Exit::Done)
}

fn read(file: &Path) -> Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

fn print_change(global: &GlobalArgs, file: &Path, change: &EntryChange, what: &str) {
    if global.json {
        let result = json!({"file": file, "before": change.before, "after": change.after, "told": what});
        print_line(&json!({"result": result}).to_string());
    } else {
        print_line(&render_change(file, change));
        print_line(what);
    }
}

/// The name of the file, and the entry before and after.
fn render_change(file: &Path, change: &EntryChange) -> String {
    use std::fmt::Write as _;
    let mut text = file.display().to_string();
    let sides = if change.before == change.after {
        [(' ', &change.after), (' ', &None)]
    } else {
        [('-', &change.before), ('+', &change.after)]
    };
    for (sign, entry) in sides {
        for line in entry.iter().flat_map(|entry| unindented_lines(entry)) {
            let _ = write!(text, "\n{sign} {line}");
        }
    }
    text
}

/// The lines of an entry without their indent in the file. The first line comes without an indent.
fn unindented_lines(entry: &str) -> impl Iterator<Item = &str> {
    let blanks = |line: &str| line.len() - line.trim_start().len();
    let inset = entry.lines().skip(1).filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    entry
        .lines()
        .enumerate()
        .map(move |(number, line)| if number == 0 { line } else { &line[inset.min(blanks(line))..] })
}

fn ask_consent(file: &Path, change: &EntryChange) -> Result<bool> {
    if !terminal::is_interactive() {
        bail!(UsageError("nobody is there to be asked; --yes writes it, --print only shows it".to_owned()));
    }
    terminal::print_line(&render_change(file, change));
    let mut err = io::stderr();
    let _ = write!(err, "Write this? [y/N] ");
    let _ = err.flush();
    let mut line = String::new();
    io::stdin().read_line(&mut line).context("cannot read the answer")?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Replaces the file and returns the path of the backup.
fn replace(file: &Path, held: Option<&str>, text: &str) -> Result<Option<PathBuf>> {
    // A file that is a symbolic link stays one: its target is replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let failed = || format!("cannot write {}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(failed)?;
    }
    let backup = held.map(|_| beside(&file, "before-webhand"));
    if let Some(backup) = &backup {
        fs::copy(&file, backup).with_context(failed)?;
    }
    let fresh = beside(&file, &format!("{}.tmp", std::process::id()));
    // Settings may hold keys, so the temporary file is readable by its owner alone.
    let written = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&fresh)
        .and_then(|mut fresh| fresh.write_all(text.as_bytes()))
        .and_then(|()| match fs::metadata(&file) {
            Ok(old) => fs::set_permissions(&fresh, old.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&fresh, &file));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written.with_context(failed)?;
    Ok(backup)
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    PathBuf::from(name)
}
