//! The literal brain, a brain without a model: it follows plain imperative instructions in English and Spanish, word by
//! word. [`intent`] decides whether a chat message needs the browser at all.
//!
//! The crate must never perform anything: it reads no clock, no file and no network, and it touches no browser. Start
//! reading at [`decide`]: `parse` makes instructions of the task, `follow` and `answer` decide the next calls, `matching`
//! finds the elements that a phrase means, `language` holds the word lists.
//!
//! Invariants: the same prompt always gets the same answer; every answer has at least one call; where two elements fit
//! equally well the brain asks the person instead of guessing; a refused action is not tried in another way. The brain
//! keeps no state: its progress travels in `opaque` of its answers.

mod answer;
mod brain;
mod context;
mod follow;
pub mod intent;
mod language;
mod matching;
mod number;
mod page;
mod parse;
mod progress;

pub use brain::{LiteralBrain, decide};

#[cfg(test)]
mod tests;
