//! Requests, those that wait for a verdict, and downloads.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::ready;
use serde_json::{Map, Value};
use webhand_guard::ResourceKind;

use super::{Answer, DownloadId, FrameId, LoaderId, PausedRequestId, RequestId, SessionId};

/// Verdicts on requests that are paused before they leave.
pub(crate) trait HeldRequests: Send + Sync {
    fn release<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()>;
    fn refuse<'a>(&'a self, request: &'a PausedRequestId, why: Refusal, within: Duration) -> Answer<'a, ()>;
    /// Pauses requests of these kinds from now on, in documents and workers that are loaded later and those that
    /// [`reroute`](Self::reroute) is called for.
    fn pause(&self, kinds: PausedKinds, within: Duration) -> Answer<'_, ()>;
    /// Sends the requests of everything that a session has loaded already through the interception.
    fn reroute<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
    /// Waits until a page is done with the script it was running, and has noticed every earlier call.
    fn wait_for_scripts<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
    /// Fails every request of a page and its workers, until [`LiveChannels`](super::LiveChannels) sets another rule.
    fn fail_all<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
    fn answer_login<'a>(
        &'a self,
        request: &'a PausedRequestId,
        answer: LoginAnswer,
        within: Duration,
    ) -> Answer<'a, ()>;

    /// Lets the next request of a page with this method and exactly this address through, where requests are blocked by
    /// rules that know no contents. Elsewhere there is nothing to do.
    fn allow_once<'a>(
        &'a self,
        _session: &'a SessionId,
        _method: &'a str,
        _url: &'a str,
        _within: Duration,
    ) -> Answer<'a, ()> {
        ready(Ok(())).boxed()
    }

    /// Ends what [`allow_once`](Self::allow_once) allowed and nobody used.
    fn end_allow(&self, _within: Duration) -> Answer<'_, ()> {
        ready(Ok(())).boxed()
    }
}

/// The requests that are paused before they leave. Each pause costs a round trip, and the first kind slows all loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PausedKinds {
    /// Documents, and requests that can leave a mark.
    Marking,
    /// Parts of pages too.
    All,
}

/// The error that a page sees for a request that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Aborted,
    Blocked,
}

/// The answer to a server that wants a name and a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoginAnswer {
    /// The page that came with the refusal is shown.
    Cancel,
    /// The person in front of the window is asked.
    AskPerson,
}

pub(crate) trait Downloads: Send + Sync {
    fn cancel<'a>(&'a self, download: &'a DownloadId, within: Duration) -> Answer<'a, ()>;
}

/// A request that has left, or one that goes on after a redirect.
#[derive(Debug, Clone)]
pub(crate) struct RequestStarted {
    pub(crate) id: RequestId,
    pub(crate) loader: Option<LoaderId>,
    pub(crate) request: Request,
    /// The frame that sends it; none for those of workers.
    pub(crate) frame: Option<FrameId>,
    /// `Document`, `XHR`, `Fetch` and others.
    pub(crate) kind: String,
    pub(crate) resource: ResourceKind,
    /// The status of the answer that led here, when this goes on after a redirect.
    pub(crate) redirect_status: Option<u16>,
}

/// Where a request is when it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PauseState {
    /// Inside the browser, until it is released or refused.
    Waits,
    /// A rule of the browser has stopped it, and it cannot go on.
    Stopped,
    /// It has left.
    Sent,
}

/// A request that waits for a verdict, or was stopped or let through by a rule before.
#[derive(Debug, Clone)]
pub(crate) struct RequestPaused {
    pub(crate) request_id: PausedRequestId,
    pub(crate) request: Request,
    /// The frame or the worker that sends it.
    pub(crate) frame_id: FrameId,
    pub(crate) kind: ResourceKind,
    pub(crate) network_id: Option<RequestId>,
    pub(crate) state: PauseState,
}

/// A server wants a name and a password.
#[derive(Debug, Clone)]
pub(crate) struct LoginRequired {
    pub(crate) request_id: PausedRequestId,
    pub(crate) frame_id: FrameId,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) url: String,
    pub(crate) method: String,
    pub(crate) headers: Map<String, Value>,
    pub(crate) post_data: Option<String>,
    pub(crate) has_post_data: bool,
    pub(crate) post_data_entries: Vec<BodyPart>,
}

/// A piece of a body; files have no bytes here.
#[derive(Debug, Clone)]
pub(crate) struct BodyPart {
    /// In base64.
    pub(crate) bytes: Option<String>,
}
