//! The messages between an outside agent and webhand: over the WebSocket, and over the socket of a session.
//!
//! Start at [`AgentRequest`] and [`AgentReply`].
//!
//! Invariant: for any bytes, [`AgentRequest::read`] returns a request or the reply that says what is wrong with them; it
//! never panics and never recurses deeper than a message may nest.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod request;
mod schema;
mod unique_keys;

pub use schema::{AgentCommand, ArgumentKind, COMMANDS, schema};

/// The largest message, in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// How deep a message may nest.
pub const MOST_DEPTH: usize = 64;

/// One thing an agent wants done: `{"id": 1, "type": "click", "params": {"ref": "e3"}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AgentRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<MessageId>,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<serde_json::Value>"))]
    pub params: Map<String, Value>,
}

/// The agent's own id of a message; the reply repeats it unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum MessageId {
    Number(#[cfg_attr(test, ts(type = "number"))] i64),
    Text(String),
}

/// The answer to one request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentReply {
    pub id: Option<MessageId>,
    pub success: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub data: Option<AgentData>,
    /// What went wrong and what to do next, for people and models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub error: Option<String>,
    /// The same in one word, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub approval: Option<Approval>,
}

/// What a followed run sends beside the replies: an event, or that there are no more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AgentEvent {
    /// The id of the run.
    pub run: String,
    /// A `RunEvent` of `/api/v1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub event: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub end: Option<FollowEnd>,
}

/// Why no further events of a run follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FollowEnd {
    /// The run is over.
    Over,
    /// The events cannot be read any more.
    Lost,
}

/// The result of a request.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentData {
    /// What happened and what changed, in a few lines.
    pub text: String,
    /// The same for programs, where there is something to compute with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub value: Option<Value>,
    /// What changed beside the target: navigations, tabs, dialogs, downloads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<serde_json::Value>>"))]
    pub changes: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub picture: Option<AgentPicture>,
    /// With the first reply on a connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub session: Option<AgentSession>,
}

/// How a session is resumed after its connection was cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentSession {
    pub name: String,
    /// The key for `resume`.
    pub resume: String,
    /// How many requests have come in so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub received: u64,
}

/// A picture as base64 text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentPicture {
    /// `image/jpeg`.
    pub mime: String,
    pub base64: String,
}

/// A question only the person can answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Approval {
    pub id: String,
    pub question: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The kind of request that the person may allow for the rest of the session, if that is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub this_kind: Option<String>,
    /// What the person types to allow it.
    pub command: String,
}

impl AgentEvent {
    /// The message as JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl AgentReply {
    #[must_use]
    pub fn done(id: Option<MessageId>, data: AgentData) -> Self {
        Self { id, success: true, data: Some(data), error: None, code: None, approval: None }
    }

    /// The reply as JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Plain data with text keys: writing it cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    #[must_use]
    pub fn failed(id: Option<MessageId>, code: impl Into<String>, error: impl Into<String>) -> Self {
        Self { id, success: false, data: None, error: Some(error.into()), code: Some(code.into()), approval: None }
    }
}
