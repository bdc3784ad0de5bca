//! The record of a request of a page and of its answer, for the journal.

use serde::{Deserialize, Serialize};

/// A request as the browser's developer tools list it, without headers and contents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestRecord {
    pub method: String,
    pub url: String,
    /// In the browser's words: `Document`, `XHR`, `Fetch`, `Script` and others.
    pub kind: String,
    /// Absent if no answer came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The media type of the answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mime: String,
    /// Why it failed, in the browser's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// How many milliseconds before the outcome it began.
    pub began_before: u64,
    /// How many milliseconds it took.
    pub took: u64,
    /// The size of the answer on its way, if the browser tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl RequestRecord {
    /// Whether it was not answered, or with an error.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        self.failure.is_some() || self.status.is_some_and(|status| status >= 400)
    }

    /// Whether it carries what a page is made for, and is no part of its looks.
    #[must_use]
    pub fn is_content(&self) -> bool {
        matches!(self.kind.as_str(), "Document" | "XHR" | "Fetch" | "EventSource" | "Ping")
    }
}
