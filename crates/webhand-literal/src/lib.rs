//! The literal brain, a brain without a model: it follows plain imperative instructions in English and Spanish, word by
//! word. [`intent`] decides whether a message of a chat needs the browser at all.
//!
//! The crate performs nothing: it reads no clock, no file and no network, and it touches no browser. Start reading at
//! [`decide`].
//!
//! Invariants: the same prompt always gets the same answer; every answer has at least one call; nothing is guessed
//! where two elements fit alike, the person is asked instead; what was refused is not tried in another way. It keeps
//! nothing itself: where it stands travels in `opaque` of its answers.

mod answer;
mod brain;
mod context;
mod follow;
pub mod intent;
mod language;
mod matching;
mod memory;
mod number;
mod page;
mod parse;

pub use brain::{LiteralBrain, decide};

#[cfg(test)]
mod tests;
