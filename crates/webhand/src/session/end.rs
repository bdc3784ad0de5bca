//! Ends a session, whatever state it is in: asks it, then tells it, then kills it.

use std::time::Duration;

use anyhow::{Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::host::Record;
use super::{Connection, Place, message};

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// There was none.
    NotThere,
    InOrder,
    /// It did not answer, and was killed. Its browser ends with it.
    Killed,
}

/// Ends the session and waits until it is gone.
pub fn end(place: &Place) -> Result<Ended> {
    if !place.is_alive() {
        // A process that was killed leaves its files.
        place.clear()?;
        return Ok(Ended::NotThere);
    }
    let asked = Connection::open(place).ok().flatten().is_some_and(|mut connection| {
        connection.ask(message::CLOSE, &json!({}), ANSWERED_WITHIN).is_ok_and(|reply| reply.success)
    });
    if asked && place.wait_until_gone(CLOSED_WITHIN) {
        return Ok(Ended::InOrder);
    }
    for (signal, within) in [(Signal::TERM, TOLD_WITHIN), (Signal::KILL, KILLED_WITHIN)] {
        // The lock is held, so the process that wrote its number there lives, and the number is its own.
        let Some(pid) = Record::read(place).filter(|_| place.is_alive()).and_then(|record| pid(record.pid)) else {
            break;
        };
        // It may end at this very moment.
        let _ = kill_process(pid, signal);
        if place.wait_until_gone(within) {
            place.clear()?;
            return Ok(Ended::Killed);
        }
    }
    if place.wait_until_gone(Duration::ZERO) {
        place.clear()?;
        return Ok(Ended::Killed);
    }
    bail!("session {} could not be ended; its process does not react even to being killed", place.name())
}

fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
/// A browser that closes writes its profile first.
const CLOSED_WITHIN: Duration = Duration::from_secs(10);
const TOLD_WITHIN: Duration = Duration::from_secs(2);
const KILLED_WITHIN: Duration = Duration::from_secs(5);
