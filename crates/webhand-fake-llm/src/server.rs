//! The loopback HTTP server around the scripted provider.
//!
//! Invariant: dropping a [`FakeServer`] ends its thread and every connection, hanging ones too.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, SystemTime},
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse as _, Response},
    serve::ListenerExt as _,
};
use futures_util::stream;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    time::{sleep, timeout},
};

use crate::provider::ScriptedProvider;
use crate::request_log::{RecordedRequest, RequestLog};
use crate::response::http_reply::{BodyEnd, HttpReply, HttpResponse};
use crate::script::Script;

/// A fake provider that runs until it is dropped. It has a thread and a runtime of its own, so it can be started from
/// anywhere and keeps answering while its user blocks.
#[derive(Debug)]
pub struct FakeServer {
    address: SocketAddr,
    shared: Arc<ServerShared>,
    stop: Option<oneshot::Sender<Infallible>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct ServerShared {
    state: Mutex<ServerState>,
    slots: Arc<Semaphore>,
}

#[derive(Debug)]
struct ServerState {
    provider: ScriptedProvider,
    log: RequestLog,
}

impl FakeServer {
    /// Starts on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// When the script cannot be played, or no port or thread is free.
    pub fn start(script: Script) -> io::Result<Self> {
        Self::start_at(script, 0)
    }

    /// Starts on the given port of 127.0.0.1; 0 takes a free one.
    ///
    /// # Errors
    /// As [`FakeServer::start`].
    pub fn start_at(script: Script, port: u16) -> io::Result<Self> {
        script.check().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let state = Mutex::new(ServerState { provider: ScriptedProvider::new(script), log: RequestLog::default() });
        let shared = Arc::new(ServerShared { state, slots: Arc::new(Semaphore::new(MAX_REQUESTS_AT_ONCE)) });
        let (stop, stopped) = oneshot::channel();
        let app = Router::new().fallback(handle).with_state(Arc::clone(&shared));
        let thread = std::thread::Builder::new().name("fake-llm".to_owned()).spawn(move || {
            runtime.block_on(async {
                // Without this, small pieces would wait for each other and arrive as one.
                let listener = listener.tap_io(|tcp| {
                    tcp.set_nodelay(true).ok();
                });
                tokio::select! {
                    _ = axum::serve(listener, app) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, shared, stop: Some(stop), thread: Some(thread) })
    }

    /// The base for clients of the `OpenAI` family: `http://127.0.0.1:PORT/v1`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("{}/v1", self.origin())
    }

    /// `http://127.0.0.1:PORT`
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests so far, oldest first; only the newest few hundred are kept.
    #[must_use]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.shared.state().log.all()
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

impl ServerShared {
    fn state(&self) -> MutexGuard<'_, ServerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn handle(State(shared): State<Arc<ServerShared>>, request: Request) -> Response {
    let Ok(slot) = Arc::clone(&shared.slots).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many requests at once for a fake server").into_response();
    };
    let (head, body) = request.into_parts();
    let body = match timeout(BODY_DEADLINE, to_bytes(body, MAX_BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            return (StatusCode::PAYLOAD_TOO_LARGE, "the body broke off or is too large").into_response();
        }
        Err(_) => {
            return (StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time").into_response();
        }
    };
    let headers = head.headers.iter();
    let mut request = RecordedRequest {
        number: 0,
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        headers: headers.map(|(name, value)| (name.to_string(), lossy(value.as_bytes()))).collect(),
        body: lossy(&body),
        status: None,
    };
    let reply = {
        let mut state = shared.state();
        let reply = state.provider.handle_request(&request, SystemTime::now());
        request.status = reply.status();
        state.log.push(request);
        reply
    };
    match reply {
        HttpReply::Send(sending) => send(sending, slot),
        HttpReply::Silence => {
            sleep(MAX_SILENCE).await;
            StatusCode::GATEWAY_TIMEOUT.into_response()
        }
    }
}

fn send(sending: HttpResponse, slot: OwnedSemaphorePermit) -> Response {
    let HttpResponse { status, headers, mut pieces, pause, end } = sending;
    let body = if pieces.len() == 1 && end == BodyEnd::Complete {
        Body::from(pieces.remove(0))
    } else {
        Body::from_stream(stream::unfold((pieces.into_iter(), slot), move |(mut pieces, slot)| async move {
            // Yielding flushes the piece before: each travels alone, and none is lost when the stream breaks.
            tokio::task::yield_now().await;
            if !pause.is_zero() {
                sleep(pause).await;
            }
            let piece = match pieces.next() {
                Some(piece) => Ok(piece),
                None => end_body(end).await?,
            };
            Some((piece, (pieces, slot)))
        }))
    };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in headers {
        // Checking the script has refused names and values that cannot be sent as a header.
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

async fn end_body(end: BodyEnd) -> Option<io::Result<Bytes>> {
    match end {
        BodyEnd::Complete => None,
        BodyEnd::Broken => Some(Err(io::ErrorKind::ConnectionReset.into())),
        BodyEnd::Silent => {
            sleep(MAX_SILENCE).await;
            None
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const MAX_BODY_BYTES: usize = 32 << 20;
const MAX_REQUESTS_AT_ONCE: usize = 64;
const BODY_DEADLINE: Duration = Duration::from_secs(30);
// Longer than any client should wait, so that the client's deadline is what ends it.
const MAX_SILENCE: Duration = Duration::from_mins(15);
