//! The native HTTP client of a provider.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Certificate, Client, Method, Response, redirect};
use webhand_model::{clean, truncate};

use super::endpoint::{Endpoint, EndpointError};
use super::transport::{HttpBody, HttpFailure, HttpRequest, HttpResponse, HttpTransport, HttpTransports, PemFile};

#[derive(Debug)]
pub(super) struct NativeTransports;

impl HttpTransports for NativeTransports {
    fn open(
        &self,
        endpoint: &Endpoint,
        connect_within: Duration,
        certificates: Option<&PemFile>,
    ) -> Result<Arc<dyn HttpTransport>, EndpointError> {
        let certificates = certificates.map(read_certificates).transpose()?.unwrap_or_default();
        // Another part of the process may have installed a crypto provider already, which serves as well.
        rustls::crypto::ring::default_provider().install_default().ok();
        let client = Client::builder()
            .user_agent(concat!("webhand/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .connect_timeout(connect_within);
        // Requests to this machine must not go through a proxy.
        let client = if endpoint.is_loopback() { client.no_proxy() } else { client };
        let client = if certificates.is_empty() { client } else { client.tls_certs_merge(certificates) };
        let built = client.build();
        let client = built.map_err(|error| EndpointError::NoClient(error.without_url().to_string()))?;
        Ok(Arc::new(NativeTransport(client)))
    }
}

fn read_certificates(pem: &PemFile) -> Result<Vec<Certificate>, EndpointError> {
    let found = Certificate::from_pem_bundle(&pem.text).ok().filter(|found| !found.is_empty());
    found.ok_or_else(|| EndpointError::NoCertificates(pem.name.clone()))
}

#[derive(Debug)]
struct NativeTransport(Client);

impl HttpTransport for NativeTransport {
    fn send(&self, request: HttpRequest) -> BoxFuture<'_, Result<HttpResponse, HttpFailure>> {
        async move {
            let method = Method::from_bytes(request.method.as_bytes()).unwrap_or(Method::GET);
            let mut built = self.0.request(method, request.url);
            for (name, value) in request.headers {
                let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
                let Some((name, mut value)) = header else { continue };
                value.set_sensitive(true);
                built = built.header(name, value);
            }
            let built = if let Some(body) = request.body { built.body(body) } else { built };
            let response = built.send().await.map_err(|error| failure(&error))?;
            let status = response.status().as_u16();
            let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
            let headers = response.headers().iter().filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
            Ok(HttpResponse { status, headers: headers.collect(), body: Box::new(NativeBody(response)) })
        }
        .boxed()
    }
}

struct NativeBody(Response);

impl HttpBody for NativeBody {
    fn piece(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, HttpFailure>> {
        async { self.0.chunk().await.map(|piece| piece.map(Into::into)).map_err(|error| failure(&error)) }.boxed()
    }
}

fn failure(error: &reqwest::Error) -> HttpFailure {
    if error.is_timeout() {
        return HttpFailure::ConnectTimedOut;
    }
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let said = truncate(&clean(&cause.to_string()), 160).into_owned();
    if is_untrusted(error) { HttpFailure::Untrusted(said) } else { HttpFailure::Broken(said) }
}

/// Whether the server has a certificate that is not trusted.
fn is_untrusted(error: &(dyn Error + 'static)) -> bool {
    if matches!(error.downcast_ref(), Some(rustls::Error::InvalidCertificate(_))) {
        return true;
    }
    // `io::Error` does not return the error that it wraps as its source.
    let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    let wrapped = wrapped.map(|wrapped| -> &(dyn Error + 'static) { wrapped });
    wrapped.or_else(|| error.source()).is_some_and(is_untrusted)
}
