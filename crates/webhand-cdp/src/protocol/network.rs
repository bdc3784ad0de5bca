//! Requests and responses.

use serde::{Deserialize, Serialize};

use super::{Done, FrameId, LoaderId, NetworkId};

command!(EnableNetwork, "Network.enable" => Done {});

notice!(
    RequestStarts, "Network.requestWillBeSent" {
        request_id: NetworkId,
        #[serde(default)]
        loader_id: Option<LoaderId>,
        request: Request,
        #[serde(rename = "type", default)]
        kind: String,
        #[serde(default)]
        frame_id: Option<FrameId>,
        /// The answer that led here, when this goes on after a redirect.
        #[serde(default)]
        redirect_response: Option<Response>,
    }
);
notice!(ResponseArrives, "Network.responseReceived" { request_id: NetworkId, response: Response });
notice!(LoadingFinished, "Network.loadingFinished" { request_id: NetworkId });
notice!(
    LoadingFailed, "Network.loadingFailed" {
        request_id: NetworkId,
        error_text: String,
        #[serde(default)]
        canceled: bool,
    }
);

part!(
    Request {
        url: String,
        method: String,
        #[serde(default)]
        headers: serde_json::Map<String, serde_json::Value>,
        #[serde(default)]
        post_data: Option<String>,
        #[serde(default)]
        has_post_data: bool,
        #[serde(default)]
        post_data_entries: Vec<PostEntry>,
    }
);
part!(
    /// A piece of a body; files have no bytes here.
    PostEntry {
        /// In base64.
        #[serde(default)]
        bytes: Option<String>,
    }
);
part!(Response {
    status: u16,
    #[serde(default)]
    mime_type: String
});
