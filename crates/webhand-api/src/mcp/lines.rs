//! Messages as lines of JSON, one each, over a pair of pipes.
//!
//! Invariant: whatever a client sends, it is answered with a typed error or handed on, and the session lives. Nothing
//! a client sends makes memory grow without bound: lines and requests under way are limited. The SDK's own transport
//! is silent about lines that are no JSON and about ids used twice, and gives up on a client that speaks before it
//! introduced itself.

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

/// One client at the far end of two pipes.
pub(super) struct Lines<R, W> {
    read: BufReader<R>,
    /// What has come of a line so far; kept here because a read may be given up and taken up again.
    line: Vec<u8>,
    /// The rest of a line that was too long is passed over.
    skipping: bool,
    introduced: bool,
    under_way: UnderWay,
    write: Arc<AsyncMutex<W>>,
}

/// The requests that wait for their answer.
type UnderWay = Arc<Mutex<HashSet<RequestId>>>;

/// What came of reading.
enum Read {
    Line,
    TooLong,
    End,
}

/// Why a line is not handed on; said to the client as an error of the protocol.
struct Wrong {
    id: Value,
    code: ErrorCode,
    text: String,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Lines<R, W> {
    pub fn new(read: R, write: W) -> Self {
        Self {
            read: BufReader::new(read),
            line: Vec::new(),
            skipping: false,
            introduced: false,
            under_way: UnderWay::default(),
            write: Arc::new(AsyncMutex::new(write)),
        }
    }

    /// Reads up to the end of a line. Being given up loses nothing: what was taken is in `line`.
    async fn read_line(&mut self) -> Read {
        loop {
            // A pipe that cannot be read is as good as closed.
            let Ok(there) = self.read.fill_buf().await else { return Read::End };
            if there.is_empty() {
                return if self.line.is_empty() || self.skipping { Read::End } else { Read::Line };
            }
            let end = there.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(there.len(), |at| at + 1);
            let too_long = !self.skipping && self.line.len() + taken > MOST_BYTES;
            if too_long {
                self.line.clear();
            } else if !self.skipping {
                self.line.extend_from_slice(&there[..taken]);
            }
            self.read.consume(taken);
            let skipped = self.skipping;
            self.skipping = (skipped || too_long) && end.is_none();
            if too_long {
                return Read::TooLong;
            }
            if end.is_some() && !skipped {
                return Read::Line;
            }
        }
    }

    /// What a line says, if it is for the server; `None` for what needs neither answer nor care.
    fn understand(&mut self, line: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Wrong> {
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| Wrong::new(Value::Null, ErrorCode::PARSE_ERROR, format!("not JSON: {error}")))?;
        let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
        let message = ClientJsonRpcMessage::deserialize(&value)
            .map_err(|_| Wrong::new(id, ErrorCode::INVALID_REQUEST, "not a JSON-RPC 2.0 message of MCP".to_owned()))?;
        match &message {
            ClientJsonRpcMessage::Request(request) => {
                self.begin(&request.id)?;
                self.introduced |= introduces(&request.request);
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification {
                    self.withdraw(cancelled.params.request_id.as_ref());
                } else if let ClientNotification::CustomNotification(custom) = &notification.notification {
                    check(&custom.method)?;
                }
                return Ok(self.introduced.then_some(message));
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => {
                return Ok(self.introduced.then_some(message));
            }
        }
        Ok(Some(message))
    }

    fn begin(&self, id: &RequestId) -> Result<(), Wrong> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let said = id.clone().into_json_value();
        if under_way.len() >= MOST_UNDER_WAY {
            let text = format!("{MOST_UNDER_WAY} requests are under way; wait for their answers");
            return Err(Wrong::new(said, BUSY, text));
        }
        if !under_way.insert(id.clone()) {
            let text = "a request with this id is under way; use another id".to_owned();
            return Err(Wrong::new(said, ErrorCode::INVALID_REQUEST, text));
        }
        Ok(())
    }

    /// A request that was taken back is never answered.
    fn withdraw(&self, id: Option<&RequestId>) {
        if let Some(id) = id {
            self.under_way.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        }
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
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
        self.withdraw(answered);
        let line = serde_json::to_vec(&message);
        let write = Arc::clone(&self.write);
        async move { put(&write, line?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let understood = match self.read_line().await {
                Read::End => return None,
                Read::TooLong => {
                    let text = format!("a message may have at most {MOST_BYTES} bytes");
                    Err(Wrong::new(Value::Null, ErrorCode::INVALID_REQUEST, text))
                }
                Read::Line => {
                    let line = std::mem::take(&mut self.line);
                    self.understand(&line)
                }
            };
            match understood {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                // Not in place: this future may be given up in the middle of writing.
                Err(wrong) => {
                    let line = wrong.line();
                    let write = Arc::clone(&self.write);
                    let written = tokio::spawn(async move { put(&write, line).await });
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

impl Wrong {
    fn new(id: Value, code: ErrorCode, text: String) -> Self {
        Self { id, code, text }
    }

    fn line(self) -> Vec<u8> {
        let error = json!({"code": self.code.0, "message": self.text});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error}).to_string().into_bytes()
    }
}

/// What the SDK does not know is no notification unless it is called one, and then it is none that the SDK knows.
fn check(method: &str) -> Result<(), Wrong> {
    if !method.starts_with("notifications/") {
        return Err(Wrong::new(Value::Null, ErrorCode::INVALID_REQUEST, "a request needs an id".to_owned()));
    }
    if KNOWN_NOTIFICATIONS.contains(&method) {
        let text = format!("the params of {method} are not what the protocol says");
        return Err(Wrong::new(Value::Null, ErrorCode::INVALID_PARAMS, text));
    }
    Ok(())
}

/// Whether the session begins with it: before that, only requests are heard.
fn introduces(request: &ClientRequest) -> bool {
    if let ClientRequest::InitializeRequest(_) = request {
        return true;
    }
    // Later revisions of the protocol introduce the client in each request but these two.
    let before = matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_));
    !before && request.get_meta().missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
}

/// Writes one line. There is no deadline: a client that reads nothing holds up nobody but itself, and when it is gone
/// the pipe breaks.
async fn put<W: AsyncWrite + Unpin>(write: &AsyncMutex<W>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

/// The longest message: far more than any call needs.
const MOST_BYTES: usize = 4 * 1024 * 1024;
const MOST_UNDER_WAY: usize = 256;
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
