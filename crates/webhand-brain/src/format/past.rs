//! What came before the newest look: the task, turns of long ago in brief, and the last ones as they were.
//!
//! Folding changes what was sent before, so that nothing behind it is found in a provider's cache: it is done for many
//! turns at once, and seldom.

use std::fmt::Write as _;

use webhand_model::{Prompt, Turn};

use super::envelope::enclosed;
use super::history::in_brief;

/// The history of a prompt, as every format tells it.
#[derive(Debug)]
pub(crate) struct Past<'a> {
    /// What the first message to the model says.
    pub opening: String,
    parts: Vec<Part<'a>>,
}

/// One part of the history after the opening.
#[derive(Debug, Clone)]
pub(crate) enum Part<'a> {
    /// A turn, with its place in the run.
    Turn(usize, &'a Turn),
    /// The whole look that the newest one is told against, where it was told.
    Look(String),
}

impl<'a> Past<'a> {
    pub fn of(prompt: &'a Prompt) -> Self {
        let folded = folded(prompt.turns.len());
        let (old, turns) = prompt.turns.split_at(folded);
        let mut opening = prompt.task.clone();
        if folded > 0 {
            // Writing into a string does not fail.
            write!(opening, "\n\nYour steps 1 to {folded} in brief:").ok();
        }
        for (at, turn) in old.iter().enumerate() {
            write!(opening, "\n{}. {}", at + 1, in_brief(turn)).ok();
        }
        let mut parts: Vec<Part<'a>> = (folded..).zip(turns).map(|(nth, turn)| Part::Turn(nth, turn)).collect();
        if let Some(since) = &prompt.observation.since {
            let place = since.turns.saturating_sub(folded).min(parts.len());
            parts.insert(place, Part::Look(enclosed(&since.text)));
        }
        Self { opening, parts }
    }

    /// What is told as it was, the oldest first.
    pub fn parts(&self) -> impl Iterator<Item = Part<'a>> {
        self.parts.iter().cloned()
    }
}

/// How many of so many turns are told in brief.
fn folded(turns: usize) -> usize {
    turns.saturating_sub(VERBATIM) / AT_ONCE * AT_ONCE
}

/// So many turns at least are told as they were.
const VERBATIM: usize = 20;
/// So many are folded at once.
const AT_ONCE: usize = 20;
