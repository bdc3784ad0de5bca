//! A verb such as `webhand click e3`: one action in a session.
//!
//! With a running session, a verb starts no runtime and reads no settings: it adds to the time of its action only the
//! start of a process and one line each way.

mod picture;
mod session_client;

use webhand_wire::agent::{AgentReply, MessageId};

use crate::cli::VerbCommand;
use crate::exit::{Exit, UsageError, error_in_one_line};
use crate::session_process::ConnectionError;
use crate::terminal;

pub use session_client::{ONLY, SessionClient};

pub fn run_verb(verb: &VerbCommand) -> Exit {
    let carried = SessionClient::open(&verb.global, &verb.session)
        .and_then(|mut client| client.call(&verb.call, verb.session.timeout, verb.session.then_look));
    carried.unwrap_or_else(|error| print_failure(ONLY, &error, verb.global.json))
}

/// Prints why there is no answer; for programs in the JSON shape of an answer.
pub fn print_failure(id: MessageId, error: &anyhow::Error, json: bool) -> Exit {
    let (exit, code) = classify_error(error);
    let reason = error_in_one_line(error);
    if json {
        terminal::print_line(&AgentReply::failed(Some(id), code, reason).to_text());
    } else {
        terminal::print_error(&reason);
    }
    exit
}

fn classify_error(error: &anyhow::Error) -> (Exit, &'static str) {
    if error.is::<UsageError>() {
        return (Exit::Usage, "bad_call");
    }
    match error.downcast_ref::<ConnectionError>() {
        Some(ConnectionError::EndedDuringCall(_)) => (Exit::InDoubt, "in_doubt"),
        Some(ConnectionError::Hangs(_)) => (Exit::Failed, "timed_out"),
        Some(ConnectionError::EndedBeforeCall(_) | ConnectionError::OtherVersion { .. }) => (Exit::Failed, "closed"),
        Some(ConnectionError::Garbled { .. }) | None => (Exit::Failed, "internal"),
    }
}
