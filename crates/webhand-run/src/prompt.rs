//! What the brain is shown: a prefix that never changes, a history that only grows, the newest look.

use webhand_model::{Observation, Prompt, Rendering};

use crate::Run;

/// Identity, rules and how to read a snapshot: the same text in every prompt of every run.
const SYSTEM: &str = include_str!("system.md");

impl Run {
    /// The prompt for the next decision; none before the first look.
    pub(crate) fn prompt(&self) -> Option<Prompt> {
        let snapshot = self.page.clone()?;
        let text = snapshot.render(Rendering::default()).text;
        Some(Prompt {
            system: SYSTEM.to_owned(),
            task: self.task.text.clone(),
            turns: self.turns.clone(),
            observation: Observation {
                snapshot,
                text,
                notes: self.notes.clone(),
                steps: [self.steps + 1, self.limits.steps],
            },
        })
    }
}
