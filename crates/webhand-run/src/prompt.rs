//! The prompt for a decision: a prefix that never changes, a history that only grows, the newest look.

mod hints;
pub(crate) mod pictures;
pub(crate) mod shown_pages;

use webhand_model::{Observation, Prompt, Task};

use crate::budget::Budget;
use crate::memory::RunMemory;
use shown_pages::PageText;

/// Identity, rules and how to read a snapshot: the same text in every prompt of every run.
const SYSTEM: &str = include_str!("prompt/system.md");

/// The saved tools of the person, which no list of actions names because most people have none.
fn name_tools(task: &Task) -> String {
    let names: Vec<&str> = task.tools.iter().map(|tool| tool.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\nThe person's saved sites, each opened with `open_tool` {{name}}: {}.\n", names.join(", "))
}

/// The prompt for the next decision; none before the first look.
pub(crate) fn decision_prompt(task: &Task, memory: &RunMemory, budget: &Budget) -> Option<Prompt> {
    let snapshot = memory.page()?.clone();
    let PageText { text, since, left } = pictures::page_text(task.observation_mode, memory.view(), &snapshot);
    let seen = webhand_model::changes_missing_from(&text, memory.passing());
    let hints = hints::hints_for(task, &snapshot, memory.turns().is_empty());
    let notes = memory.told.notes().chain(memory.notes().iter().cloned()).chain(hints).collect();
    let steps = [budget.steps() + 1, budget.step_limit()];
    let picture = memory.pictures.for_prompt(task, memory, &snapshot);
    Some(Prompt {
        system: format!("{SYSTEM}{}{}", pictures::explain(task.observation_mode), name_tools(task)),
        before: task.before.clone(),
        task: task.text.clone(),
        turns: memory.turns().to_vec(),
        observation: Observation { snapshot, text, since, earlier_pages: left, seen, picture, notes, steps },
        answer_schema: None,
    })
}
