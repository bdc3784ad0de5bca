//! Finds a session, or begins it.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::host::Record;
use super::{Connection, Place, Terms};
use crate::cli::TermsArgs;
use crate::exit::Usage;
use crate::settings::SettingsFile;

/// How a session was found.
#[derive(Debug)]
pub struct Opened {
    pub connection: Connection,
    /// Whether it was begun just now.
    pub is_new: bool,
    /// Something the person should know about the one just begun.
    pub notes: Vec<String>,
}

/// It said nothing, so its log stays to be read.
#[derive(Debug, thiserror::Error)]
#[error("the session could not be begun; its log is {}", .0.display())]
struct Silent(PathBuf);

/// What a session that was just begun says on its standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Begun {
    Ready {
        notes: Vec<String>,
    },
    /// What the person wrote cannot be meant.
    Usage(String),
    Failed(String),
}

/// A connection to the session, which is begun if it is not there.
pub fn open(place: &Place, args: &TermsArgs, data_dir: Option<&Path>) -> Result<Opened> {
    if let Some(connection) = Connection::open(place)? {
        compare(place, args, data_dir)?;
        return Ok(Opened { connection, is_new: false, notes: Vec::new() });
    }
    let Some(starting) = place.lock_start(BEGUN_WITHIN + GONE_WITHIN)? else {
        bail!(
            "another program has been beginning session {0} for too long; try `webhand close --session {0}`",
            place.name()
        )
    };
    // Whoever held the lock before may have begun it.
    if let Some(connection) = Connection::open(place)? {
        compare(place, args, data_dir)?;
        return Ok(Opened { connection, is_new: false, notes: Vec::new() });
    }
    if !place.wait_until_gone(GONE_WITHIN) {
        bail!("session {0} is ending but does not end; try `webhand close --session {0}`", place.name());
    }
    let settled = SettingsFile::find()?.settings().and_then(|settings| Terms::settle(args, data_dir, &settings));
    let begun = settled.and_then(|terms| begin(place, &terms));
    let notes = begun.inspect_err(|error| {
        if !error.is::<Silent>() {
            place.clear_unbegun(&starting);
        }
    })?;
    let connection = Connection::open(place)?.ok_or_else(|| anyhow!("the session ended as soon as it had begun"))?;
    Ok(Opened { connection, is_new: true, notes })
}

/// A session keeps the terms it was begun with. Whoever names others must know that they do not hold.
fn compare(place: &Place, args: &TermsArgs, data_dir: Option<&Path>) -> Result<()> {
    if *args == TermsArgs::default() && data_dir.is_none() {
        return Ok(());
    }
    // Without its record it is about to end, and whatever is asked of it will say so.
    let Some(record) = Record::read(place) else { return Ok(()) };
    let differ = record.terms.differ_from(args, data_dir);
    if differ.is_empty() {
        return Ok(());
    }
    let name = place.name();
    bail!(Usage(format!(
        "session {name} runs with another {}; these are set with its first verb: end it with `webhand close --session \
         {name}`, or name another session",
        differ.join(", ")
    )))
}

fn begin(place: &Place, terms: &Terms) -> Result<Vec<String>> {
    place.clear_socket();
    let log = place.open_log()?;
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let mut child = Command::new(program)
        .args(["session-host", place.name(), &serde_json::to_string(terms)?])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .context("cannot begin the session")?;
    let begun = child.stdout.take().and_then(|out| first_line(out, BEGUN_WITHIN));
    match begun.and_then(|line| serde_json::from_str(&line).ok()) {
        Some(Begun::Ready { notes }) => return Ok(notes),
        Some(Begun::Usage(why)) => bail!(Usage(why)),
        Some(Begun::Failed(why)) => bail!(why),
        None => {}
    }
    give_up(&mut child);
    bail!(Silent(place.log()))
}

/// The first line of what a process says; none when it ends or is silent for too long.
fn first_line(out: ChildStdout, within: Duration) -> Option<String> {
    let (to, line) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = BufReader::new(io::Read::take(out, 64 * 1024)).read_line(&mut line);
        // Nobody waits any more when this comes too late.
        let _ = to.send(read.ok().map(|_| line));
    });
    line.recv_timeout(within).ok().flatten()
}

/// Nothing is left of a session that was never begun.
fn give_up(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// A browser that starts takes a second, on a busy machine some more.
const BEGUN_WITHIN: Duration = Duration::from_secs(45);
/// A session that ends closes its browser first.
const GONE_WITHIN: Duration = Duration::from_secs(12);
