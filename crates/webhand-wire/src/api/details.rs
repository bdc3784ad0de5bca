//! One line of a journal with everything that the light event leaves out.

use serde::{Deserialize, Serialize};

use super::RunEvent;

/// What a person sees when they go back to a step of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventDetails {
    pub event: RunEvent,
    /// The newest look at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub look: Option<LookDetails>,
    /// What the brain was shown, where it was asked in this line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub prompt: Option<PromptDetails>,
    /// What the brain answered, where this line is its answer or asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub answer: Option<String>,
    /// What changed by the action, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub changes: Option<String>,
    /// Requests that left with the action.
    pub requests: Vec<RequestDetails>,
    /// What the pages wrote to their consoles meanwhile.
    pub console: Vec<String>,
    /// The pictures before and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture_before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture_after: Option<String>,
}

/// A look at a page, as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookDetails {
    /// The line of the look.
    pub seq: u64,
    pub url: String,
    pub title: String,
    pub text: String,
}

/// What a brain was shown; the actions on offer are left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromptDetails {
    pub system: String,
    pub task: String,
    /// Answers so far with their results, one a line.
    pub turns: Vec<String>,
    pub notes: Vec<String>,
    /// The page as it was shown: whole, or what changed.
    pub page: String,
}

/// A request of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestDetails {
    pub method: String,
    pub url: String,
    /// `held`, or what let it go: a word of the journal.
    pub by: String,
    pub count: u32,
}
