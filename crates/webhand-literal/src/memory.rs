//! What the brain keeps between two decisions. It travels in the answer and comes back with the next prompt.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webhand_model::{Prompt, ToolResult};

/// Where the brain stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// Which instruction is being worked on.
    pub next: usize,
    pub phase: Phase,
    /// Whether the current instruction was already tried in vain.
    pub tried: bool,
    /// An element the person chose for the current instruction, as it was described to them.
    pub chosen: Option<Candidate>,
    /// Refs the current instruction was already carried out for.
    pub done: Vec<String>,
    /// What was opened and scrolled to for the current instruction, because something was not in sight.
    pub explored: Vec<String>,
    /// How many of the row that is counted stood on pages that were turned.
    pub passed: usize,
    /// Where the instructions for each of several entries stand.
    pub round: Option<Round>,
    /// Words that tell for which elements each instruction is repeated, on a page without entries.
    pub among: Vec<String>,
    /// Words of the thing that was found and is spoken of since: "the mail from Ann".
    pub within: Vec<String>,
    /// What was noted, to be entered as "it".
    pub noted: Option<String>,
    /// What goes into the search field, once that is decided.
    pub query: Option<String>,
    /// What was done, in the person's language.
    pub did: Vec<String>,
    /// What was found out for the person.
    pub notes: Vec<String>,
}

/// Rounds over entries.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// The entries that were turned to; the last is the one at hand.
    pub done: Vec<EntryKey>,
    /// How many may still follow.
    pub left: usize,
    /// Where they are listed.
    pub url: String,
}

/// What an entry is known by: a ref in it while the page stays, and what it says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EntryKey {
    pub target: String,
    pub text: String,
}

/// What the last answer was for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Nothing was done yet for the current instruction.
    #[default]
    Fresh,
    /// The deed was asked for.
    Acted,
    /// Something in the way was removed; the deed is still to be done.
    Cleared,
    /// Waited for something that was not there.
    Waited,
    /// Opened something or scrolled, for something that was not there.
    Exploring,
    /// The person was asked.
    Asked(Question),
    /// A list or calendar was opened to choose from.
    Unfolded,
    /// A control was turned by keys, this often; what it showed before.
    Turned { before: String, presses: u32 },
    /// On the way to the place to search in.
    Going,
    /// A search field was asked for by its button.
    Revealed,
    /// The query was sent off; the page as it was before.
    Submitted { before: String },
    /// The search button was pressed, because Enter did nothing.
    Pressed,
    /// The results were given time.
    Awaited,
    /// Reading what the results say, one after the other.
    Visiting { visits: Vec<Visit>, at: usize, stage: VisitStage },
    /// The page was asked for its text.
    Reading,
}

/// What the person was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Question {
    /// Which element is meant, or which button to press to clear the way.
    Which { choices: Vec<Candidate>, clears: bool },
    /// What to answer to a dialog of the browser.
    Dialog,
    /// Whether to go on after an uncertain step.
    Doubt,
}

impl Phase {
    /// What the person was asked, if that was the last thing.
    pub(crate) fn asked(&self) -> Option<Question> {
        if let Self::Asked(asked) = self { Some(asked.clone()) } else { None }
    }
}

/// Something a person can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// A ref as a brain writes it.
    pub target: String,
    pub name: String,
}

/// A result to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Visit {
    pub title: String,
    pub href: Option<String>,
    pub target: String,
}

/// How far a visit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VisitStage {
    Opened,
    Read,
    Left,
}

impl Memory {
    /// What was remembered, and what came of the calls since then.
    pub(crate) fn recall(prompt: &Prompt) -> (Self, &[ToolResult]) {
        let own = |value: &Value| serde_json::from_value(value.get(KEY)?.clone()).ok();
        for (back, turn) in prompt.turns.iter().rev().enumerate() {
            if let Some(memory) = turn.answer.opaque.as_ref().and_then(own) {
                // Results of another brain's later turns say nothing about this one's calls.
                return (memory, if back == 0 { &turn.results } else { &[] });
            }
        }
        (Self::default(), &[])
    }

    pub(crate) fn write(&self) -> Value {
        json!({ KEY: self })
    }

    /// Goes on to the next instruction.
    pub(crate) fn advance(&mut self) {
        self.next += 1;
        self.phase = Phase::Fresh;
        self.tried = false;
        self.chosen = None;
        self.query = None;
        self.done.clear();
        self.explored.clear();
        self.passed = 0;
    }

    pub(crate) fn keep(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES && !note.is_empty() {
            self.notes.push(note);
        }
    }
}

const KEY: &str = "literal";
/// The most notes kept; each is cut where it is made.
const MOST_NOTES: usize = 20;
