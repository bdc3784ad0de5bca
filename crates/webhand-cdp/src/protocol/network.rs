//! Requests and responses.

use serde::{Deserialize, Serialize};

use super::{EmptyReply, FrameId, LoaderId, NetworkId};

command!(EnableNetwork, "Network.enable" => EmptyReply {});
command!(GetResponseBody, "Network.getResponseBody" => ResponseBody { request_id: NetworkId });
part!(ResponseBody { body: String, base64_encoded: bool });

command!(
    /// Slows requests and web sockets down by their address; an empty list lifts every earlier rule of the session.
    SetNetworkRules, "Network.emulateNetworkConditionsByRule" => EmptyReply {
        offline: bool,
        matched_network_conditions: Vec<NetworkRule>,
    }
);

/// The conditions of all connections to matching addresses; a throughput of -1 has no limit.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NetworkRule {
    pub url_pattern: &'static str,
    pub latency: f64,
    pub download_throughput: f64,
    /// In bytes a second.
    pub upload_throughput: f64,
}

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
event!(
    LoadingFinished, "Network.loadingFinished" {
        request_id: NetworkId,
        /// In bytes, as far as the browser knows.
        #[serde(default)]
        encoded_data_length: f64,
    }
);
event!(
    LoadingFailed, "Network.loadingFailed" {
        request_id: NetworkId,
        error_text: String,
        #[serde(default)]
        canceled: bool,
    }
);

event!(WebSocketCreated, "Network.webSocketCreated" { request_id: NetworkId, url: String });
event!(WebSocketClosed, "Network.webSocketClosed" { request_id: NetworkId });
event!(WebSocketFrameSent, "Network.webSocketFrameSent" { request_id: NetworkId, response: WebSocketFrame });

part!(WebSocketFrame {
    /// 1 is text, 2 binary; higher numbers are control frames.
    opcode: f64,
    /// The text, or the bytes in base64.
    payload_data: String,
});
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
