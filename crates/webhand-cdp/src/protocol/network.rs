//! Requests and responses.

use serde::{Deserialize, Serialize};

use super::{EmptyReply, FrameId, LoaderId, NetworkId};

command!(EnableNetwork, "Network.enable" => EmptyReply {});

event!(
    RequestStarts, "Network.requestWillBeSent" {
        request_id: NetworkId,
        #[serde(default)]
        loader_id: Option<LoaderId>,
        request: Request,
        #[serde(rename = "type", default)]
        kind: String,
        #[serde(default)]
        frame_id: Option<FrameId>,
        /// The redirect response that led to this request.
        #[serde(default)]
        redirect_response: Option<Response>,
    }
);
event!(ResponseArrives, "Network.responseReceived" { request_id: NetworkId, response: Response });
event!(LoadingFinished, "Network.loadingFinished" { request_id: NetworkId });
event!(
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
    /// A piece of a request body; a file has no bytes here.
    PostEntry {
        /// The piece in base64.
        #[serde(default)]
        bytes: Option<String>,
    }
);
part!(Response {
    status: u16,
    #[serde(default)]
    mime_type: String
});
