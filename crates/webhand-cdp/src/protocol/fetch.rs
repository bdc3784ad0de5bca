//! Requests that are paused before they leave.

use serde::{Deserialize, Serialize};

use super::{Done, FetchId, FrameId, NetworkId, Request};

command!(
    EnableFetch, "Fetch.enable" => Done {
        patterns: Vec<UrlPattern>,
        handle_auth_requests: bool,
    }
);
command!(ContinueRequest, "Fetch.continueRequest" => Done { request_id: FetchId });
command!(
    FailRequest, "Fetch.failRequest" => Done {
        request_id: FetchId,
        /// As in `Aborted` or `BlockedByClient`.
        error_reason: &'static str,
    }
);
command!(
    ContinueWithAuth, "Fetch.continueWithAuth" => Done {
        request_id: FetchId,
        auth_challenge_response: AuthAnswer,
    }
);

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlPattern {
    pub url_pattern: &'static str,
    pub resource_type: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub struct AuthAnswer {
    /// `CancelAuth` shows the page that came with the refusal, `Default` asks whoever sits there.
    pub response: &'static str,
}

notice!(
    RequestPaused, "Fetch.requestPaused" {
        request_id: FetchId,
        request: Request,
        frame_id: FrameId,
        resource_type: String,
        #[serde(default)]
        network_id: Option<NetworkId>,
    }
);
notice!(AuthRequired, "Fetch.authRequired" { request_id: FetchId, frame_id: FrameId });
