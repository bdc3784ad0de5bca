//! Connects to a session, and starts it if it does not run.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::server::ServerRecord;
use super::{SessionConnection, SessionFiles, SessionTerms};
use crate::cli::SessionTermsArgs;
use crate::exit::UsageError;
use crate::settings::SettingsFile;

/// A connection to a session.
#[derive(Debug)]
pub struct OpenedSession {
    pub connection: SessionConnection,
    /// Whether the session was started for this connection.
    pub is_new: bool,
    /// Warnings about a new session for the person.
    pub notes: Vec<String>,
}

/// The session process printed no report, so its log is kept.
#[derive(Debug, thiserror::Error)]
#[error("the session could not be begun; its log is {}", .0.display())]
struct NoStartReport(PathBuf);

/// The line that a new session process prints on standard output.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartReport {
    Ready {
        notes: Vec<String>,
    },
    /// The person's options make no sense.
    Usage(String),
    Failed(String),
}

/// Connects to the session, and starts it if it does not run.
pub fn connect_or_start(
    files: &SessionFiles,
    args: &SessionTermsArgs,
    data_dir: Option<&Path>,
) -> Result<OpenedSession> {
    if let Some(connection) = SessionConnection::open(files)? {
        check_terms(files, args, data_dir)?;
        return Ok(OpenedSession { connection, is_new: false, notes: Vec::new() });
    }
    let Some(starting) = files.lock_start(BEGUN_WITHIN + GONE_WITHIN)? else {
        bail!(
            "another program has been beginning session {0} for too long; try `webhand close --session {0}`",
            files.name()
        )
    };
    // The previous holder of the lock may have started the session.
    if let Some(connection) = SessionConnection::open(files)? {
        check_terms(files, args, data_dir)?;
        return Ok(OpenedSession { connection, is_new: false, notes: Vec::new() });
    }
    if !files.wait_until_gone(GONE_WITHIN) {
        bail!("session {0} is ending but does not end; try `webhand close --session {0}`", files.name());
    }
    let terms =
        SettingsFile::find()?.settings().and_then(|settings| SessionTerms::from_args(args, data_dir, &settings));
    let started = terms.and_then(|terms| start_process(files, &terms));
    let notes = started.inspect_err(|error| {
        if !error.is::<NoStartReport>() {
            files.remove_unstarted(&starting);
        }
    })?;
    let connection =
        SessionConnection::open(files)?.ok_or_else(|| anyhow!("the session ended as soon as it had begun"))?;
    Ok(OpenedSession { connection, is_new: true, notes })
}

/// A session keeps the terms of its start, so options that differ from them are an error.
fn check_terms(files: &SessionFiles, args: &SessionTermsArgs, data_dir: Option<&Path>) -> Result<()> {
    if *args == SessionTermsArgs::default() && data_dir.is_none() {
        return Ok(());
    }
    // A session without a record is about to end, and the next call reports that.
    let Some(record) = ServerRecord::read(files) else { return Ok(()) };
    let differ = record.terms.differing_options(args, data_dir);
    if differ.is_empty() {
        return Ok(());
    }
    let name = files.name();
    bail!(UsageError(format!(
        "session {name} runs with another {}; these are set with its first verb: end it with `webhand close --session \
         {name}`, or name another session",
        differ.join(", ")
    )))
}

fn start_process(files: &SessionFiles, terms: &SessionTerms) -> Result<Vec<String>> {
    files.remove_socket();
    let log = files.open_log()?;
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let mut child = Command::new(program)
        .args(["session-host", files.name(), &serde_json::to_string(terms)?])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .context("cannot begin the session")?;
    let report = child.stdout.take().and_then(|out| first_line(out, BEGUN_WITHIN));
    match report.and_then(|line| serde_json::from_str(&line).ok()) {
        Some(StartReport::Ready { notes }) => return Ok(notes),
        Some(StartReport::Usage(why)) => bail!(UsageError(why)),
        Some(StartReport::Failed(why)) => bail!(why),
        None => {}
    }
    kill(&mut child);
    bail!(NoStartReport(files.log()))
}

/// The first line of the output; `None` when the process ends or prints nothing in time.
fn first_line(out: ChildStdout, within: Duration) -> Option<String> {
    let (to, line) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = BufReader::new(io::Read::take(out, 64 * 1024)).read_line(&mut line);
        // The receiver is gone when the line comes too late.
        let _ = to.send(read.ok().map(|_| line));
    });
    line.recv_timeout(within).ok().flatten()
}

/// Kills a session process that did not report its start.
fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// A browser starts within a second, on a busy machine within some more.
const BEGUN_WITHIN: Duration = Duration::from_secs(45);
/// A session that ends closes its browser first.
const GONE_WITHIN: Duration = Duration::from_secs(12);
