//! The Responses format of `OpenAI`.
//!
//! Invariants: nothing is stored at the provider, so every request holds the whole conversation; reasoning goes back to
//! its own model as it came; from one step to the next a request stays the same up to its newest observation.

mod computer;
mod draft;
mod history;
mod options;
mod request;
mod translator;

pub use options::Options;
pub use translator::Translator;

#[cfg(test)]
mod tests;
