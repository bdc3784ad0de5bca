//! The Responses format of `OpenAI`. Start reading at [`ResponsesFormat`].
//!
//! Invariants: nothing is stored at the provider, so every request holds the whole conversation; reasoning is replayed
//! to its own model unchanged; from one step to the next a request stays the same up to its newest observation.

mod assembler;
mod computer;
mod format;
mod history;
mod options;
mod request;

pub use format::ResponsesFormat;
pub use options::ResponsesOptions;

#[cfg(test)]
mod tests;
