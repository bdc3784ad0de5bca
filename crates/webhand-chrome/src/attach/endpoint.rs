//! The address of a browser's debugging port.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

/// Where a browser listens for connections of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub(super) host: String,
    pub(super) port: u16,
    /// The path of the browser's WebSocket, where the person named it.
    pub(super) path: Option<String>,
}

/// Why an address is no endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no address of a debugging port; write http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/browser/ID"
)]
pub struct InvalidEndpoint(String);

impl Endpoint {
    /// # Errors
    /// When it is not an address of the form `http://HOST:PORT` or `ws://HOST:PORT/PATH`.
    pub fn parse(written: &str) -> Result<Self, InvalidEndpoint> {
        let bad = || InvalidEndpoint(written.to_owned());
        let url = Url::parse(written).map_err(|_| bad())?;
        let path = match (url.scheme(), url.path()) {
            ("http", "" | "/") => None,
            ("ws", path) if path.starts_with("/devtools/browser/") => Some(path.to_owned()),
            _ => return Err(bad()),
        };
        let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        let (Some(host), Some(port), true) = (url.host_str(), url.port_or_known_default(), is_plain) else {
            return Err(bad());
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Self { host, port, path })
    }

    /// Whether it is on this machine, by its written address.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match Host::parse(&self.host) {
            Ok(Host::Domain(name)) => name == "localhost",
            Ok(Host::Ipv4(address)) => address.is_loopback(),
            Ok(Host::Ipv6(address)) => address.is_loopback(),
            Err(_) => self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
        }
    }

    pub(super) fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    pub(super) fn web_socket(&self, path: &str) -> String {
        format!("ws://{}{path}", self.authority())
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => to.write_str(&self.web_socket(path)),
            None => write!(to, "http://{}", self.authority()),
        }
    }
}
