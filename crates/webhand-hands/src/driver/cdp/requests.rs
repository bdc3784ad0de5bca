//! Requests, verdicts on those that are paused, and downloads.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{
    self, AuthChallengeResponse, CancelDownload, ContinueRequest, ContinueWithAuth, EnableFetch, FailRequest,
    UrlPattern,
};

use super::CdpDriver;
use webhand_guard::ResourceKind;

use crate::driver::{
    Answer, BodyPart, DownloadId, Downloads, HeldRequests, LoginAnswer, PausedRequestId, Refusal, Request,
    RequestPaused, RequestStarted,
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

    fn pause_all_kinds(&self, within: Duration) -> Answer<'_, ()> {
        let patterns = vec![UrlPattern { url_pattern: "*", resource_type: None }];
        self.run_browser(EnableFetch { patterns, handle_auth_requests: true }, within).boxed()
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
        method: starts.request.method,
        url: starts.request.url,
        is_paused: resource_kind(&starts.kind) != ResourceKind::Subresource,
        kind: starts.kind,
        redirect_status: starts.redirect_response.map(|response| response.status),
    }
}

pub(super) fn paused(paused: protocol::RequestPaused) -> RequestPaused {
    let protocol::Request { url, method, headers, post_data, has_post_data, post_data_entries } = paused.request;
    let post_data_entries = post_data_entries.into_iter().map(|entry| BodyPart { bytes: entry.bytes }).collect();
    RequestPaused {
        request_id: paused.request_id.into(),
        request: Request { url, method, headers, post_data, has_post_data, post_data_entries },
        frame_id: paused.frame_id.into(),
        kind: resource_kind(&paused.resource_type),
        network_id: paused.network_id.map(Into::into),
    }
}

fn resource_kind(name: &str) -> ResourceKind {
    let is_it = |kind: &&ResourceKind| protocol_kind(**kind) == Some(name);
    ResourceKind::PAUSED.iter().find(is_it).copied().unwrap_or(ResourceKind::Subresource)
}

/// The protocol's name of a kind; `None` for the kinds that have many.
pub(super) fn protocol_kind(kind: ResourceKind) -> Option<&'static str> {
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
