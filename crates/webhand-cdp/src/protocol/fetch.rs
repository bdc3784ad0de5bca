//! Requests that the browser pauses before it sends them.

use serde::{Deserialize, Serialize};

use super::{EmptyReply, FetchId, FrameId, NetworkId, Request};

command!(
    EnableFetch, "Fetch.enable" => EmptyReply {
        patterns: Vec<UrlPattern>,
        handle_auth_requests: bool,
    }
);
command!(DisableFetch, "Fetch.disable" => EmptyReply {});
command!(ContinueRequest, "Fetch.continueRequest" => EmptyReply { request_id: FetchId });
command!(
    FailRequest, "Fetch.failRequest" => EmptyReply {
        request_id: FetchId,
        /// As in `Aborted` or `BlockedByClient`.
        error_reason: &'static str,
    }
);
command!(
    /// Answers a request in the place of its server.
    FulfillRequest, "Fetch.fulfillRequest" => EmptyReply {
        request_id: FetchId,
        response_code: u16,
        response_headers: Vec<HeaderEntry>,
        /// In base64.
        body: &'static str,
    }
);
command!(
    ContinueWithAuth, "Fetch.continueWithAuth" => EmptyReply {
        request_id: FetchId,
        auth_challenge_response: AuthChallengeResponse,
    }
);

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlPattern {
    pub url_pattern: &'static str,
    /// `None` for every kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<&'static str>,
}

#[derive(Debug, Clone, Serialize)]
pub struct HeaderEntry {
    pub name: &'static str,
    pub value: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub struct AuthChallengeResponse {
    /// `CancelAuth` shows the page that came with the refusal, `Default` shows the browser's own login prompt.
    pub response: &'static str,
}

event!(
    RequestPaused, "Fetch.requestPaused" {
        request_id: FetchId,
        request: Request,
        frame_id: FrameId,
        resource_type: String,
        #[serde(default)]
        network_id: Option<NetworkId>,
    }
);
event!(AuthRequired, "Fetch.authRequired" { request_id: FetchId, frame_id: FrameId });
