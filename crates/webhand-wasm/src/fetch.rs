//! Requests to providers through the host: each is a message, and its answer comes in parts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use webhand_brain::client::{
    Endpoint, EndpointError, HttpBody, HttpFailure, HttpRequest, HttpResponse, HttpTransport, HttpTransports, PemFile,
};

use crate::Outbox;
use crate::message::{FetchPart, FetchRequest, ModuleMessage};

/// The requests under way. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Fetches {
    outbox: Outbox,
    pending: Arc<Mutex<PendingFetches>>,
}

#[derive(Debug, Default)]
struct PendingFetches {
    last: u64,
    parts: BTreeMap<u64, mpsc::UnboundedSender<FetchPart>>,
}

impl Fetches {
    pub(crate) fn new(outbox: Outbox) -> Self {
        Self { outbox, pending: Arc::default() }
    }

    /// Hands a part to whoever reads the answer with this id.
    pub(crate) fn handle_part(&self, id: u64, part: FetchPart) {
        if let Some(parts) = self.pending().parts.get(&id) {
            // The reader may have given up in this moment.
            let _ = parts.send(part);
        }
    }

    fn pending(&self) -> MutexGuard<'_, PendingFetches> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpTransports for Fetches {
    fn open(
        &self,
        _endpoint: &Endpoint,
        _connect_within: Duration,
        certificates: Option<&PemFile>,
    ) -> Result<Arc<dyn HttpTransport>, EndpointError> {
        match certificates {
            // The browser decides which certificates it trusts.
            Some(pem) => Err(EndpointError::NoCertificates(pem.name.clone())),
            None => Ok(Arc::new(self.clone())),
        }
    }
}

impl HttpTransport for Fetches {
    fn send(&self, request: HttpRequest) -> BoxFuture<'_, Result<HttpResponse, HttpFailure>> {
        async move {
            let mut body = self.begin(request);
            match body.parts.recv().await {
                Some(FetchPart::Head { status, headers }) => {
                    let headers = headers.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect();
                    Ok(HttpResponse { status, headers, body: Box::new(body) })
                }
                Some(FetchPart::Failed { why }) => Err(body.failed(why)),
                Some(FetchPart::Piece { .. } | FetchPart::End) | None => Err(body.failed(NO_HEAD.to_owned())),
            }
        }
        .boxed()
    }
}

impl Fetches {
    fn begin(&self, request: HttpRequest) -> FetchBody {
        let (sender, parts) = mpsc::unbounded_channel();
        let id = {
            let mut pending = self.pending();
            pending.last += 1;
            let id = pending.last;
            pending.parts.insert(id, sender);
            id
        };
        let HttpRequest { method, url, mut headers, body } = request;
        if headers.iter().any(|(name, _)| name == ANTHROPIC_VERSION) {
            // Requests from a browser are refused without it.
            headers.push((ANTHROPIC_FROM_BROWSER.to_owned(), "true".to_owned()));
        }
        let body = body.unwrap_or_default();
        self.outbox.push(ModuleMessage::Fetch(FetchRequest { id, method: method.to_owned(), url, headers, body }));
        FetchBody { id, fetches: self.clone(), parts, is_over: false }
    }
}

/// The parts of one answer. Dropping it before its end gives the answer up.
struct FetchBody {
    id: u64,
    fetches: Fetches,
    parts: mpsc::UnboundedReceiver<FetchPart>,
    is_over: bool,
}

impl FetchBody {
    fn failed(&mut self, why: String) -> HttpFailure {
        self.is_over = true;
        HttpFailure::Broken(why)
    }
}

impl HttpBody for FetchBody {
    fn piece(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, HttpFailure>> {
        async {
            match self.parts.recv().await {
                Some(FetchPart::Piece { bytes }) => {
                    let bytes = BASE64.decode(bytes);
                    bytes.map(Some).map_err(|_| HttpFailure::Broken("a piece cannot be read".to_owned()))
                }
                Some(FetchPart::End) => {
                    self.is_over = true;
                    Ok(None)
                }
                Some(FetchPart::Failed { why }) => Err(self.failed(why)),
                Some(FetchPart::Head { .. }) | None => Err(self.failed("the answer broke off".to_owned())),
            }
        }
        .boxed()
    }
}

impl Drop for FetchBody {
    fn drop(&mut self) {
        self.fetches.pending().parts.remove(&self.id);
        if !self.is_over {
            self.fetches.outbox.push(ModuleMessage::FetchAbort { id: self.id });
        }
    }
}

const NO_HEAD: &str = "the answer has no beginning";
const ANTHROPIC_VERSION: &str = "anthropic-version";
const ANTHROPIC_FROM_BROWSER: &str = "anthropic-dangerous-direct-browser-access";
