//! The WebSocket handshake: the response to an upgrade request, and the stream after it.

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

use crate::http::Rejection;

pub(crate) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A WebSocket that opens once its response is sent.
pub(crate) struct Handshake {
    upgrade: OnUpgrade,
}

impl Handshake {
    /// The response that opens a WebSocket.
    pub fn accept(head: &mut Parts) -> Result<(Self, Response<Body>), Rejection> {
        let upgrades =
            header_lists(&head.headers, &CONNECTION, "upgrade") && header_lists(&head.headers, &UPGRADE, "websocket");
        let is_version_13 = head.headers.get(SEC_WEBSOCKET_VERSION).is_some_and(|version| version == "13");
        let key = head
            .headers
            .get(SEC_WEBSOCKET_KEY)
            .filter(|_| upgrades && is_version_13)
            .ok_or(Rejection::NotAWebSocket)?;
        let accept = HeaderValue::try_from(derive_accept_key(key.as_bytes())).map_err(|_| Rejection::NotAWebSocket)?;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
        if header_lists(&head.headers, &SEC_WEBSOCKET_PROTOCOL, PROTOCOL) {
            // Never the other offered name: it holds the token.
            headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOL));
        }
        let upgrade = head.extensions.remove::<OnUpgrade>().ok_or(Rejection::NotAWebSocket)?;
        Ok((Self { upgrade }, response))
    }

    /// The stream; `None` when the peer is gone already.
    pub async fn into_socket(self) -> Option<Socket> {
        self.into_socket_within(READ_AT_MOST).await
    }

    /// As [`Self::into_socket`], where a message may have this many bytes.
    pub async fn into_socket_within(self, most: usize) -> Option<Socket> {
        let upgraded = self.upgrade.await.ok()?;
        Some(WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config(most))).await)
    }
}

/// The same connection with another limit for messages. Of what was read already, nothing may be left.
pub(crate) async fn with_limit(socket: Socket, most: usize) -> Socket {
    WebSocketStream::from_raw_socket(socket.into_inner(), Role::Server, Some(config(most))).await
}

fn config(most: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(most))
        .max_frame_size(Some(most))
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNSENT)
}

/// Whether a header with a comma-separated list holds this word.
fn header_lists(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(word))
}

const PROTOCOL: &str = "webhand";
/// More than a message may have: a slightly larger one gets an error reply and the connection stays open.
const READ_AT_MOST: usize = 4 * MOST_BYTES;
const BUFFER: usize = 16 << 10;
/// A reply with a picture of a whole long page fits.
const MOST_UNSENT: usize = 64 << 20;
