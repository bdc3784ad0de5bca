//! The Responses format of `OpenAI`.
//!
//! Invariants: nothing is stored at the provider, so every request holds the whole conversation; reasoning goes back to
//! its own model as it came; from one step to the next a request stays the same up to its newest observation.

mod assembler;
mod computer;
mod format;
mod history;
mod options;
mod request;

pub use format::ResponsesFormat;
pub use options::Options;

#[cfg(test)]
mod tests;
