//! A model provider made of a script: a loopback HTTP server that speaks a provider's real format and is as strict as the
//! real provider, so that a wrong request fails in a test and not at the user's.
//!
//! It must never reach another machine, and nothing but tests, benches and `webhand demo` may depend on it. A response
//! follows from the script and the order of the requests alone; neither time nor chance takes part, except that a
//! `Retry-After` date is counted from now.
//!
//! Start reading at `provider` (from a request to a response). `script` is what the script file says, `protocol` has one
//! folder for each provider format, `server` is the HTTP server around them.

mod protocol;
mod provider;
mod request_log;
mod response;
mod script;
mod server;

pub use request_log::RecordedRequest;
pub use script::{
    CallArguments, CallOrder, Capture, Fault, FaultKind, FinishReason, LineEnding, MissingField, RetryHint, Rule,
    RuleCondition, Script, ScriptError, ScriptedCall, ScriptedTurn, ScriptedUsage, Split, StreamShape, TurnSelection,
};
pub use server::FakeServer;

#[cfg(test)]
mod tests;
