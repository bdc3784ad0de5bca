//! Requests, those that wait for a verdict, and downloads.

use std::time::Duration;

use serde_json::{Map, Value};
use webhand_guard::ResourceKind;

use super::{Answer, DownloadId, FrameId, LoaderId, PausedRequestId, RequestId};

/// Verdicts on requests that are paused before they leave.
pub(crate) trait HeldRequests: Send + Sync {
    fn release<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()>;
    fn refuse<'a>(&'a self, request: &'a PausedRequestId, why: Refusal, within: Duration) -> Answer<'a, ()>;
    /// Pauses requests of every kind from now on, parts of pages included; each costs a round trip.
    fn pause_all_kinds(&self, within: Duration) -> Answer<'_, ()>;
    fn answer_login<'a>(
        &'a self,
        request: &'a PausedRequestId,
        answer: LoginAnswer,
        within: Duration,
    ) -> Answer<'a, ()>;
}

/// What a page learns of a request that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Aborted,
    Blocked,
}

/// What is done about a server that wants a name and a password.
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
    pub(crate) method: String,
    pub(crate) url: String,
    /// `Document`, `XHR`, `Fetch` and others.
    pub(crate) kind: String,
    /// Requests of its kind wait for a verdict before they leave.
    pub(crate) is_paused: bool,
    /// The status of the answer that led here, when this goes on after a redirect.
    pub(crate) redirect_status: Option<u16>,
}

/// A request that waits for a verdict.
#[derive(Debug, Clone)]
pub(crate) struct RequestPaused {
    pub(crate) request_id: PausedRequestId,
    pub(crate) request: Request,
    /// The frame or the worker that sends it.
    pub(crate) frame_id: FrameId,
    pub(crate) kind: ResourceKind,
    pub(crate) network_id: Option<RequestId>,
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
