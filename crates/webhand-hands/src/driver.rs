//! The driver: the narrow border between the hands, which decide, and a browser, which performs.
//!
//! The border speaks types of `webhand-model`, `webhand-wire` and this module. It knows no protocol, and no JavaScript
//! but the script that a caller of `eval` wrote. Every call carries a deadline. A group of calls that a browser may lack
//! is an `Option` of [`Driver`]: the hands go on without it, or refuse the action that needs it.
//!
//! [`cdp`] is the driver over the Chrome `DevTools` Protocol, [`quiet`] that of a person's browser without its debugger,
//! whose messages the same client carries. Only these folders use `webhand_cdp`, and `connection.rs`, where the client
//! comes in. A driver for another browser lives beside them and enters through `BrowserConnection::over`;
//! `hands/tests/fake_driver.rs` is a small one. Start reading at [`Driver`] and [`BrowserEvent`].

pub(crate) mod cdp;
mod chat_scripts;
mod contexts;
mod error;
mod event;
mod hints;
mod ids;
mod input;
mod live_channels;
mod net_error;
mod optional;
mod page_scripts;
mod pages;
pub(crate) mod quiet;
mod requests;

use std::fmt::Debug;
use std::time::Duration;

use futures_util::future::BoxFuture;

pub(crate) use chat_scripts::ChatScripts;
pub(crate) use contexts::BrowserContexts;
pub(crate) use error::DriverError;
pub(crate) use event::{
    BrowserEvent, BrowserEventKind, ConsoleLine, DownloadEvent, DownloadState, EventSource, NetworkEvent, PageEvent,
    Received, RequestEvent, ScriptWorldEvent, ScriptWorldKind, SocketEvent, SocketFrame, TargetEvent, TargetInfo,
    TargetKind, ToolEvent,
};
pub(crate) use hints::{ClosedRoots, ElementInternals, EventListener, EventListeners, InternalsOf, ResolvedElement};
pub(crate) use ids::{
    ContextId, DownloadId, ElementNumber, FrameId, LoaderId, ObjectHandle, PausedRequestId, RequestId, ScriptWorld,
    SessionId, TargetId, ToolCallId,
};
pub(crate) use input::{
    DragData, DragEvent, DragInput, DragStep, InputDispatch, KeyEvent, KeyStep, MouseButton, MouseEvent, MouseStep,
    WheelEvent,
};
pub(crate) use live_channels::LiveChannels;
pub(crate) use net_error::NetError;
pub(crate) use optional::{
    FileField, FileUploads, OfferedTool, PageObjects, PageTools, ScriptFault, ScriptRunner, ScriptValue, ToolResponse,
    ToolStatus,
};
pub(crate) use page_scripts::{DocumentAddress, PageScripts, WorldName};
pub(crate) use pages::{
    BrowserScope, Capture, Clip, FrameInfo, History, HistoryEntry, Layout, Navigated, Navigation, Screenshots,
    TabCommands, TabWindow, TargetRole, Targets,
};
pub(crate) use requests::{
    BodyPart, Downloads, HeldRequests, LoginAnswer, LoginRequired, PauseState, PausedKinds, Refusal, Request,
    RequestPaused, RequestStarted,
};

/// The answer to a call, within the deadline that the call was given.
pub(crate) type Answer<'a, T> = BoxFuture<'a, Result<T, DriverError>>;

/// One connected browser. The first group of methods is what every driver can do; each method of the second group
/// answers `None` where the browser lacks it.
pub(crate) trait Driver: Debug + Send + Sync {
    fn page_scripts(&self) -> &dyn PageScripts;
    fn input(&self) -> &dyn InputDispatch;
    fn navigation(&self) -> &dyn Navigation;
    fn tabs(&self) -> &dyn TabCommands;
    fn targets(&self) -> &dyn Targets;
    fn pictures(&self) -> &dyn Screenshots;

    /// Comes back once the browser has answered anything.
    fn ping(&self, within: Duration) -> Answer<'_, ()>;

    /// How many events the browser has sent so far, applied or not. Whoever has a reply in hand knows by it how far the
    /// event loop must come to have applied everything that the browser said before.
    fn events_received(&self) -> u64;

    /// Pausing requests before they leave. Without it nothing is held: a browser that lacks it must stop requests by
    /// other means, or must not be used where commits are asked about.
    fn held_requests(&self) -> Option<&dyn HeldRequests>;
    /// Holding the frames of web sockets before they leave. Without it the person is asked before a page with open
    /// sockets is touched.
    fn live_channels(&self) -> Option<&dyn LiveChannels>;
    /// Contexts of their own for owners. Without them all owners share the cookies of the browser.
    fn contexts(&self) -> Option<&dyn BrowserContexts> {
        None
    }
    fn downloads(&self) -> Option<&dyn Downloads>;
    /// Drags of the browser's own kind; without them everything is dragged with the mouse alone.
    fn drags(&self) -> Option<&dyn DragInput>;
    fn uploads(&self) -> Option<&dyn FileUploads>;
    /// Elements as objects of the page's own world.
    fn objects(&self) -> Option<&dyn PageObjects>;
    /// Scripts that a caller wrote.
    fn scripts(&self) -> Option<&dyn ScriptRunner>;
    /// Tools that pages offer (`WebMCP`).
    fn page_tools(&self) -> Option<&dyn PageTools>;
    /// The script of chat pages.
    fn chat_scripts(&self) -> Option<&dyn ChatScripts>;
    fn listeners(&self) -> Option<&dyn EventListeners>;
    fn closed_roots(&self) -> Option<&dyn ClosedRoots>;
    fn element_internals(&self) -> Option<&dyn ElementInternals>;

    /// Whether the browser could do more if the person allowed its debugger.
    fn lacks_debugger(&self) -> bool {
        false
    }

    /// The protocol's own session, which passes no guard: for tests and benchmarks.
    #[cfg(feature = "raw-cdp")]
    fn raw_session(&self, session: &SessionId) -> Option<cdp::RawSession>;
}
