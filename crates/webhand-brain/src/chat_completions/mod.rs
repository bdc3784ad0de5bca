//! The Chat Completions format of `OpenAI` and everyone who speaks it: a prompt becomes a request, bytes become an
//! answer.
//!
//! Invariants: nothing here performs anything; from one step to the next a request's text stays the same up to its
//! newest observation, so that providers find it in their caches; errors are told apart by status, type and code and
//! never by their wording; whatever an answer holds, replaying it yields a conversation that providers accept.

mod draft;
mod extra;
mod failure;
mod history;
mod key;
mod mend;
mod narration;
mod observation;
mod options;
mod request;
mod sse;
mod stream;
mod text_format;
mod tools;
mod translator;

pub use failure::{Again, Failure};
pub use key::{Key, KeyError};
pub use options::{Limit, LimitName, Options, Strict, SystemRole, ToolChoice};
pub use stream::StreamParser;
pub use translator::{Source, Translator};

#[cfg(test)]
mod tests;
