//! The Chat Completions format of `OpenAI` and of many compatible servers. Start reading at [`ChatCompletionsFormat`].
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
pub use options::{ChatCompletionsOptions, Limit, LimitName, SystemRole, ToolChoice};

#[cfg(test)]
mod tests;
