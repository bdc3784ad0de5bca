//! The stdio transport of MCP: one JSON message per line, over a pair of pipes.
//!
//! Invariants: every line of a client is either answered with a typed error or handed on, and the session stays alive;
//! line length and the number of pending requests are bounded. The SDK's own transport ignores lines that are no JSON and
//! ids used twice, and ends the session of a client that sends another message before `initialize`.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, GetMeta as _, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde::Deserialize as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex as AsyncMutex;

/// The server's end of two pipes to one client.
pub(super) struct LineTransport<R, W> {
    read: BufReader<R>,
    /// The part of a line that was read so far; it is stored here because a read can be cancelled and started again.
    line: Vec<u8>,
    /// Whether the rest of a line that was too long is being skipped.
    skipping: bool,
    session_started: bool,
    pending: PendingRequests,
    write: Arc<AsyncMutex<W>>,
}

/// The requests without a response.
type PendingRequests = Arc<Mutex<HashSet<RequestId>>>;

/// The result of reading a line.
enum LineRead {
    Line,
    TooLong,
    End,
}

/// A line that is not handed on, with the JSON-RPC error for the client.
struct InvalidLine {
    id: Value,
    code: ErrorCode,
    text: String,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> LineTransport<R, W> {
    pub fn new(read: R, write: W) -> Self {
        Self {
            read: BufReader::new(read),
            line: Vec::new(),
            skipping: false,
            session_started: false,
            pending: PendingRequests::default(),
            write: Arc::new(AsyncMutex::new(write)),
        }
    }

    /// Reads up to the end of a line. Cancel-safe: the bytes read so far are in `line`.
    async fn read_line(&mut self) -> LineRead {
        loop {
            // A pipe that cannot be read counts as closed.
            let Ok(bytes) = self.read.fill_buf().await else { return LineRead::End };
            if bytes.is_empty() {
                return if self.line.is_empty() || self.skipping { LineRead::End } else { LineRead::Line };
            }
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(bytes.len(), |at| at + 1);
            let too_long = !self.skipping && self.line.len() + taken > MOST_BYTES;
            if too_long {
                self.line.clear();
            } else if !self.skipping {
                self.line.extend_from_slice(&bytes[..taken]);
            }
            self.read.consume(taken);
            let skipped = self.skipping;
            self.skipping = (skipped || too_long) && end.is_none();
            if too_long {
                return LineRead::TooLong;
            }
            if end.is_some() && !skipped {
                return LineRead::Line;
            }
        }
    }

    /// The message of a line; `None` for a line that needs no response.
    fn parse_line(&mut self, line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, InvalidLine> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| InvalidLine::new(Value::Null, ErrorCode::PARSE_ERROR, format!("not JSON: {error}")))?;
        let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
        let message = ClientJsonRpcMessage::deserialize(&value).map_err(|_| {
            InvalidLine::new(id, ErrorCode::INVALID_REQUEST, "not a JSON-RPC 2.0 message of MCP".to_owned())
        })?;
        match &message {
            ClientJsonRpcMessage::Request(request) => {
                self.add_request(&request.id)?;
                self.session_started |= starts_session(&request.request);
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification {
                    self.forget_request(cancelled.params.request_id.as_ref());
                } else if let ClientNotification::CustomNotification(custom) = &notification.notification {
                    check_notification(&custom.method)?;
                }
                return Ok(self.session_started.then_some(message));
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => {
                return Ok(self.session_started.then_some(message));
            }
        }
        Ok(Some(message))
    }

    fn add_request(&self, id: &RequestId) -> Result<(), InvalidLine> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let json_id = id.clone().into_json_value();
        if pending.len() >= MOST_PENDING {
            let text = format!("{MOST_PENDING} requests are under way; wait for their answers");
            return Err(InvalidLine::new(json_id, BUSY, text));
        }
        if !pending.insert(id.clone()) {
            let text = "a request with this id is under way; use another id".to_owned();
            return Err(InvalidLine::new(json_id, ErrorCode::INVALID_REQUEST, text));
        }
        Ok(())
    }

    /// Frees the id of a request that was answered or cancelled.
    fn forget_request(&self, id: Option<&RequestId>) {
        if let Some(id) = id {
            self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        }
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let answered = match &message {
            ServerJsonRpcMessage::Response(response) => Some(&response.id),
            ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
            ServerJsonRpcMessage::Request(_) | ServerJsonRpcMessage::Notification(_) => None,
        };
        self.forget_request(answered);
        let line = serde_json::to_vec(&message);
        let write = Arc::clone(&self.write);
        async move { write_line(&write, line?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let parsed = match self.read_line().await {
                LineRead::End => return None,
                LineRead::TooLong => {
                    let text = format!("a message may have at most {MOST_BYTES} bytes");
                    Err(InvalidLine::new(Value::Null, ErrorCode::INVALID_REQUEST, text))
                }
                LineRead::Line => {
                    let line = std::mem::take(&mut self.line);
                    self.parse_line(&line)
                }
            };
            match parsed {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                // In a task of its own, because this future can be cancelled in the middle of writing.
                Err(invalid) => {
                    let line = invalid.line();
                    let write = Arc::clone(&self.write);
                    let written = tokio::spawn(async move { write_line(&write, line).await });
                    if !matches!(written.await, Ok(Ok(()))) {
                        return None;
                    }
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.lock().await.shutdown().await
    }
}

impl InvalidLine {
    fn new(id: Value, code: ErrorCode, text: String) -> Self {
        Self { id, code, text }
    }

    fn line(self) -> Vec<u8> {
        let error = json!({"code": self.code.0, "message": self.text});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string().into_bytes()
    }
}

/// Rejects a message without an id that is no notification, and a known notification whose params the SDK could not read.
fn check_notification(method: &str) -> Result<(), InvalidLine> {
    if !method.starts_with("notifications/") {
        return Err(InvalidLine::new(Value::Null, ErrorCode::INVALID_REQUEST, "a request needs an id".to_owned()));
    }
    if KNOWN_NOTIFICATIONS.contains(&method) {
        let text = format!("the params of {method} are not what the protocol says");
        return Err(InvalidLine::new(Value::Null, ErrorCode::INVALID_PARAMS, text));
    }
    Ok(())
}

/// Whether a request starts the session: before it, only requests are handed on.
fn starts_session(request: &ClientRequest) -> bool {
    if let ClientRequest::InitializeRequest(_) = request {
        return true;
    }
    // Later revisions of the protocol introduce the client in each request but these two.
    let before = matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_));
    !before && request.get_meta().missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
}

/// Writes one line without a deadline: a client that does not read delays only itself, and when it ends the pipe breaks.
async fn write_line<W: AsyncWrite + Unpin>(write: &AsyncMutex<W>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

/// The longest message; far more than any call needs.
const MOST_BYTES: usize = 4 * 1024 * 1024;
const MOST_PENDING: usize = 256;
/// From the range JSON-RPC leaves to servers.
const BUSY: ErrorCode = ErrorCode(-32_000);
/// Notifications of clients that the protocol knows.
const KNOWN_NOTIFICATIONS: &[&str] = &[
    "notifications/cancelled",
    "notifications/initialized",
    "notifications/progress",
    "notifications/roots/list_changed",
];
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[cfg(test)]
mod tests;
