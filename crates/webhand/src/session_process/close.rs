//! Ends a session in any state: with a request, then with SIGTERM, then with SIGKILL.

use std::time::Duration;

use anyhow::{Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::server::ServerRecord;
use super::{SessionConnection, SessionFiles, protocol};

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseOutcome {
    /// There was no such session.
    NotRunning,
    Closed,
    /// The session did not answer and was killed. Its browser ends with it.
    Killed,
}

/// Ends the session and waits until it is gone.
pub fn close_session(files: &SessionFiles) -> Result<CloseOutcome> {
    if !files.is_alive() {
        // A process that was killed leaves its files.
        files.remove_if_dead()?;
        return Ok(CloseOutcome::NotRunning);
    }
    let accepted = SessionConnection::open(files).ok().flatten().is_some_and(|mut connection| {
        connection.ask(protocol::CLOSE, &json!({}), ANSWERED_WITHIN).is_ok_and(|reply| reply.success)
    });
    if accepted && files.wait_until_gone(CLOSED_WITHIN) {
        return Ok(CloseOutcome::Closed);
    }
    for (signal, within) in [(Signal::TERM, TERMINATED_WITHIN), (Signal::KILL, KILLED_WITHIN)] {
        // The lock is held, so the process that wrote its id there is alive and still has that id.
        let Some(pid) = ServerRecord::read(files).filter(|_| files.is_alive()).and_then(|record| pid(record.pid))
        else {
            break;
        };
        // The process may end just now, and then the signal fails.
        let _ = kill_process(pid, signal);
        if files.wait_until_gone(within) {
            files.remove_if_dead()?;
            return Ok(CloseOutcome::Killed);
        }
    }
    if files.wait_until_gone(Duration::ZERO) {
        files.remove_if_dead()?;
        return Ok(CloseOutcome::Killed);
    }
    bail!("session {} could not be ended; its process does not react even to being killed", files.name())
}

fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
/// A browser that closes writes its profile first.
const CLOSED_WITHIN: Duration = Duration::from_secs(10);
const TERMINATED_WITHIN: Duration = Duration::from_secs(2);
const KILLED_WITHIN: Duration = Duration::from_secs(5);
