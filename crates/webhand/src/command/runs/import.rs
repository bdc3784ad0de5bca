//! `webhand runs import`: takes over a journal that the browser extension exported.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_model::{Event, JournalLine, RunId, Seq, verify_chain};
use webhand_port::Store as _;
use webhand_store::SqliteStore;

use crate::cli::GlobalArgs;
use crate::exit::{Exit, UsageError};

/// Reads the journal, checks that its lines are those that were written, and keeps it under the id that the file is named by.
pub async fn import_run(global: &GlobalArgs, store: &SqliteStore, file: &Path) -> Result<Exit> {
    let id = run_of(file)?;
    let size = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len();
    if size > MOST_BYTES {
        bail!(UsageError(format!("{} is too large for a journal", file.display())));
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let events = read_events(&text)?;
    if events.is_empty() {
        bail!(UsageError(format!("{} is empty", file.display())));
    }
    check_chain(&id, &text)?;
    if store.end(&id).await? != Seq(0) {
        bail!(UsageError(format!("the run {} is here already", id.short())));
    }
    store.append(&id, Seq(0), &events).await?;
    let text = format!("imported {} with {} lines", id.short(), events.len());
    super::print_result(global, &text, &json!({"run": id.as_str(), "lines": events.len()}));
    Ok(Exit::Done)
}

/// The id in the name of a file. A browser writes a number behind the name of a file that it has already.
fn run_of(file: &Path) -> Result<RunId> {
    let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let id = name.split(" (").next().unwrap_or_default();
    RunId::try_from(id.to_owned())
        .map_err(|_| UsageError(format!("{} is not named by the id of a run", file.display())).into())
}

fn read_events(text: &str) -> Result<Vec<Event>> {
    text.lines()
        .zip(1..)
        .map(|(line, number)| Ok(serde_json::from_str(line).map_err(|error| wrong(number, &error))?))
        .collect()
}

fn check_chain(id: &RunId, text: &str) -> Result<()> {
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        lines.push(JournalLine::from_json(line).map_err(|error| wrong(number, &error))?);
    }
    match verify_chain(id, &lines, None) {
        Ok(_) => Ok(()),
        Err(broken) => bail!("the journal is not as it was written: {broken}"),
    }
}

fn wrong(number: u64, error: &serde_json::Error) -> UsageError {
    UsageError(format!("line {number} is no line of a journal: {error}"))
}

/// Far above any journal.
const MOST_BYTES: u64 = 1 << 30;
