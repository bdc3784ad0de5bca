//! The server itself in the API: health, dashboard sessions, settings, models.

use serde::{Deserialize, Serialize};

/// Whether the server works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Health {
    /// `ok`.
    pub status: String,
    pub version: String,
    pub working: u32,
    pub queued: u32,
    /// How many runs work at the same time.
    pub limit: u32,
}

/// What a client may do here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    pub version: String,
    /// Whether the key is the person's.
    pub owner: bool,
    /// The brain of runs that name none.
    pub brain: String,
    /// A provider that gets what the pages show, if the usual brain is not on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub sent_to: Option<String>,
    pub limit: u32,
}

/// A text that a person wrote into a task box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TaskDraft {
    pub text: String,
}

/// Whether a text asks for something that needs a browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IntentInfo {
    pub browser: bool,
    /// Why not: `declined`, `too_short`, `knowledge` or `unclear`; otherwise `browser`.
    pub why: String,
}

/// The token that a dashboard sends with every request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionToken {
    pub token: String,
}

/// The person's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingList {
    pub settings: Vec<SettingInfo>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingInfo {
    pub key: String,
    /// What it takes.
    pub doc: String,
    /// As it would be written on a command line; none where the default holds.
    pub value: Option<String>,
}

/// A new value of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SettingValue {
    /// None goes back to the default.
    pub value: Option<String>,
}

/// The models that can be named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelList {
    pub models: Vec<ModelInfo>,
}

/// One brain that a run may name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelInfo {
    pub name: String,
    /// Whether its key is there.
    pub ready: bool,
    /// Price or place, for people.
    pub about: String,
    /// Only of a chat page that a person can switch on.
    #[cfg_attr(test, ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatSite>,
}

/// A site whose chat page can be a brain, as a person reads about it before they switch it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatSite {
    /// Its word in the setting `chat_tabs`.
    pub switch: String,
    pub title: String,
    pub hosts: Vec<String>,
    /// What it says about automated use.
    pub terms: String,
}
