//! The generateContent format of Gemini. Start reading at [`GeminiFormat`].
//!
//! Invariants: the model's parts are replayed to it unchanged with their signatures; there are as many responses as
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
pub use options::GeminiOptions;

#[cfg(test)]
mod tests;
