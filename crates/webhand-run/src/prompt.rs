//! What the brain is shown: a prefix that never changes, a history that only grows, the newest look.

use webhand_model::{Observation, Prompt};

use crate::sight::Told;
use crate::{Run, pictures};

/// Identity, rules and how to read a snapshot: the same text in every prompt of every run.
const SYSTEM: &str = include_str!("system.md");

impl Run {
    /// The prompt for the next decision; none before the first look.
    pub(crate) fn prompt(&self) -> Option<Prompt> {
        let snapshot = self.page.clone()?;
        let Told { text, since, left } = self.told_of(&snapshot);
        let notes = self.notes.iter().cloned().chain(self.hints(&snapshot)).collect();
        Some(Prompt {
            system: format!("{SYSTEM}{}", pictures::explained(self.task.observation_mode)),
            before: self.task.before.clone(),
            task: self.task.text.clone(),
            turns: self.turns.clone(),
            observation: Observation {
                snapshot,
                text,
                since,
                earlier_pages: left,
                notes,
                steps: [self.steps + 1, self.limits.steps],
            },
            answer_schema: None,
        })
    }
}
