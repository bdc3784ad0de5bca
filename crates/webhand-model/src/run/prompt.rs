//! What a brain is given and what it gives back, in one shape for all brains.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ChatExchange, OutcomeStatus, Snapshot, Usage};

/// Everything a brain needs for one decision. Of earlier observations it holds only the few that still stand before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who the brain is and how it works here: the same for the whole run.
    pub system: String,
    /// What was said before the task, where it is part of a conversation: oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<ChatExchange>,
    /// The task in the person's words.
    pub task: String,
    /// What was decided so far and what came of it, oldest first; only ever grows.
    pub turns: Vec<Turn>,
    pub observation: Observation,
    /// The JSON Schema of an object that the answer must be; without one, it calls actions.
    #[serde(default, rename = "blank", skip_serializing_if = "Option::is_none")]
    pub answer_schema: Option<Value>,
}

/// The newest look at the page, for models as text and for programs as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub snapshot: Snapshot,
    /// The snapshot as text, within the budget: all of it, or what changed since an earlier look.
    pub text: String,
    /// The look that the text is told against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<EarlierObservation>,
    /// Whole looks before that one, at what has been left since: oldest first.
    #[serde(default, rename = "left", skip_serializing_if = "Vec::is_empty")]
    pub earlier_pages: Vec<EarlierObservation>,
    /// What webhand itself has to say before this decision: an error, a refusal, an answer of the person.
    pub notes: Vec<String>,
    /// Steps used, and the most there may be.
    pub steps: [u32; 2],
}

/// A whole look that a brain was shown before, and still has before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierObservation {
    /// How many turns came before it.
    pub turns: usize,
    pub text: String,
}

/// One answer of the brain and the results of its calls: as many as calls, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub answer: BrainAnswer,
    pub results: Vec<ToolResult>,
}

/// What a brain answered, before anything of it is believed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BrainAnswer {
    /// Narration for the person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    pub calls: Vec<ToolCall>,
    /// The brain's own record of this turn, given back to it unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Value>,
    #[serde(default)]
    pub usage: Usage,
    /// Calls that the brain's provider wants a person to confirm first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<Caution>,
}

/// Why the brain's provider wants a person to confirm a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caution {
    /// The call's place in the answer.
    pub call: usize,
    /// In the provider's words.
    pub why: String,
}

/// One thing the brain wants done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: Value,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    #[serde(rename = "end")]
    pub status: OutcomeStatus,
    pub text: String,
    /// Name of the picture it answered with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The person confirmed what the brain's provider was cautious about.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirmed: bool,
}

/// What the newest picture of a prompt belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureSource {
    /// The newest look.
    Look,
    /// The call at that place of the newest answer.
    Call(usize),
}

impl Prompt {
    /// The newest picture there is, and what it belongs to. Older ones are not shown again.
    #[must_use]
    pub fn picture(&self) -> Option<(PictureSource, &str)> {
        if let Some(name) = &self.observation.snapshot.picture {
            return Some((PictureSource::Look, name));
        }
        let results = &self.turns.last()?.results;
        results
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, result)| Some((PictureSource::Call(at), result.picture.as_deref()?)))
    }
}

impl ToolResult {
    /// A result in words.
    #[must_use]
    pub fn new(status: OutcomeStatus, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), picture: None, confirmed: false }
    }
}
