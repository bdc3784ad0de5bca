//! The generateContent format of Gemini.
//!
//! Invariants: what the model sent goes back to it part by part with its signatures; there are as many responses as
//! calls, right after them; from one step to the next a request stays the same up to its newest observation.

mod assembler;
mod computer;
mod failure;
mod format;
mod history;
mod options;
mod request;
mod tools;

pub use format::GeminiFormat;
pub use options::Options;

#[cfg(test)]
mod tests;
