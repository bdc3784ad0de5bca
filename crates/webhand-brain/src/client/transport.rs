//! The transports of requests to providers: an HTTP client natively, messages to its host in the wasm module.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::endpoint::{Endpoint, EndpointError};

/// Makes transports.
pub trait HttpTransports: fmt::Debug + Send + Sync {
    /// A transport to one provider, which trusts the certificates of a PEM text beside the usual ones.
    ///
    /// # Errors
    /// When the certificates cannot be read, or no connection can be set up on this machine.
    fn open(
        &self,
        endpoint: &Endpoint,
        connect_within: Duration,
        certificates: Option<&PemFile>,
    ) -> Result<Arc<dyn HttpTransport>, EndpointError>;
}

/// Sends requests to one provider. It follows no redirects, because a key goes to the configured host only.
pub trait HttpTransport: fmt::Debug + Send + Sync {
    /// Sends a request and returns the head of its response. Dropping the future or the response gives the request up.
    fn send(&self, request: HttpRequest) -> BoxFuture<'_, Result<HttpResponse, HttpFailure>>;
}

/// The body of a response while it comes in.
pub trait HttpBody: Send {
    /// The next piece; `None` at the end.
    fn piece(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, HttpFailure>>;
}

/// A request. Printing it shows neither its headers nor its body.
pub struct HttpRequest {
    pub method: &'static str,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<String>,
}

impl HttpRequest {
    pub(super) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest").field("method", &self.method).field("url", &self.url).finish_non_exhaustive()
    }
}

/// The head of a response, and its body.
pub struct HttpResponse {
    pub status: u16,
    /// With names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Box<dyn HttpBody>,
}

impl HttpResponse {
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        find_header(&self.headers, name)
    }
}

pub(super) fn find_header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// Why a request has no response, or its body no end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpFailure {
    /// The host did not accept the connection in time.
    ConnectTimedOut,
    /// The server has a certificate that is not trusted; the text is for people.
    Untrusted(String),
    Broken(String),
}

/// A PEM text with the name of its file, for errors.
#[derive(Debug, Clone)]
pub struct PemFile {
    pub text: Vec<u8>,
    pub name: String,
}

/// Carries nothing: a brain that got no transport says so when it is asked.
#[cfg(not(feature = "client"))]
#[derive(Debug)]
pub(super) struct NoTransport;

#[cfg(not(feature = "client"))]
impl HttpTransports for NoTransport {
    fn open(
        &self,
        _endpoint: &Endpoint,
        _connect_within: Duration,
        _certificates: Option<&PemFile>,
    ) -> Result<Arc<dyn HttpTransport>, EndpointError> {
        Ok(Arc::new(Self))
    }
}

#[cfg(not(feature = "client"))]
impl HttpTransport for NoTransport {
    fn send(&self, _request: HttpRequest) -> BoxFuture<'_, Result<HttpResponse, HttpFailure>> {
        let none = HttpFailure::Broken("this program has no way to the network".to_owned());
        Box::pin(std::future::ready(Err(none)))
    }
}

/// The transports of brains that are given none.
pub(super) fn usual_transports() -> Arc<dyn HttpTransports> {
    #[cfg(feature = "client")]
    return Arc::new(super::http::NativeTransports);
    #[cfg(not(feature = "client"))]
    Arc::new(NoTransport)
}
