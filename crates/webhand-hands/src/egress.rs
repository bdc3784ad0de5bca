//! Whether a gate stands between the browser and the network.

use std::fmt::Debug;
use std::sync::Arc;

use url::Url;
use webhand_guard::{ConnectionRefusal, TunnelRefusal};

/// Whether every connection of the browser goes through a gate that ends with this process.
#[derive(Debug, Clone, Default)]
pub enum EgressControl {
    /// A request that is held when this process ends is never sent.
    Gated(Arc<dyn GateInfo>),
    /// The browser connects by itself, and sends held requests when nobody holds them any more.
    #[default]
    Ungated,
}

/// The gate, as the hands see it.
pub trait GateInfo: Debug + Send + Sync {
    /// Why the last connection to the host of this address did not come about; `None` if it did or was not tried.
    fn failure(&self, url: &str) -> Option<EgressFailure>;

    /// Cuts all connections to a host and port that go through this gate. What they have not sent yet is lost.
    fn cut(&self, host: &str, port: u16);

    /// The hosts since the last call that were left to the person's own proxy to resolve.
    fn take_unresolved(&self) -> Vec<String>;

    /// The gates of the browser's contexts beside this one: a socket whose owner is not known may go through any.
    fn others(&self) -> Vec<Arc<dyn GateInfo>> {
        Vec::new()
    }

    /// From now on passes on what pages send over sockets a moment late, so that an order to cut overtakes what the browser
    /// lets go when a page is closed.
    fn delay_sockets(&self);

    /// From now on lets a socket begin only after [`admit_socket`](Self::admit_socket), because its address may carry
    /// something away.
    fn await_admissions(&self);

    /// Lets one socket to a host and port begin, whose address was judged.
    fn admit_socket(&self, host: &str, port: u16);

    /// Lets the socket to a host and port that is about to begin not do so, and cuts those that were not told apart from it.
    fn refuse_socket(&self, host: &str, port: u16);
}

/// The gate of one owner.
#[derive(Debug, Clone, Default)]
pub(crate) enum OwnerGate {
    /// One alone goes through it, or those who share a context.
    Known(Arc<dyn GateInfo>),
    /// The owner is not known, so it may be any of the browser.
    Any(Arc<dyn GateInfo>),
    #[default]
    Missing,
}

/// A socket and the gate that its connection goes through.
#[derive(Debug, Clone)]
pub(crate) struct GatedSocket {
    pub(crate) url: String,
    pub(crate) gate: OwnerGate,
}

impl GatedSocket {
    /// Cuts the connection to the address of the socket; its frames never arrive and its page sees it closed.
    pub(crate) fn cut(&self) {
        if matches!(self.gate, OwnerGate::Missing) {
            tracing::warn!(self.url, "a refused frame stays in the browser, which has no egress gate");
        }
        self.tell(|gate, host, port| gate.cut(host, port));
    }

    /// Lets the socket begin.
    pub(crate) fn admit(&self) {
        self.tell(|gate, host, port| gate.admit_socket(host, port));
    }

    /// Keeps the socket from beginning.
    pub(crate) fn refuse(&self) {
        self.tell(|gate, host, port| gate.refuse_socket(host, port));
    }

    fn tell(&self, order: impl Fn(&dyn GateInfo, &str, u16)) {
        let Some((host, port)) = self.host() else { return };
        let (gate, others) = match &self.gate {
            OwnerGate::Known(gate) => (gate, Vec::new()),
            OwnerGate::Any(gate) => (gate, gate.others()),
            OwnerGate::Missing => return,
        };
        for gate in others.iter().chain([gate]) {
            order(gate.as_ref(), &host, port);
        }
    }

    fn host(&self) -> Option<(String, u16)> {
        let address = Url::parse(&self.url).ok()?;
        Some((address.host_str()?.to_owned(), address.port_or_known_default()?))
    }
}

/// Why a connection through the gate did not come about. Nothing was sent to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EgressFailure {
    #[error("webhand refuses the connection: {0}")]
    Refused(ConnectionRefusal),
    #[error("webhand cut the connection: {0}")]
    Cut(TunnelRefusal),
    #[error("there is no such host; check the spelling of the address")]
    NoSuchHost,
    #[error("nothing listens there; check host and port, or start the server")]
    NothingListens,
    #[error("the server did not answer; try again later")]
    NoAnswer,
    #[error("there is no way to that address")]
    NoWay,
    #[error("the proxy of this machine does not connect to it; check the proxy settings")]
    Proxy,
    #[error("the browser closed the connection before it was used")]
    Closed,
}

impl EgressControl {
    pub(crate) fn failure(&self, url: &str) -> Option<EgressFailure> {
        match self {
            Self::Gated(gate) => gate.failure(url),
            Self::Ungated => None,
        }
    }

    #[must_use]
    pub fn is_gated(&self) -> bool {
        match self {
            Self::Gated(_) => true,
            Self::Ungated => false,
        }
    }
}
