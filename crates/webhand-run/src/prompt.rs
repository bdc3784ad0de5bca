//! What the brain is shown: a prefix that never changes, a history that only grows, the newest look.

use webhand_model::{Observation, Prompt};

use crate::Run;

/// Identity, rules and how to read a snapshot: the same text in every prompt of every run.
const SYSTEM: &str = include_str!("system.md");
/// The most tokens of a look.
const LOOK: usize = 800;

impl Run {
    /// The prompt for the next decision; none before the first look.
    pub(crate) fn prompt(&self) -> Option<Prompt> {
        let snapshot = self.page.clone()?;
        let text = snapshot.sketch(LOOK).text;
        let notes = self.notes.iter().cloned().chain(self.hints(&snapshot)).collect();
        Some(Prompt {
            system: SYSTEM.to_owned(),
            task: self.task.text.clone(),
            turns: self.turns.clone(),
            observation: Observation { snapshot, text, notes, steps: [self.steps + 1, self.limits.steps] },
        })
    }
}
