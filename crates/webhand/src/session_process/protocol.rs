//! The messages on a session's socket beside the actions.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The first line that a client receives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version of the session process: another version may have other messages.
    pub webhand: String,
    pub session: String,
}

/// `session.call`: an action with its timeout.
pub const CALL: &str = "session.call";
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallParams {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub params: Map<String, Value>,
    pub within_ms: u64,
    /// The caller looks at the page next, so the reply leaves out what the action changed on it.
    #[serde(default)]
    pub then_look: bool,
}

/// `session.decide`: the answer of the person at the terminal.
pub const DECIDE: &str = "session.decide";
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecideParams {
    /// The id of the question.
    pub id: String,
    pub reply: webhand_model::PersonReply,
}

/// `session.close`: ends the session.
pub const CLOSE: &str = "session.close";

/// `session.about`: the facts that `webhand sessions` shows.
pub const ABOUT: &str = "session.about";

/// The facts about a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    pub run: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub tabs: usize,
    /// How long the session has been idle; absent while a call is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
    /// The question that waits for a yes or no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// `session.storage_state`: the log-ins of the session's browser, for the person at the terminal.
pub const STORAGE_STATE: &str = "session.storage_state";
