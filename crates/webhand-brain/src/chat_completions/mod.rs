//! The Chat Completions format of `OpenAI` and everyone who speaks it: a prompt becomes a request, bytes become an
//! answer.
//!
//! Invariant: from one step to the next a request's text stays the same up to its newest observation, so that
//! providers find it in their caches.

mod draft;
mod extra;
mod history;
mod options;
mod request;
mod tools;
mod translator;

pub use options::{Limit, LimitName, Options, SystemRole, ToolChoice};
pub use translator::Translator;

#[cfg(test)]
mod tests;
