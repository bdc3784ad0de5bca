//! A model provider made of a script: a loopback server that speaks a provider's real format and is as strict as the
//! real one, so that a wrong adapter fails in a test and not at the user's.
//!
//! Each provider format is one `protocol::Protocol`: it checks a request and writes a scripted turn as JSON or as
//! stream events. Choosing the turn, faults, splitting and recording know nothing about formats.
//!
//! Invariant: what is answered follows from the script and the order of the requests alone. Neither time nor chance
//! takes part, except that a `Retry-After` date is counted from now.

mod answer;
mod anthropic;
mod chat;
mod checks;
mod exchange;
mod fault;
mod gemini;
mod gigachat;
mod pieces;
mod plan;
mod protocol;
mod record;
mod reply;
mod responses;
mod rule;
mod schema;
mod script;
mod server;

pub use fault::{Fault, FaultKind, Retry};
pub use pieces::{CallOrder, LineEnd, Missing, Split, StreamShape};
pub use record::Recorded;
pub use rule::{Rule, Take, When};
pub use script::{Args, Call, Finish, Mode, Script, ScriptError, Turn, Usage};
pub use server::FakeServer;

#[cfg(test)]
mod tests;
