//! The events of the browser, which happen without anybody asking, in their order.

use std::fmt::Debug;

use futures_util::future::BoxFuture;

use super::{
    DownloadId, DragData, ElementNumber, FrameId, FrameInfo, LoaderId, LoginRequired, NetError, OfferedTool, RequestId,
    RequestPaused, RequestStarted, ScriptWorld, SessionId, TargetId, ToolResponse,
};

/// The events of one browser; one reader takes them.
pub(crate) trait EventSource: Debug + Send {
    /// Waits for the next event; `None` once the connection has ended.
    fn next(&mut self) -> BoxFuture<'_, Option<Received>>;
}

#[derive(Debug)]
pub(crate) enum Received {
    Event(Box<BrowserEvent>),
    /// One event of the browser that says several things, or nothing.
    Events(Vec<BrowserEvent>),
    /// The browser sent an event that says nothing to the hands. It counts as applied.
    Unread,
    /// So many events were dropped here because the reader was too slow.
    Lost(u64),
}

#[derive(Debug)]
pub(crate) struct BrowserEvent {
    /// Where it happened; `None` is the browser itself.
    pub(crate) session: Option<SessionId>,
    pub(crate) kind: BrowserEventKind,
}

#[derive(Debug)]
pub(crate) enum BrowserEventKind {
    Page(PageEvent),
    ScriptWorld(ScriptWorldEvent),
    Network(NetworkEvent),
    Request(RequestEvent),
    Socket(SocketEvent),
    Tool(ToolEvent),
    Target(TargetEvent),
    Download(DownloadEvent),
}

/// Frames, dialogs, crashes and what else happens to a page.
#[derive(Debug)]
pub(crate) enum PageEvent {
    FrameAttached {
        frame: FrameId,
        parent: FrameId,
    },
    FrameNavigated(FrameInfo),
    FrameRemoved {
        frame: FrameId,
    },
    /// The frame goes on in another process.
    FrameSwapped {
        frame: FrameId,
    },
    /// The frame is about to load another document.
    NavigationStarted {
        frame: FrameId,
        loader: LoaderId,
    },
    LoadingStopped {
        frame: FrameId,
    },
    /// The address changed and the document stayed.
    NavigatedWithinDocument {
        frame: FrameId,
        url: String,
    },
    /// The document can be used, though parts of it may still be coming.
    DocumentInteractive {
        frame: FrameId,
        loader: LoaderId,
    },
    /// The page has asked for a tab, which is announced later.
    WindowRequested,
    DialogOpened {
        kind: String,
        message: String,
    },
    DialogClosed,
    /// The page's process died; the session stays and serves the page again after a reload.
    Crashed,
    /// The page began a drag of the browser's own kind, which was kept from the desktop.
    DragStarted(DragData),
    /// The page opened a file chooser, which was kept closed.
    FileChooserOpened {
        field: Option<ElementNumber>,
        several: bool,
    },
}

/// Worlds of scripts, and what pages write to their consoles.
#[derive(Debug)]
pub(crate) enum ScriptWorldEvent {
    Created {
        frame: FrameId,
        world: ScriptWorld,
        kind: ScriptWorldKind,
    },
    Destroyed(ScriptWorld),
    /// All worlds of the session are gone.
    Cleared,
    Console(ConsoleLine),
}

#[derive(Debug)]
pub(crate) enum ScriptWorldKind {
    /// The page's own.
    Page,
    /// That of the page script, with the origin of its document: an address does not tell that of a written or inherited
    /// document.
    PageScript { origin: String },
}

#[derive(Debug)]
pub(crate) struct ConsoleLine {
    /// `log`, `warning`, `error` and others.
    pub(crate) kind: String,
    pub(crate) text: String,
}

#[derive(Debug)]
pub(crate) enum NetworkEvent {
    Started(RequestStarted),
    Answered {
        request: RequestId,
        status: u16,
        mime_type: String,
    },
    Finished {
        request: RequestId,
        /// The size of the answer, if the browser tells.
        bytes: Option<u64>,
    },
    /// `given_up` when nothing is shown in place of the answer: it was cancelled, or the answer was empty.
    Failed {
        request: RequestId,
        error: NetError,
        given_up: bool,
    },
}

/// Web sockets, and the frames that pages send over them.
#[derive(Debug)]
pub(crate) enum SocketEvent {
    Opened {
        socket: RequestId,
        url: String,
    },
    /// The page sent a frame. Where frames are held it has not left the browser yet.
    FrameSent {
        socket: RequestId,
        frame: SocketFrame,
    },
    Closed {
        socket: RequestId,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SocketFrame {
    Text(String),
    Binary(Vec<u8>),
}

impl SocketFrame {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Binary(bytes) => bytes,
        }
    }
}

/// Requests that wait for a verdict.
#[derive(Debug)]
pub(crate) enum RequestEvent {
    Paused(RequestPaused),
    LoginRequired(LoginRequired),
}

#[derive(Debug)]
pub(crate) enum ToolEvent {
    Offered(Vec<OfferedTool>),
    Withdrawn(Vec<(FrameId, String)>),
    Responded(ToolResponse),
}

/// Tabs, frames of other processes and workers that come and go.
#[derive(Debug)]
pub(crate) enum TargetEvent {
    /// The target stands still until it is set up.
    Attached {
        session: SessionId,
        target: TargetInfo,
    },
    Detached {
        session: SessionId,
    },
    TitleChanged {
        target: TargetId,
        title: String,
        url: String,
    },
}

#[derive(Debug)]
pub(crate) struct TargetInfo {
    pub(crate) id: TargetId,
    pub(crate) kind: TargetKind,
    pub(crate) url: String,
    pub(crate) opener: Option<TargetId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetKind {
    Page,
    /// A frame of another process.
    Frame,
    /// A worker that several pages talk to, or none that is open.
    SharedWorker,
    /// A worker that answers the requests of several pages, or none that is open.
    ServiceWorker,
    /// The worker of one page.
    Worker,
    /// Something else that runs beside pages.
    Other,
}

#[derive(Debug)]
pub(crate) enum DownloadEvent {
    Started { download: DownloadId, frame: FrameId, file: String },
    Progress { download: DownloadId, state: DownloadState, bytes: u64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DownloadState {
    UnderWay,
    Complete,
    Cancelled,
}
