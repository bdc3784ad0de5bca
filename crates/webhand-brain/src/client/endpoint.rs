//! The address that requests go to, and whether a key may be sent there.

use url::Url;
use webhand_model::is_localhost;

use crate::format::{ApiKey, RequestPath};

/// A checked base address such as `https://api.openai.com/v1`, with the key that may be sent there.
#[derive(Debug, Clone)]
pub struct Endpoint {
    base: Url,
    key: Option<ApiKey>,
}

/// Why an address cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointError {
    #[error("\"{0}\" is not an address; write it like http://127.0.0.1:8080/v1")]
    NotAnAddress(String),
    #[error("{0} holds a name or password; give the key in its variable instead")]
    HoldsPassword(String),
    #[error("{0} is plain http on another machine, where anyone could read the key; use https, or leave the key out")]
    KeyInTheOpen(String),
    #[error("the file {0} holds no certificates that can be read; give one in the PEM format")]
    NoCertificates(String),
    #[error("no secure connection can be set up on this machine ({0}); check its certificates and proxy settings")]
    NoClient(String),
}

impl Endpoint {
    /// Checks an address.
    ///
    /// # Errors
    /// When it is no address, or the key would be sent unencrypted.
    pub fn new(base: &str, key: Option<ApiKey>) -> Result<Self, EndpointError> {
        let mut base = Url::parse(base)
            .ok()
            .filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host())
            .ok_or_else(|| EndpointError::NotAnAddress(shown(base, key.as_ref())))?;
        base.set_query(None);
        base.set_fragment(None);
        let endpoint = Self { base, key };
        if !endpoint.base.username().is_empty() || endpoint.base.password().is_some() {
            return Err(EndpointError::HoldsPassword(endpoint.host()));
        }
        let open = endpoint.base.scheme() == "http" && !endpoint.is_loopback();
        if open && endpoint.key.is_some() {
            return Err(EndpointError::KeyInTheOpen(endpoint.host()));
        }
        Ok(endpoint)
    }

    /// Whether the address is on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.base.host_str().is_some_and(is_localhost)
    }

    /// Host and port, for people.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        match self.base.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Another address on the same host, for the same or another key.
    pub(super) fn beside(&self, path: &str) -> String {
        let mut url = self.base.clone();
        url.set_path(path);
        url.to_string()
    }

    /// The identity of the provider: answers are replayed natively only to the same one.
    pub(super) fn provider(&self) -> String {
        format!("{}{}", self.host(), self.base.path().trim_end_matches('/'))
    }

    pub(super) fn key(&self) -> Option<&ApiKey> {
        self.key.as_ref()
    }

    /// The address of one path below the base.
    pub(super) fn join(&self, place: &RequestPath) -> Url {
        let mut url = self.base.clone();
        let base = self.base.path().trim_end_matches('/');
        let separator = if place.path.is_empty() { "" } else { "/" };
        url.set_path(&format!("{base}{separator}{}", place.path));
        url.set_query(place.query);
        url
    }
}

fn shown(written: &str, key: Option<&ApiKey>) -> String {
    let written = webhand_model::clean(written);
    let written = webhand_model::truncate(&written, 100);
    key.map_or_else(|| written.to_string(), |key| key.redact(&written))
}
