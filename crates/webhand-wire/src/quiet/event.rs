//! What happens in the tabs of a run without anybody asking.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuietEvent {
    TabOpened {
        tab: u32,
        #[serde(default)]
        opener: Option<u32>,
        url: String,
    },
    TabClosed {
        tab: u32,
    },
    TabNamed {
        tab: u32,
        title: String,
        url: String,
    },
    /// A frame is about to load another document.
    NavigationStarted(QuietNavigation),
    /// A frame shows another document.
    Committed(QuietNavigation),
    /// The address changed and the document stayed.
    WithinDocument(QuietNavigation),
    /// The document can be used.
    Interactive(QuietNavigation),
    LoadFailed {
        place: QuietNavigation,
        /// The browser's name of the error: `net::ERR_NAME_NOT_RESOLVED`.
        error: String,
    },
    FrameRemoved {
        tab: u32,
        frame: u32,
    },
    /// The page script runs in a document.
    Started(QuietDocument),
    RequestStarted(QuietRequest),
    RequestAnswered {
        id: String,
        status: u16,
        media_type: String,
    },
    RequestFinished {
        id: String,
    },
    RequestFailed {
        id: String,
        error: String,
    },
    /// A form was kept from being sent. Its page stays as it is.
    FormStopped(QuietStoppedForm),
}

/// A frame of a tab and what it goes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietNavigation {
    pub tab: u32,
    /// 0 is the top frame.
    pub frame: u32,
    #[serde(default)]
    pub parent: Option<u32>,
    #[serde(default)]
    pub document: Option<String>,
    pub url: String,
    /// The person or a script went back or forward in the history.
    #[serde(default)]
    pub in_history: bool,
}

/// A document in which the page script runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietDocument {
    pub tab: u32,
    pub frame: u32,
    #[serde(default)]
    pub parent: Option<u32>,
    pub document: String,
    pub url: String,
    pub origin: String,
    pub media_type: String,
    /// The document can be used.
    pub is_interactive: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietRequest {
    /// Redirects keep it.
    pub id: String,
    /// Absent for what workers send.
    #[serde(default)]
    pub tab: Option<u32>,
    /// The frame that sends it, or that the document is loaded into.
    #[serde(default)]
    pub frame: Option<u32>,
    #[serde(default)]
    pub parent: Option<u32>,
    /// The origin of the document that sends it.
    #[serde(default)]
    pub initiator: Option<String>,
    /// As in `webRequest.ResourceType`.
    pub resource: String,
    pub method: String,
    pub url: String,
    /// The status of the answer that led here, when it goes on after a redirect.
    #[serde(default)]
    pub redirect_status: Option<u16>,
    #[serde(default)]
    pub body: Option<QuietBody>,
    /// `QuietCommand::AllowOnce` lets it through.
    #[serde(default)]
    pub is_allowed: bool,
}

/// What a request carries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum QuietBody {
    Fields {
        entries: Vec<QuietFormEntry>,
        is_multipart: bool,
    },
    Bytes {
        parts: Vec<QuietBodyPart>,
    },
    /// There is a body, and the browser does not tell what is in it.
    Unknown {},
}

/// A piece of a body; files have no bytes here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietBodyPart {
    /// In base64.
    #[serde(default)]
    pub bytes: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietFormEntry {
    pub name: String,
    /// The name of the file where it is one.
    pub value: String,
    #[serde(default)]
    pub is_file: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietStoppedForm {
    pub tab: u32,
    pub frame: u32,
    pub document: String,
    /// The number under which the document keeps it.
    pub form: u32,
    pub method: String,
    pub url: String,
    /// `application/x-www-form-urlencoded`, `multipart/form-data` or `text/plain`.
    pub media_type: String,
    pub entries: Vec<QuietFormEntry>,
}
