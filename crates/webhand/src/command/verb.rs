//! A verb: one action in a session.
//!
//! Nothing here starts a runtime or reads settings before a warm session has answered: what a verb adds to the time
//! of its action is the start of a process and one line each way.

mod picture;
mod talk;

use webhand_wire::agent::{AgentReply, MessageId};

use crate::cli::Verb;
use crate::exit::{Exit, Usage, in_words};
use crate::session::Lost;
use crate::terminal;

pub use talk::{ONLY, Talk};

pub fn carry_out(verb: &Verb) -> Exit {
    let carried = Talk::begin(&verb.everywhere, &verb.session)
        .and_then(|mut talk| talk.say(&verb.said, verb.session.timeout, verb.session.then_look));
    carried.unwrap_or_else(|error| excuse(ONLY, &error, verb.everywhere.json))
}

/// Says why there is no answer, in the shape of an answer where a program asked.
pub fn excuse(id: MessageId, error: &anyhow::Error, json: bool) -> Exit {
    let (exit, code) = kind(error);
    let reason = in_words(error);
    if json {
        terminal::print(&AgentReply::failed(Some(id), code, reason).to_text());
    } else {
        terminal::complain(&reason);
    }
    exit
}

fn kind(error: &anyhow::Error) -> (Exit, &'static str) {
    if error.is::<Usage>() {
        return (Exit::Usage, "bad_call");
    }
    match error.downcast_ref::<Lost>() {
        Some(Lost::Midway(_)) => (Exit::InDoubt, "in_doubt"),
        Some(Lost::Hangs(_)) => (Exit::Failed, "timed_out"),
        Some(Lost::BeforeItBegan(_) | Lost::OtherVersion { .. }) => (Exit::Failed, "closed"),
        Some(Lost::Unclear { .. }) | None => (Exit::Failed, "internal"),
    }
}
