//! Why something could not be loaded. Chromium's names of network errors are read here alone.

use std::fmt;

/// The browser's name of a network error: `net::ERR_NAME_NOT_RESOLVED`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NetError(String);

impl NetError {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Nothing is known but that it failed.
    pub(crate) fn unknown() -> Self {
        Self::new("net::ERR_FAILED")
    }

    /// The load was cancelled, became a download or had an empty answer: the page stays as it is.
    pub(crate) fn is_aborted(&self) -> bool {
        self.0 == ABORTED
    }

    /// Whether a gate that does not connect causes this error.
    pub(crate) fn is_of_gate(&self) -> bool {
        GATE_ERRORS.contains(&self.0.as_str())
    }

    /// The reason in plain words.
    pub(crate) fn reason(&self) -> &'static str {
        let name = self.0.trim_start_matches("net::");
        let found = REASONS.iter().find(|(known, _)| name.starts_with(known));
        found.map_or("the browser could not load it", |(_, why)| why)
    }
}

impl fmt::Display for NetError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

const ABORTED: &str = "net::ERR_ABORTED";
const GATE_ERRORS: [&str; 5] = [
    "net::ERR_CONNECTION_CLOSED",
    "net::ERR_CONNECTION_RESET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_FAILED",
    "net::ERR_TUNNEL_CONNECTION_FAILED",
];
const REASONS: &[(&str, &str)] = &[
    ("ERR_NAME_NOT_RESOLVED", "there is no such host; check the spelling of the address"),
    ("ERR_CONNECTION_REFUSED", "nothing listens there; check host and port, or start the server"),
    ("ERR_CONNECTION_RESET", "the server broke the connection; try again"),
    ("ERR_CONNECTION_CLOSED", "the server closed the connection; try again"),
    ("ERR_CONNECTION_TIMED_OUT", "the server did not answer; try again later"),
    ("ERR_TIMED_OUT", "the server did not answer; try again later"),
    ("ERR_EMPTY_RESPONSE", "the server answered nothing"),
    ("ERR_TOO_MANY_REDIRECTS", "it redirects in a circle"),
    ("ERR_CERT_", "its certificate is not valid, so nobody can tell whose server it is"),
    ("ERR_SSL_", "no secure connection is possible"),
    ("ERR_INTERNET_DISCONNECTED", "there is no network"),
    ("ERR_ADDRESS_UNREACHABLE", "there is no way to that address"),
    ("ERR_HTTP_RESPONSE_CODE_FAILURE", "the server answered with an error and nothing to show"),
    ("ERR_INVALID_RESPONSE", "the server answered something that is no page"),
    ("ERR_BLOCKED", "it was blocked"),
    ("ERR_UNSAFE_PORT", "browsers do not open that port"),
    ("ERR_PROXY_CONNECTION_FAILED", "the proxy does not answer"),
    ("ERR_TUNNEL_CONNECTION_FAILED", "the proxy refused the connection"),
];

#[cfg(test)]
mod tests;
