//! Requests, verdicts on those that are paused, and downloads.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{
    self, AuthChallengeResponse, CancelDownload, ContinueRequest, ContinueWithAuth, DisableFetch, EnableFetch,
    Evaluate, FailRequest, UrlPattern,
};

use super::CdpDriver;
use super::live_channels::fail_rule;
use webhand_guard::ResourceKind;

use crate::driver::{
    Answer, BodyPart, DownloadId, Downloads, HeldRequests, LoginAnswer, PauseState, PausedKinds, PausedRequestId,
    Refusal, Request, RequestPaused, RequestStarted, SessionId,
};

impl HeldRequests for CdpDriver {
    fn release<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()> {
        self.run_browser(ContinueRequest { request_id: request.into() }, within).boxed()
    }

    fn refuse<'a>(&'a self, request: &'a PausedRequestId, why: Refusal, within: Duration) -> Answer<'a, ()> {
        let error_reason = match why {
            Refusal::Aborted => "Aborted",
            Refusal::Blocked => "BlockedByClient",
        };
        self.run_browser(FailRequest { request_id: request.into(), error_reason }, within).boxed()
    }

    /// On the browser's own session, which sees the requests of every tab, frame and worker.
    fn pause(&self, kinds: PausedKinds, within: Duration) -> Answer<'_, ()> {
        let every = |resource_type| UrlPattern { url_pattern: "*", resource_type };
        let patterns = match kinds {
            PausedKinds::Marking => {
                ResourceKind::PAUSED.iter().filter_map(|kind| protocol_kind(*kind)).map(Some).map(every).collect()
            }
            PausedKinds::All => vec![every(None)],
        };
        self.run_browser(EnableFetch { patterns, handle_auth_requests: true }, within).boxed()
    }

    /// The browser's session reaches only what is loaded later; a page's session that is switched on and off makes the
    /// browser build the loaders of its frames and workers anew, and the new ones are intercepted.
    fn reroute<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move {
            let patterns = vec![UrlPattern { url_pattern: MATCHES_NOTHING, resource_type: None }];
            let (on, off) = tokio::join!(
                self.run(session, EnableFetch { patterns, handle_auth_requests: false }, within),
                self.run(session, DisableFetch {}, within),
            );
            on.and(off)
        }
        .boxed()
    }

    fn wait_for_scripts<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move { self.call(session, &Evaluate::value("0"), within).await.map(drop) }.boxed()
    }

    fn fail_all<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.run(session, fail_rule(), within).boxed()
    }

    fn answer_login<'a>(
        &'a self,
        request: &'a PausedRequestId,
        answer: LoginAnswer,
        within: Duration,
    ) -> Answer<'a, ()> {
        let response = match answer {
            LoginAnswer::Cancel => "CancelAuth",
            LoginAnswer::AskPerson => "Default",
        };
        let auth_challenge_response = AuthChallengeResponse { response };
        self.run_browser(ContinueWithAuth { request_id: request.into(), auth_challenge_response }, within).boxed()
    }
}

impl Downloads for CdpDriver {
    fn cancel<'a>(&'a self, download: &'a DownloadId, within: Duration) -> Answer<'a, ()> {
        self.run_browser(CancelDownload { guid: download.as_str().to_owned() }, within).boxed()
    }
}

pub(super) fn started(starts: protocol::RequestStarts) -> RequestStarted {
    RequestStarted {
        id: starts.request_id.into(),
        loader: starts.loader_id.map(Into::into),
        request: request(starts.request),
        frame: starts.frame_id.map(Into::into),
        resource: resource_kind(&starts.kind),
        kind: starts.kind,
        redirect_status: starts.redirect_response.map(|response| response.status),
    }
}

pub(super) fn paused(paused: protocol::RequestPaused) -> RequestPaused {
    RequestPaused {
        request_id: paused.request_id.into(),
        request: request(paused.request),
        frame_id: paused.frame_id.into(),
        kind: resource_kind(&paused.resource_type),
        network_id: paused.network_id.map(Into::into),
        state: PauseState::Waits,
    }
}

fn request(request: protocol::Request) -> Request {
    let protocol::Request { url, method, headers, post_data, has_post_data, post_data_entries } = request;
    let post_data_entries = post_data_entries.into_iter().map(|entry| BodyPart { bytes: entry.bytes }).collect();
    Request { url, method, headers, post_data, has_post_data, post_data_entries }
}

fn resource_kind(name: &str) -> ResourceKind {
    let is_it = |kind: &&ResourceKind| protocol_kind(**kind) == Some(name);
    ResourceKind::PAUSED.iter().find(is_it).copied().unwrap_or(ResourceKind::Subresource)
}

/// The protocol's name of a kind; `None` for the kinds that have many.
fn protocol_kind(kind: ResourceKind) -> Option<&'static str> {
    match kind {
        ResourceKind::Document => Some("Document"),
        ResourceKind::Xhr => Some("XHR"),
        ResourceKind::Fetch => Some("Fetch"),
        ResourceKind::Ping => Some("Ping"),
        ResourceKind::Report => Some("CSPViolationReport"),
        ResourceKind::Other => Some("Other"),
        ResourceKind::Subresource | ResourceKind::SocketFrame => None,
    }
}

/// No request has such an address.
const MATCHES_NOTHING: &str = "nothing://nowhere";
