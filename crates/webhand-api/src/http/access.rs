//! Decides whether a request is admitted, from its head alone, before a route is looked up or a body is read.
//!
//! The browser does not protect a server on the loopback interface: any page can send to it, and a name that resolves
//! to it can read the answers. So the host name, the origin and the token of each request are checked here.

use std::net::SocketAddr;

use axum::http::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN, SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use super::dashboard_keys::DashboardKeys;
use super::rejection::Rejection;
use super::route::{HANDS, RouteAccess, THIN, TokenPlace, find_route};
use super::token::{ServerKeys, Token};

/// The hosts and the keys that a server accepts.
#[derive(Debug)]
pub(crate) struct AccessPolicy {
    /// `http://` or `https://`, as pages of this server write it.
    scheme: &'static str,
    hosts: Vec<String>,
    /// Pages of these origins may use the addresses of thin clients.
    thin_origins: Vec<String>,
    agent: Token,
    dashboard: DashboardKeys,
}

/// Whose key an admitted client has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Authentication {
    Verified(Role),
    /// The client shows it in its first message; otherwise the connection ends.
    Pending,
    /// The address holds no data and needs no key.
    NotNeeded,
}

/// The rights of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Starts runs and acts, and never approves.
    Agent,
    /// Approves, takes over and changes settings.
    Owner,
    /// Opens one session of a dashboard and nothing else.
    CodeHolder,
}

impl AccessPolicy {
    /// The policy of a server that listens at `address`.
    pub fn new(address: SocketAddr, keys: ServerKeys) -> Self {
        let hosts = vec![address.to_string(), format!("localhost:{}", address.port())];
        Self {
            scheme: "http://",
            hosts,
            thin_origins: Vec::new(),
            agent: keys.agent,
            dashboard: DashboardKeys::new(keys.owner),
        }
    }

    /// The policy of a server with TLS, which answers to the names of its certificate.
    pub fn with_tls(address: SocketAddr, names: &[String], keys: ServerKeys) -> Self {
        let port = address.port();
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == HTTPS_PORT {
            hosts.extend(names.iter().cloned());
        }
        if !address.ip().is_unspecified() {
            hosts.push(address.to_string());
        }
        Self {
            scheme: "https://",
            hosts,
            thin_origins: Vec::new(),
            agent: keys.agent,
            dashboard: DashboardKeys::new(keys.owner),
        }
    }

    /// Lets pages of these origins use the addresses of thin clients, and no other.
    pub fn with_thin_clients(self, origins: Vec<String>) -> Self {
        Self { thin_origins: origins, ..self }
    }

