//! Opens a WebSocket: the answer to the request that asks for one, and the stream once it is there.

use axum::body::Body;
use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use webhand_wire::agent::MOST_BYTES;

use crate::http::Refusal;

pub(super) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A WebSocket that opens when its answer has been sent.
pub(super) struct Opening {
    upgrade: OnUpgrade,
}

impl Opening {
    /// The answer that opens it, or why none can be opened.
    pub fn of(head: &mut Parts) -> Result<(Self, Response<Body>), Refusal> {
        let asks = lists(&head.headers, &CONNECTION, "upgrade") && lists(&head.headers, &UPGRADE, "websocket");
        let speaks = head.headers.get(SEC_WEBSOCKET_VERSION).is_some_and(|version| version == "13");
        let key = head.headers.get(SEC_WEBSOCKET_KEY).filter(|_| asks && speaks).ok_or(Refusal::NotAWebSocket)?;
        let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes())).map_err(|_| Refusal::NotAWebSocket)?;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
        if lists(&head.headers, &SEC_WEBSOCKET_PROTOCOL, PROTOCOL) {
            // Never the other name that was offered: it holds the token.
            headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOL));
        }
        let upgrade = head.extensions.remove::<OnUpgrade>().ok_or(Refusal::NotAWebSocket)?;
        Ok((Self { upgrade }, response))
    }

    /// The stream; `None` when the other side is gone already.
    pub async fn opened(self) -> Option<Socket> {
        let upgraded = self.upgrade.await.ok()?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(READ_AT_MOST))
            .max_frame_size(Some(READ_AT_MOST))
            .read_buffer_size(BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(MOST_UNSENT);
        Some(WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await)
    }
}

/// Whether a header with a list of words holds this one.
fn lists(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(word))
}

const PROTOCOL: &str = "webhand";
/// More than a message may have, so that one that is a little too large is answered and the connection lives on.
const READ_AT_MOST: usize = 4 * MOST_BYTES;
const BUFFER: usize = 16 << 10;
/// A reply with a picture of a whole long page fits.
const MOST_UNSENT: usize = 64 << 20;
