//! Messages between the hands and a browser that is driven without its debugger: by the worker of the extension, and by a
//! script in each document of the run's tabs.
//!
//! Each side only carries out: the hands decide what is done, and the guard what may leave. A frame is
//! `{"id": …, "method": "quiet", "params": QuietCommand}`, answered by `{"id": …, "result": QuietReply}` or
//! `{"id": …, "error": {"code": 0, "message": …}}`; events are `{"method": "quiet", "params": QuietEvent}`.

mod event;
mod input;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

pub use event::{
    QuietBody, QuietBodyPart, QuietDocument, QuietEvent, QuietFormEntry, QuietNavigation, QuietRequest,
    QuietStoppedForm,
};
pub use input::{QuietInput, QuietKey, QuietKeyStep, QuietMouse, QuietMouseStep};

/// The one method of the frames.
pub const QUIET_METHOD: &str = "quiet";

/// What the hands ask of the browser. Tabs have the browser's own numbers; documents have names that are never used again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuietCommand {
    Ping {},
    /// Opens an empty tab in the background.
    Open {},
    /// Takes over a tab of the person, who agreed to it.
    Adopt {
        tab: u32,
    },
    /// Closes a tab. What its page sends while it goes is blocked.
    Close {
        tab: u32,
    },
    /// Makes it the tab that its window shows.
    Activate {
        tab: u32,
    },
    /// Ends the run in all tabs: their rules and listeners are removed, and they stay open.
    Leave {},
    /// Starts the page script in all frames of a tab, or in one of them, and names the documents.
    Inject {
        tab: u32,
        frame: Option<u32>,
    },
    Navigate {
        tab: u32,
        url: String,
    },
    Reload {
        tab: u32,
    },
    /// One step in the history of the tab.
    Step {
        tab: u32,
        back: bool,
    },
    StopLoading {
        tab: u32,
    },
    /// A `PageCommand` as JSON, for the page script of a document.
    Ask {
        tab: u32,
        document: String,
        command: String,
    },
    /// Opens the closed shadow roots that the page script suspects, and says how many there were.
    OpenRoots {
        tab: u32,
        document: String,
    },
    /// The page script's number of the `<iframe>` that shows a document, in the document around it.
    FrameOwner {
        tab: u32,
        parent: String,
        child: String,
    },
    Input {
        tab: u32,
        document: String,
        input: QuietInput,
    },
    Layout {
        tab: u32,
        document: String,
    },
    /// A picture of the visible part of a tab that its window shows.
    Capture {
        tab: u32,
    },
    /// Puts files into the file field with this number of the page script.
    SetFiles {
        tab: u32,
        document: String,
        node: u32,
        files: Vec<QuietFile>,
    },
    /// From now on this tab sends nothing that leaves a mark: forms, marking requests and new sockets are stopped, and
    /// those of workers and new tabs of the hosts that it shows.
    Guard {
        tab: u32,
    },
    /// Sends a form that was stopped, with exactly the entries that were reported.
    SendForm {
        tab: u32,
        document: String,
        form: u32,
    },
    /// Drops a form that was stopped.
    DropForm {
        tab: u32,
        document: String,
        form: u32,
    },
    /// Lets the next request with this method and exactly this address through.
    AllowOnce {
        tab: u32,
        method: String,
        url: String,
    },
    /// Ends all of `AllowOnce` that were not used.
    EndAllow {},
}

/// A file for a file field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietFile {
    pub name: String,
    pub media_type: String,
    /// In base64.
    pub bytes: String,
}

/// The answer to a command that was carried out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QuietReply {
    Done {},
    Tab {
        tab: u32,
    },
    Documents {
        documents: Vec<QuietDocument>,
    },
    /// The page script's answer, as it wrote it.
    Answer {
        text: String,
    },
    Number {
        #[serde(default)]
        node: Option<u32>,
    },
    Count {
        count: u32,
    },
    /// The input goes into a frame: the number of its `<iframe>`, and the point inside of it.
    Inside {
        node: u32,
        x: f64,
        y: f64,
    },
    Layout {
        page: [f64; 2],
        client: [f64; 2],
        content: [f64; 2],
    },
    /// A JPEG in base64.
    Picture {
        jpeg: String,
        /// How many pixels of the picture a CSS pixel has.
        ratio: f64,
    },
    /// The document, tab or frame is not there any more.
    Gone {},
    /// The browser does not do this at the quiet level.
    NeedsDebugger {
        why: String,
    },
}
