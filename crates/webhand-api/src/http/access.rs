//! Decides whether a request is admitted, from its head alone, before a route is looked up or a body is read.
//!
//! The browser does not protect a server on the loopback interface: any page can send to it, and a name that resolves
//! to it can read the answers. So the host name, the origin and the token of each request are checked here.

use std::net::SocketAddr;

use axum::http::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN, SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::request::Parts;

use super::rejection::Rejection;
use super::route::{TokenPlace, token_place};
use super::token::Token;

/// The hosts and the token that a server accepts.
#[derive(Debug)]
pub(crate) struct AccessPolicy {
    hosts: Vec<String>,
    token: Token,
}

/// Whether an admitted client has shown the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Authentication {
    Verified,
    /// The client shows it in its first message; otherwise the connection ends.
    Pending,
}

impl AccessPolicy {
    /// The policy of a server that listens at `address`.
    pub fn new(address: SocketAddr, token: Token) -> Self {
        Self { hosts: vec![address.to_string(), format!("localhost:{}", address.port())], token }
    }

    pub fn admit(&self, head: &Parts) -> Result<Authentication, Rejection> {
        self.check_host(head)?;
        self.check_origin(head)?;
        if head.uri.query().is_some() {
            return Err(Rejection::Query);
        }
        let token_place = token_place(&head.method, head.uri.path());
        match self.check_tokens(head, token_place) {
            Some(true) => Ok(Authentication::Verified),
            Some(false) => Err(Rejection::WrongToken),
            None if token_place == TokenPlace::FirstMessage && is_web_socket_upgrade(head) => {
                Ok(Authentication::Pending)
            }
            None => Err(Rejection::NoToken),
        }
    }

    /// Whether `offered` is the token.
    pub fn is_token(&self, offered: &str) -> bool {
        self.token.matches(offered)
    }

    fn check_host(&self, head: &Parts) -> Result<(), Rejection> {
        let ours = |host: &str| self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        let host = single_header(head, &HOST).ok().flatten().ok_or(Rejection::ForeignHost)?;
        let authority_is_ours = head.uri.authority().is_none_or(|authority| ours(authority.as_str()));
        if ours(host) && authority_is_ours { Ok(()) } else { Err(Rejection::ForeignHost) }
    }

    /// Programs send no origin; a page that sends one must be of this server itself.
    fn check_origin(&self, head: &Parts) -> Result<(), Rejection> {
        let ours = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|ours| ours == host))
        };
        let named = single_header(head, &ORIGIN).map_err(|AmbiguousHeader| Rejection::ForeignOrigin)?;
        let sent_by = single_header(head, &SEC_FETCH_SITE).map_err(|AmbiguousHeader| Rejection::ForeignOrigin)?;
        // A request for an image or a link has no origin, but the browser sends its site.
        let from_here = sent_by.is_none_or(|site| site == "same-origin" || site == "none");
        if named.is_none_or(ours) && from_here { Ok(()) } else { Err(Rejection::ForeignOrigin) }
    }

    /// Whether every offered token is right; `None` when none was offered.
    fn check_tokens(&self, head: &Parts, token_place: TokenPlace) -> Option<bool> {
        let mut offers = Vec::new();
        for value in head.headers.get_all(AUTHORIZATION) {
            let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
            offers.push(scheme.eq_ignore_ascii_case("bearer") && self.token.matches(token.trim()));
        }
        if token_place == TokenPlace::FirstMessage {
            let protocols = head.headers.get_all(SEC_WEBSOCKET_PROTOCOL);
            let named = protocols.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
            offers.extend(
                named.filter_map(|name| name.trim().strip_prefix("bearer.")).map(|token| self.token.matches(token)),
            );
        }
        (!offers.is_empty()).then(|| offers.iter().all(|right| *right))
    }
}

/// The header was sent twice, or is no text.
struct AmbiguousHeader;

/// The value of a header that may be sent once.
fn single_header<'a>(head: &'a Parts, name: &HeaderName) -> Result<Option<&'a str>, AmbiguousHeader> {
    let mut values = head.headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| AmbiguousHeader),
        (Some(_), Some(_)) => Err(AmbiguousHeader),
    }
}

fn is_web_socket_upgrade(head: &Parts) -> bool {
    let upgrade = head.headers.get(UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|protocol| protocol.eq_ignore_ascii_case("websocket"))
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
