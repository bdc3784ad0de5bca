//! Sending commands, and the errors that their answers mean.

use std::time::Duration;

use webhand_cdp::Command;
use webhand_wire::{QUIET_METHOD, QuietCommand, QuietReply};

use super::QuietDriver;
use super::state::Document;
use crate::driver::cdp::typed;
use crate::driver::{DocumentAddress, DriverError, SessionId};

#[derive(serde::Serialize)]
#[serde(transparent)]
struct Quiet(QuietCommand);

impl Command for Quiet {
    const METHOD: &'static str = QUIET_METHOD;
    type Reply = QuietReply;
}

impl QuietDriver {
    pub(super) async fn call(&self, command: QuietCommand, within: Duration) -> Result<QuietReply, DriverError> {
        let reply = self.client.browser().call_within(&Quiet(command), within).await.map_err(typed)?;
        if let QuietReply::NeedsDebugger { why } = reply {
            return Err(DriverError::NeedsDebugger { why });
        }
        if matches!(reply, QuietReply::Gone {}) { Err(gone()) } else { Ok(reply) }
    }

    /// As [`Self::call`], for commands whose answer says nothing but that it was done.
    pub(super) async fn run(&self, command: QuietCommand, within: Duration) -> Result<(), DriverError> {
        let reply = self.call(command, within).await?;
        if matches!(reply, QuietReply::Done {}) { Ok(()) } else { Err(unexpected(&reply)) }
    }

    pub(super) fn document(&self, address: &DocumentAddress) -> Result<Document, DriverError> {
        self.state().document(address.world).ok_or_else(gone)
    }

    /// The document that a tab shows.
    pub(super) fn top(&self, session: &SessionId) -> Result<Document, DriverError> {
        let tab = tab_of(session)?;
        self.state().top(tab).ok_or_else(gone)
    }
}

pub(super) fn gone() -> DriverError {
    let message = "its document is not there any more".to_owned();
    DriverError::DocumentGone { call: "a command".to_owned(), code: 0, message }
}

pub(super) fn unexpected(reply: &QuietReply) -> DriverError {
    let shown = format!("{reply:?}").chars().take(100).collect();
    DriverError::BadReply { call: "a quiet command".to_owned(), why: shown }
}

pub(super) fn refused(call: &str, message: &str) -> DriverError {
    DriverError::Refused { call: call.to_owned(), code: 0, message: message.to_owned() }
}

pub(super) fn tab_of(session: &SessionId) -> Result<u32, DriverError> {
    super::state::tab_number(session).ok_or_else(|| DriverError::TargetGone { call: "a command".to_owned() })
}
