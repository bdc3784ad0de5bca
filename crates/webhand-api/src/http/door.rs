//! Who may ask for anything: decided from the head of a request alone, before a route is looked up or a body read.
//!
//! The browser does not protect a server on the loopback interface: any page can send to it, and a name that resolves
//! to it can read the answers. So the name it was asked under, the page that asked and the token are all checked here.

use std::net::SocketAddr;

use axum::http::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN, SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::request::Parts;

use super::refusal::Refusal;
use super::route::{Proof, proof};
use super::token::Token;

/// What a server lets in.
#[derive(Debug)]
pub(crate) struct Door {
    hosts: Vec<String>,
    token: Token,
}

/// What is known of somebody who was let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Showed the token.
    Known,
    /// Shows it with the first message, or has to leave.
    Unproven,
}

impl Door {
    /// The door of a server that listens there.
    pub fn new(address: SocketAddr, token: Token) -> Self {
        Self { hosts: vec![address.to_string(), format!("localhost:{}", address.port())], token }
    }

    pub fn admit(&self, head: &Parts) -> Result<Standing, Refusal> {
        self.check_host(head)?;
        self.check_origin(head)?;
        if head.uri.query().is_some() {
            return Err(Refusal::Query);
        }
        let proof = proof(&head.method, head.uri.path());
        match self.check_offers(head, proof) {
            Some(true) => Ok(Standing::Known),
            Some(false) => Err(Refusal::WrongToken),
            None if proof == Proof::FirstMessage && opens_a_web_socket(head) => Ok(Standing::Unproven),
            None => Err(Refusal::NoToken),
        }
    }

    /// Whether this is the token.
    pub fn opens_to(&self, offered: &str) -> bool {
        self.token.is(offered)
    }

    fn check_host(&self, head: &Parts) -> Result<(), Refusal> {
        let ours = |host: &str| self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        let asked = only(head, &HOST).ok().flatten().ok_or(Refusal::ForeignHost)?;
        let also_asked = head.uri.authority().is_none_or(|authority| ours(authority.as_str()));
        if ours(asked) && also_asked { Ok(()) } else { Err(Refusal::ForeignHost) }
    }

    /// Programs name no origin; a page that names one must be of this server itself.
    fn check_origin(&self, head: &Parts) -> Result<(), Refusal> {
        let ours = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|ours| ours == host))
        };
        let named = only(head, &ORIGIN).map_err(|TwoOrUnreadable| Refusal::ForeignOrigin)?;
        let sent_by = only(head, &SEC_FETCH_SITE).map_err(|TwoOrUnreadable| Refusal::ForeignOrigin)?;
        // An image or a link names no origin, but the browser says where it stands.
        let from_here = sent_by.is_none_or(|site| site == "same-origin" || site == "none");
        if named.is_none_or(ours) && from_here { Ok(()) } else { Err(Refusal::ForeignOrigin) }
    }

    /// `None` when no token was offered; every one that was has to be right.
    fn check_offers(&self, head: &Parts, proof: Proof) -> Option<bool> {
        let mut offers = Vec::new();
        for value in head.headers.get_all(AUTHORIZATION) {
            let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
            offers.push(scheme.eq_ignore_ascii_case("bearer") && self.token.is(token.trim()));
        }
        if proof == Proof::FirstMessage {
            let protocols = head.headers.get_all(SEC_WEBSOCKET_PROTOCOL);
            let named = protocols.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
            offers
                .extend(named.filter_map(|name| name.trim().strip_prefix("bearer.")).map(|token| self.token.is(token)));
        }
        (!offers.is_empty()).then(|| offers.iter().all(|right| *right))
    }
}

/// A header that was sent twice, or is no text.
struct TwoOrUnreadable;

/// The value of a header that may be sent once.
fn only<'a>(head: &'a Parts, name: &HeaderName) -> Result<Option<&'a str>, TwoOrUnreadable> {
    let mut values = head.headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| TwoOrUnreadable),
        (Some(_), Some(_)) => Err(TwoOrUnreadable),
    }
}

fn opens_a_web_socket(head: &Parts) -> bool {
    let upgrade = head.headers.get(UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|protocol| protocol.eq_ignore_ascii_case("websocket"))
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
