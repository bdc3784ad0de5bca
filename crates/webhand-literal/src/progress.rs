//! How far the brain is with a task. The progress travels in `opaque` of each answer and comes back with the next prompt, so
//! the brain itself keeps nothing between two decisions.
//!
//! The journal holds the serialized form: the names in it never change, whatever the fields are called here.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webhand_model::{Prompt, ToolResult};

/// The state of a task between two decisions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TaskProgress {
    /// The place of the current instruction.
    pub next: usize,
    #[serde(flatten)]
    pub instruction: InstructionProgress,
    /// The round over entries that the current instruction belongs to.
    pub round: Option<Round>,
    /// On a page without entries: the words near the elements for which each instruction is repeated.
    #[serde(rename = "among")]
    pub repeat_among: Vec<String>,
    /// The words of the element that was found and that later instructions refer to: "the mail from Ann".
    #[serde(rename = "within")]
    pub subject: Vec<String>,
    /// The value that was noted, to be entered as "it".
    pub noted: Option<String>,
    /// The fingerprint of the page on which the last action was performed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted_on: Option<String>,
    #[serde(flatten)]
    pub report: FinalReport,
}

impl TaskProgress {
    /// The progress of the brain's own last answer, and the results of the calls in that answer.
    pub(crate) fn recall(prompt: &Prompt) -> (Self, &[ToolResult]) {
        let own = |value: &Value| serde_json::from_value(value.get(KEY)?.clone()).ok();
        for (back, turn) in prompt.turns.iter().rev().enumerate() {
            if let Some(progress) = turn.answer.opaque.as_ref().and_then(own) {
                // Results of another brain's later turns say nothing about this brain's calls.
                return (progress, if back == 0 { &turn.results } else { &[] });
            }
        }
        (Self::default(), &[])
    }

    pub(crate) fn to_opaque(&self) -> Value {
        json!({ KEY: self })
    }

    /// Goes on to the next instruction, which starts without any progress.
    pub(crate) fn advance(&mut self) {
        self.next += 1;
        self.instruction = InstructionProgress::default();
    }
}

/// The state of the current instruction; the next instruction starts from the default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InstructionProgress {
    pub phase: Phase,
    /// Whether the instruction failed once and is being tried again.
    #[serde(rename = "tried")]
    pub retried: bool,
    /// The element that the person chose, as it was described to them.
    pub chosen: Option<Candidate>,
    /// The refs of the elements that the instruction was already performed on.
    #[serde(rename = "done")]
    pub handled: Vec<String>,
    /// The elements opened and the places scrolled to while looking for an element that is not in view.
    pub explored: Vec<String>,
    /// How many matching elements stood on the pages of a list that were already turned; an ordinal counts on from there.
    #[serde(rename = "passed")]
    pub passed_matches: usize,
    /// The text for the search field, once it is decided.
    pub query: Option<String>,
    /// How often the instruction waited for an answer that may come late.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub looked_again: u32,
}

/// The report of the final answer to the person. Its lists are bounded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FinalReport {
    /// The actions performed, in the person's language.
    #[serde(rename = "did")]
    actions: Vec<String>,
    /// The findings for the person.
    notes: Vec<String>,
    /// How the figures of the findings were worked out, as evidence for the final answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    derived: Vec<Value>,
}

impl FinalReport {
    pub(crate) fn actions(&self) -> &[String] {
        &self.actions
    }

    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.actions.is_empty() && self.notes.is_empty()
    }

    /// Adds an action, unless it only repeats the one before.
    pub(crate) fn add_action(&mut self, action: String) {
        if self.actions.last() != Some(&action) && self.actions.len() < MOST_ACTIONS {
            self.actions.push(action);
        }
    }

    pub(crate) fn add_note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES && !note.is_empty() {
            self.notes.push(note);
        }
    }

    /// Adds how a figure of a finding was worked out: `how` is a word of the catalogue's derivations.
    pub(crate) fn add_derived(&mut self, value: &str, how: &str, from: &[String]) {
        if self.derived.len() < MOST_NOTES {
            self.derived.push(json!({"value": value, "how": how, "from": from}));
        }
    }

    pub(crate) fn derived(&self) -> &[Value] {
        &self.derived
    }

    /// Removes the newest actions, because they are about to be repeated.
    pub(crate) fn retract_actions(&mut self, count: usize) {
        self.actions.truncate(self.actions.len().saturating_sub(count));
    }
}

/// A round of several instructions over the entries of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// The entries that had their turn; the last is the current one.
    pub done: Vec<EntryKey>,
    /// How many entries may still follow.
    pub left: usize,
    /// The address of the page that lists the entries.
    pub url: String,
}

/// Identifies an entry: by a ref in it while the page stays, else by its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EntryKey {
    pub target: String,
    pub text: String,
}

/// The effect of the last answer on the current instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Nothing yet.
    #[default]
    Fresh,
    /// The answer made the call that performs the instruction.
    Acted,
    /// The answer removed an obstacle; the instruction itself is still to be performed.
    Cleared,
    /// The answer waited for an element that was not there.
    Waited,
    /// The answer opened something or scrolled, to find an element that was not there.
    Exploring,
    /// The answer asked the person.
    Asked(PendingQuestion),
    /// The answer opened a list or calendar to choose from.
    #[serde(rename = "unfolded")]
    ListOpened,
    /// The answer pressed arrow keys on a control, this often; `before` is the value it showed then.
    #[serde(rename = "turned")]
    DialTurned { before: String, presses: u32 },
    /// The answer went to the place to search in, or back to the list of a round.
    #[serde(rename = "going")]
    GoingToPlace,
    /// The answer pressed the button that opens a search field.
    #[serde(rename = "revealed")]
    SearchFieldOpened,
    /// The answer submitted the query; `before` is the fingerprint of the page at that moment.
    Submitted { before: String },
    /// The answer pressed the search button, because Enter changed nothing.
    #[serde(rename = "pressed")]
    SearchButtonPressed,
    /// The answer gave late results time to appear.
    #[serde(rename = "awaited")]
    ResultsAwaited,
    /// The answer opens and reads the results, one after the other.
    Visiting { visits: Vec<Visit>, at: usize, stage: VisitStage },
    /// The answer requested the text of the page.
    Reading,
}

impl Phase {
    /// The question that the person has just answered.
    pub(crate) fn question(&self) -> Option<PendingQuestion> {
        if let Self::Asked(question) = self { Some(question.clone()) } else { None }
    }
}

/// A question that the person is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PendingQuestion {
    /// Which element is meant, or, where it `clears` an obstacle, which button to press.
    Which { choices: Vec<Candidate>, clears: bool },
    /// How to answer a dialog of the browser.
    Dialog,
    /// Whether to go on after a step that may or may not have happened.
    Doubt,
}

/// An element that the person can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// A ref as a brain writes it.
    pub target: String,
    pub name: String,
}

/// A search result to be opened and read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Visit {
    pub title: String,
    pub href: Option<String>,
    pub target: String,
}

/// How far the visit of a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VisitStage {
    Opened,
    Read,
    Left,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

const KEY: &str = "literal";
/// The most actions listed in the final answer.
const MOST_ACTIONS: usize = 30;
/// The most notes kept; each is cut where it is made.
const MOST_NOTES: usize = 20;
