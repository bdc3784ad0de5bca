//! The Chat Completions format of `OpenAI` and everyone who speaks it: a prompt becomes a request, bytes become an
//! answer.
//!
//! Invariant: from one step to the next a request's text stays the same up to its newest observation, so that
//! providers find it in their caches.

mod assembler;
mod extra;
mod format;
mod history;
mod options;
mod request;
mod tools;

pub use format::ChatCompletionsFormat;
pub use options::{Limit, LimitName, Options, SystemRole, ToolChoice};

#[cfg(test)]
mod tests;
