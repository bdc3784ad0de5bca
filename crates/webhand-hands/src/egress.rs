//! Whether a gate stands between the browser and the network.

use std::fmt::Debug;
use std::sync::Arc;

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

    /// Cuts all connections to a host and port. What they have not sent yet is lost.
    fn cut(&self, host: &str, port: u16);
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
