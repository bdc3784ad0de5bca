//! What is said on a session's socket beside the actions.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The first line whoever connects is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version that keeps the session: another one may write its messages differently.
    pub webhand: String,
    pub session: String,
}

/// `session.call`: an action, and when it is given up.
pub const CALL: &str = "session.call";
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallParams {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub params: Map<String, Value>,
    pub within_ms: u64,
}

/// `session.decide`: what the person answered who sits before the terminal.
pub const DECIDE: &str = "session.decide";
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecideParams {
    /// Of the question.
    pub id: String,
    pub reply: webhand_model::PersonReply,
}

/// `session.close`: end.
pub const CLOSE: &str = "session.close";

/// `session.about`: what `webhand sessions` shows.
pub const ABOUT: &str = "session.about";

/// What a session tells about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    pub run: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub tabs: usize,
    /// Since when nothing was asked of it; nothing while something is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
    /// What waits for a yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}
