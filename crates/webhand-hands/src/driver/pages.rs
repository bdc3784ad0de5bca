//! Tabs, the addresses they go to, and pictures of them.

use std::path::Path;
use std::time::Duration;

use super::{Answer, FrameId, LoaderId, NetError, SessionId, TargetId};
use crate::page_environment::PageEnvironment;

/// Going to addresses, back and forth.
pub(crate) trait Navigation: Send + Sync {
    /// Comes back with the first answer of the server.
    fn navigate<'a>(&'a self, session: &'a SessionId, url: &'a str, within: Duration) -> Answer<'a, Navigated>;
    fn reload<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
    fn history<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, History>;
    fn go_to_entry<'a>(&'a self, session: &'a SessionId, entry: i64, within: Duration) -> Answer<'a, ()>;
    /// The text of a loaded document, as its server sent it.
    fn document_source<'a>(
        &'a self,
        session: &'a SessionId,
        loader: &'a LoaderId,
        within: Duration,
    ) -> Answer<'a, String>;
    fn stop_loading<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
}

#[derive(Debug)]
pub(crate) struct Navigated {
    /// Absent when only the fragment changed.
    pub(crate) loader: Option<LoaderId>,
    pub(crate) error: Option<NetError>,
}

#[derive(Debug)]
pub(crate) struct History {
    pub(crate) current: usize,
    pub(crate) entries: Vec<HistoryEntry>,
}

#[derive(Debug)]
pub(crate) struct HistoryEntry {
    pub(crate) id: i64,
    pub(crate) url: String,
}

pub(crate) trait TabCommands: Send + Sync {
    /// Opens an empty tab in the background, which takes the focus from nobody.
    fn open(&self, window: TabWindow, within: Duration) -> Answer<'_, TargetId>;
    fn close<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()>;
    /// Makes it the tab that its window shows.
    fn activate<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()>;
    /// Answers the dialog of a page; `text` is what a prompt is given.
    fn answer_dialog<'a>(
        &'a self,
        session: &'a SessionId,
        accept: bool,
        text: Option<&'a str>,
        within: Duration,
    ) -> Answer<'a, ()>;
    /// Ends the page as if it had crashed, which needs no answer of the page.
    fn end_page<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TabWindow {
    New,
    Shared,
}

/// How much of a browser belongs to webhand.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BrowserScope<'a> {
    /// All of it. Downloads are refused without a folder.
    Whole { downloads: Option<&'a Path> },
    /// The tabs that it opens. Everything else keeps working as it did.
    OwnTabs,
}

/// Starting to follow the browser, and what is attached to it.
pub(crate) trait Targets: Send + Sync {
    /// Has the browser report downloads and announce every target.
    fn follow_browser<'a>(&'a self, scope: BrowserScope<'a>) -> Answer<'a, ()>;

    /// Presents the browser to the pages of a target as the person wants it; to be called before the target runs.
    fn present<'a>(
        &'a self,
        session: &'a SessionId,
        environment: &'a PageEnvironment,
        within: Duration,
    ) -> Answer<'a, ()>;

    /// Prepares a target that stands still, so that nothing it does goes unnoticed, and lets it run. The frames that
    /// it has already are handed to `frames` as soon as they are known, in the order of their nesting.
    fn set_up<'a>(
        &'a self,
        session: &'a SessionId,
        role: TargetRole,
        frames: &'a (dyn Fn(Vec<FrameInfo>) + Send + Sync),
        within: Duration,
    ) -> Answer<'a, ()>;

    /// The frames of a session and the documents they show, in the order of their nesting.
    fn frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Vec<FrameInfo>>;

    /// Has the browser announce all worlds of scripts of a session again.
    fn announce_worlds<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
}

/// The kind of target that a session is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetRole {
    /// A tab, with the width and height that its page gets; the window's own when absent.
    Tab {
        viewport: Option<(u32, u32)>,
    },
    /// A frame of another process.
    Frame,
    Worker,
    /// Something that is not followed; it is only let run.
    Unfollowed,
}

/// A frame and the document that it shows.
#[derive(Debug, Clone)]
pub(crate) struct FrameInfo {
    pub(crate) id: FrameId,
    pub(crate) parent: Option<FrameId>,
    pub(crate) loader: LoaderId,
    pub(crate) url: String,
    pub(crate) security_origin: String,
    pub(crate) mime_type: String,
    /// The address that could not be loaded, when this is an error page.
    pub(crate) unreachable_url: Option<String>,
}

pub(crate) trait Screenshots: Send + Sync {
    fn layout<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Layout>;
    /// A picture as JPEG.
    fn capture<'a>(&'a self, session: &'a SessionId, capture: Capture, within: Duration) -> Answer<'a, Vec<u8>>;
    /// The page on paper, as PDF; `None` where the browser cannot print.
    fn print<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Option<Answer<'a, Vec<u8>>> {
        None
    }
}

/// Lengths in CSS pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// Where the visible part begins on the page.
    pub(crate) page_x: f64,
    pub(crate) page_y: f64,
    /// How large the viewport is.
    pub(crate) client_width: f64,
    pub(crate) client_height: f64,
    /// How large the whole page is.
    pub(crate) content_width: f64,
    pub(crate) content_height: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Capture {
    pub(crate) clip: Clip,
    /// Whether the part lies outside of what is visible. For that the browser resizes the page for a moment, and the page
    /// hears of it.
    pub(crate) beyond_viewport: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Clip {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) scale: f64,
}
