//! The prompt for a brain and its answer, in one form for all brains.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ChatExchange, OutcomeStatus, Snapshot, Usage};

/// Everything that a brain needs for one decision. Of earlier observations it holds only those that keep their place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// The system prompt: the same for the whole run.
    pub system: String,
    /// Earlier exchanges, if the task is part of a conversation: oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<ChatExchange>,
    /// The task in the person's words.
    pub task: String,
    /// The answers so far with their results, oldest first; only ever grows.
    pub turns: Vec<Turn>,
    pub observation: Observation,
    /// The JSON Schema that the answer must fit; without one, the answer calls actions.
    #[serde(default, rename = "blank", skip_serializing_if = "Option::is_none")]
    pub answer_schema: Option<Value>,
}

/// The newest look at the page, for models as text and for programs as data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub snapshot: Snapshot,
    /// The snapshot as text, within the budget: all of it, or what changed since an earlier look.
    pub text: String,
    /// The look that the changes in the text refer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<EarlierObservation>,
    /// Whole looks before that one, at pages that were left since: oldest first.
    #[serde(default, rename = "left", skip_serializing_if = "Vec::is_empty")]
    pub earlier_pages: Vec<EarlierObservation>,
    /// The changes that the last calls showed and that the newest look does not have any more, or has no room for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The picture that goes with the prompt; none if the text tells enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PromptPicture>,
    /// Notes of webhand itself before this decision: an error, a refusal, an answer of the person.
    pub notes: Vec<String>,
    /// The steps used, and their limit.
    pub steps: [u32; 2],
}

/// A picture that goes with a prompt, if the brain sees pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptPicture {
    /// Counted from the first one that the brain was shown.
    pub number: u32,
    pub if_same: SamePicture,
}

/// Whether a picture is sent again that is the same as the one that the brain was shown before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SamePicture {
    LeftOut,
    /// The brain asked for it, or works by pictures.
    SentAgain,
}

/// A whole look that a brain was shown before and that keeps its place in the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierObservation {
    /// The number of turns before it.
    pub turns: usize,
    pub text: String,
}

/// One answer of the brain and the results of its calls: one for each call, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub answer: BrainAnswer,
    pub results: Vec<ToolResult>,
}

/// A brain's answer, before it is parsed and judged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BrainAnswer {
    /// Narration for the person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    pub calls: Vec<ToolCall>,
    /// The provider's own record of this turn, sent back to it unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Value>,
    #[serde(default)]
    pub usage: Usage,
    /// Calls that the brain's provider wants a person to confirm first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<Caution>,
    /// The values that placeholders in the request stood for, without those of earlier answers. The text and the calls of
    /// the answer hold the values themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub personal: Vec<PersonalValue>,
    /// The brain was shown a picture with the prompt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub saw_picture: bool,
}

/// Personal data that a model was shown as a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonalValue {
    /// As the model reads it: `[[email-1]]`.
    pub placeholder: String,
    pub value: String,
}

/// Why the brain's provider wants a person to confirm a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caution {
    /// The index of the call in the answer.
    pub call: usize,
    /// In the provider's words.
    pub why: String,
}

/// One call of an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: Value,
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    #[serde(rename = "end")]
    pub status: OutcomeStatus,
    pub text: String,
    /// Name of the picture in the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The person confirmed what the brain's provider was cautious about.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirmed: bool,
}

/// Where a prompt's newest picture comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureSource {
    /// The newest look.
    Look,
    /// The call with this index in the newest answer.
    Call(usize),
}

impl Prompt {
    /// The picture that goes with the prompt, and its source. Older ones are not shown again.
    #[must_use]
    pub fn picture(&self) -> Option<(PictureSource, &str)> {
        self.observation.picture?;
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
    /// A result without a picture.
    #[must_use]
    pub fn new(status: OutcomeStatus, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), picture: None, confirmed: false }
    }
}
