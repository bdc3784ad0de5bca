//! The generateContent format of Gemini.
//!
//! Invariants: what the model sent goes back to it part by part with its signatures; there are as many responses as
//! calls, right after them; from one step to the next a request stays the same up to its newest observation.

mod computer;
mod draft;
mod failure;
mod history;
mod options;
mod request;
mod tools;
mod translator;

pub use options::Options;
pub use translator::Translator;

#[cfg(test)]
mod tests;
