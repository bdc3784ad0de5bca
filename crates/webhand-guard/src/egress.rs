//! Judges connections that the browser wants to open, by host, port, resolved addresses and what the run may reach.
//!
//! Paths, queries and bodies are not known here: requests are judged by [`judge_outgoing`](crate::judge_outgoing). A public host
//! may always be connected to, because pages load fonts, scripts and pictures from anywhere; this machine, private
//! networks and the browser maker's own services may not.

mod address_class;
mod network_policy;
mod tunnel;

use std::net::IpAddr;

use webhand_model::{Origin, is_localhost};

pub use address_class::AddressClass;
pub use network_policy::NetworkPolicy;
pub(crate) use network_policy::ThisMachine;
pub use tunnel::{TunnelOpening, TunnelRefusal, judge_tunnel};

/// A connection that the browser asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection<'a> {
    /// The host as the browser wrote it, in lower case and without brackets or a final dot.
    pub host: &'a str,
    pub port: u16,
    /// The addresses of the host; empty if the name is unknown here, which only a further proxy can then resolve.
    pub addresses: &'a [IpAddr],
    /// The class of the addresses that this name had when it was first resolved in this run.
    pub first_seen: Option<AddressClass>,
    pub listener: Listener,
    pub initiator: Initiator,
}

/// Whose program listens on the port, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    Webhand,
    Other,
}

/// The page that causes a connection, as the head of its request tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Initiator {
    /// An address that was opened, or a page of the same site.
    OwnSite,
    Page {
        origin: Origin,
        /// The network of the page's host, if a connection to it was judged before.
        network: Option<AddressClass>,
    },
    /// A page of another site that withholds its name.
    Anonymous,
    /// The head is encrypted or names nobody.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectionVerdict {
    Allow,
    Refuse(ConnectionRefusal),
}

/// Why a connection is refused. Nothing was sent to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionRefusal {
    #[error("webhand itself listens on that port, and no page may reach it")]
    OwnPort,
    #[error("programs are debugged through that port; allow exactly this host and port if it is meant")]
    DebugPort,
    #[error("this name leads to this machine; allow exactly this host and port if it is meant")]
    NameOfThisMachine,
    #[error("this run may not reach this machine; allow localhost if it is meant")]
    ThisMachine,
    #[error("a page of another site may not reach this machine or a private network; allow this host if it is meant")]
    FromAnotherSite,
    #[error("the host is in a private network; allow this host if it is meant")]
    PrivateNetwork,
    #[error(
        "the address is local to the network link, as those of cloud metadata services are; allow this host if it is meant"
    )]
    LinkLocal,
    #[error("the name led to a public address before and leads to a private one now")]
    Rebound,
    #[error("no server can have that address")]
    Unroutable,
    #[error("only the browser's own services use that host, and they are switched off")]
    BrowserService,
}

/// Judges a connection before the first byte is sent to the host.
///
/// The caller connects to an address of [`Connection::addresses`] and to no other: a second lookup could return another.
#[must_use]
pub fn judge_connection(connection: &Connection<'_>, policy: &NetworkPolicy) -> ConnectionVerdict {
    match refusal(connection, policy) {
        Some(reason) => ConnectionVerdict::Refuse(reason),
        None => ConnectionVerdict::Allow,
    }
}

fn refusal(connection: &Connection<'_>, policy: &NetworkPolicy) -> Option<ConnectionRefusal> {
    if BROWSER_SERVICES.contains(&connection.host) {
        return Some(ConnectionRefusal::BrowserService);
    }
    let Some(class) = AddressClass::of_all(connection.addresses) else {
        return unresolved(connection, policy);
    };
    let rebound = connection.first_seen == Some(AddressClass::Public) && class != AddressClass::Public;
    if rebound {
        return Some(ConnectionRefusal::Rebound);
    }
    match class {
        AddressClass::Public => None,
        AddressClass::Loopback => to_this_machine(connection, policy),
        AddressClass::Private => to_private_network(connection, policy, ConnectionRefusal::PrivateNetwork),
        AddressClass::LinkLocal => to_private_network(connection, policy, ConnectionRefusal::LinkLocal),
        AddressClass::Unroutable => Some(ConnectionRefusal::Unroutable),
    }
}