    /// The origin of a page that may use this address although it is not of this server.
    pub fn thin_origin<'a>(&self, headers: &'a HeaderMap, path: &str) -> Option<&'a HeaderValue> {
        let mut named = headers.get_all(ORIGIN).iter();
        let origin = named.next().filter(|_| named.next().is_none() && path.starts_with(THIN))?;
        self.thin_origins.iter().any(|listed| listed.as_bytes() == origin.as_bytes()).then_some(origin)
    }

    /// How a person reaches the server.
    pub fn origin(&self) -> String {
        format!("{}{}", self.scheme, self.hosts.first().map(String::as_str).unwrap_or_default())
    }

    /// The codes and tokens that open the dashboard.
    pub fn dashboard(&self) -> &DashboardKeys {
        &self.dashboard
    }

    pub fn admit(&self, head: &Parts) -> Result<Authentication, Rejection> {
        self.check_host(head)?;
        self.check_origin(head)?;
        let route = find_route(&head.method, head.uri.path());
        let parameters = route.map_or(&[][..], |route| route.query);
        if !head.uri.query().is_none_or(|query| names_only(query, parameters)) {
            return Err(Rejection::Query);
        }
        let token_place = route.map_or(TokenPlace::Request, |route| route.token_place);
        // An unknown address requires a key like any other, so that addresses cannot be probed.
        let access = route.map_or(RouteAccess::AnyKey, |route| route.access);
        match self.role(head, token_place) {
            Some(Ok(role)) => access.admit(role).map(Authentication::Verified),
            Some(Err(WrongKey)) => Err(Rejection::WrongToken),
            None if access == RouteAccess::Open => Ok(Authentication::NotNeeded),
            None if access == RouteAccess::Pairing && !is_extension(head) => Err(Rejection::NoToken),
            None if token_place == TokenPlace::FirstMessage && is_web_socket_upgrade(head) => {
                Ok(Authentication::Pending)
            }
            None => Err(Rejection::NoToken),
        }
    }

    /// Whether `offered` is a key that may do what an agent may.
    pub fn is_token(&self, offered: &str) -> bool {
        matches!(self.role_of(offered), Some(Role::Agent | Role::Owner))
    }

    /// Whose key this is. Every kind is compared, so that the time tells nothing.
    fn role_of(&self, offered: &str) -> Option<Role> {
        let (agent, owner) = (self.agent.matches(offered), self.dashboard.is_owner(offered));
        let code = self.dashboard.is_code(offered);
        match (owner, agent, code) {
            (true, ..) => Some(Role::Owner),
            (false, true, _) => Some(Role::Agent),
            (false, false, true) => Some(Role::CodeHolder),
            (false, false, false) => None,
        }
    }

    fn check_host(&self, head: &Parts) -> Result<(), Rejection> {
        let ours = |host: &str| self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        let host = single_header(head, &HOST).ok().flatten().ok_or(Rejection::ForeignHost)?;
        let authority_is_ours = head.uri.authority().is_none_or(|authority| ours(authority.as_str()));
        if ours(host) && authority_is_ours { Ok(()) } else { Err(Rejection::ForeignHost) }
    }

    /// Programs send no origin; a page that sends one must be of this server itself.
    fn check_origin(&self, head: &Parts) -> Result<(), Rejection> {
        if self.thin_origin(&head.headers, head.uri.path()).is_some() || is_extension(head) {
            return Ok(());
        }
        let ours = |origin: &str| {
            origin.strip_prefix(self.scheme).is_some_and(|host| self.hosts.iter().any(|ours| ours == host))
        };
        let named = single_header(head, &ORIGIN).map_err(|AmbiguousHeader| Rejection::ForeignOrigin)?;
        let sent_by = single_header(head, &SEC_FETCH_SITE).map_err(|AmbiguousHeader| Rejection::ForeignOrigin)?;
        // A request for an image or a link has no origin, but the browser sends its site.
        let from_here = sent_by.is_none_or(|site| site == "same-origin" || site == "none");
        if named.is_none_or(ours) && from_here { Ok(()) } else { Err(Rejection::ForeignOrigin) }
    }

    /// The role of the offered key; `None` when none was offered. Several must be of one role.
    fn role(&self, head: &Parts, token_place: TokenPlace) -> Option<Result<Role, WrongKey>> {
        let mut offers = Vec::new();
        for value in head.headers.get_all(AUTHORIZATION) {
            let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
            let is_bearer = scheme.eq_ignore_ascii_case("bearer");
            offers.push(self.role_of(token.trim()).filter(|_| is_bearer));
        }
        if token_place == TokenPlace::FirstMessage {
            let protocols = head.headers.get_all(SEC_WEBSOCKET_PROTOCOL);
            let named = protocols.iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
            offers
                .extend(named.filter_map(|name| name.trim().strip_prefix("bearer.")).map(|token| self.role_of(token)));
        }
        let first = *offers.first()?;
        let agree = offers.iter().all(|offer| *offer == first);
        Some(first.filter(|_| agree).ok_or(WrongKey))
    }
}

/// The offered key is none of the server's.
struct WrongKey;

/// Whether a query has nothing but these parameters, each at most once.
fn names_only(query: &str, parameters: &[&str]) -> bool {
    let mut seen = Vec::new();
    query.split('&').all(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        let is_new = !seen.contains(&name);
        seen.push(name);
        is_new && parameters.contains(&name)
    })
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

/// Whether webhand's own extension asks for the address that is meant for it. A program can claim that; what protects is the
/// proof that follows.
fn is_extension(head: &Parts) -> bool {
    head.uri.path() == HANDS && matches!(single_header(head, &ORIGIN), Ok(Some(EXTENSION_ORIGIN)))
}

fn is_web_socket_upgrade(head: &Parts) -> bool {
    let upgrade = head.headers.get(UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|protocol| protocol.eq_ignore_ascii_case("websocket"))
}

/// The id follows from the key in the extension's manifest.
pub(super) const EXTENSION_ORIGIN: &str = "chrome-extension://enlfihjclopdmalpeoaocafdkpimblnp";
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const HTTPS_PORT: u16 = 443;