/// A name that only the person's proxy can resolve. The proxy may be inside a private network, so names that look private
/// are treated like addresses there.
fn unresolved(connection: &Connection<'_>, policy: &NetworkPolicy) -> Option<ConnectionRefusal> {
    let [http, _] = origins(connection);
    if http.is_public() { None } else { to_private_network(connection, policy, ConnectionRefusal::PrivateNetwork) }
}

fn to_this_machine(connection: &Connection<'_>, policy: &NetworkPolicy) -> Option<ConnectionRefusal> {
    if connection.listener == Listener::Webhand {
        return Some(ConnectionRefusal::OwnPort);
    }
    let origins = origins(connection);
    if origins.iter().any(|origin| policy.names_site(origin)) {
        return None;
    }
    if !is_localhost(connection.host) {
        return Some(ConnectionRefusal::NameOfThisMachine);
    }
    if DEBUG_PORTS.contains(&connection.port) && !origins.iter().any(|origin| policy.is_own(origin)) {
        return Some(ConnectionRefusal::DebugPort);
    }
    if origins.iter().any(|origin| policy.grants(origin)) {
        return None;
    }
    match &connection.initiator {
        _ if !policy.may_open_this_machine() => Some(ConnectionRefusal::ThisMachine),
        Initiator::OwnSite | Initiator::Page { network: Some(AddressClass::Loopback), .. } => None,
        Initiator::Page { origin, .. } if origin.is_localhost() => None,
        Initiator::Page { .. } | Initiator::Anonymous => Some(ConnectionRefusal::FromAnotherSite),
        Initiator::Unknown if policy.opened_this_machine() => None,
        Initiator::Unknown => Some(ConnectionRefusal::ThisMachine),
    }
}

fn to_private_network(
    connection: &Connection<'_>,
    policy: &NetworkPolicy,
    otherwise: ConnectionRefusal,
) -> Option<ConnectionRefusal> {
    let origins = origins(connection);
    if origins.iter().any(|origin| policy.names_site(origin)) {
        return None;
    }
    if !origins.iter().any(|origin| policy.is_own(origin)) {
        return Some(otherwise);
    }
    match &connection.initiator {
        Initiator::OwnSite
        | Initiator::Anonymous
        | Initiator::Unknown
        | Initiator::Page {
            network: Some(AddressClass::Private | AddressClass::LinkLocal | AddressClass::Loopback),
            ..
        } => None,
        Initiator::Page { origin, .. } if origins.contains(origin) => None,
        Initiator::Page { .. } => Some(ConnectionRefusal::FromAnotherSite),
    }
}

/// The origins that the connection may belong to; whether it is encrypted is not known before its first bytes.
fn origins(connection: &Connection<'_>) -> [Origin; 2] {
    let host =
        if connection.host.contains(':') { format!("[{}]", connection.host) } else { connection.host.to_owned() };
    ["http", "https"].map(|scheme| Origin::from_url(&format!("{scheme}://{host}:{}", connection.port)))
}

/// Ports at which browsers and script engines let themselves be controlled.
const DEBUG_PORTS: [u16; 4] = [9222, 9223, 9229, 9230];

/// Hosts that the browser asks by itself and no page needs: updates, experiments, safe browsing, push, autofill. Its
/// sign-in host is missing, because pages log in there; a flag stops the browser from asking it.
const BROWSER_SERVICES: [&str; 9] = [
    "android.clients.google.com",
    "clientservices.googleapis.com",
    "clients2.google.com",
    "content-autofill.googleapis.com",
    "mtalk.google.com",
    "optimizationguide-pa.googleapis.com",
    "safebrowsing.googleapis.com",
    "update.googleapis.com",
    "edge.microsoft.com",
];
