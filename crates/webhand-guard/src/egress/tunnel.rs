//! The protocols that may be spoken inside a tunnel that a browser opens through a proxy.

/// The first bytes that the browser sends through a tunnel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TunnelOpening {
    /// A TLS greeting that offers an application protocol, as every request and WebSocket of a page does.
    TlsWithAlpn,
    /// A TLS greeting that offers HTTP/1.1 alone, as that of a WebSocket does.
    TlsOfSocket,
    /// A TLS greeting without one, as that of a TURN client.
    TlsWithoutAlpn,
    /// The head of a WebSocket without encryption.
    HttpHead,
    /// A message of STUN or TURN.
    Stun,
    Other,
}

/// Why a tunnel is cut before anything is sent through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TunnelRefusal {
    #[error("live media connections (WebRTC) are switched off, because what they send cannot be judged")]
    LiveMedia,
    #[error(
        "a script of the brain opens sockets only to hosts that its pages had used before; allow this site if it is meant"
    )]
    SocketOfScript,
    #[error("the address of this socket was not judged, or carries text of another site")]
    UnjudgedSocket,
    #[error("the browser speaks an unknown protocol there")]
    UnknownProtocol,
}

/// Judges a tunnel by its first bytes.
///
/// # Errors
/// When the tunnel is to be cut.
pub fn judge_tunnel(opening: TunnelOpening) -> Result<(), TunnelRefusal> {
    match opening {
        TunnelOpening::TlsWithAlpn | TunnelOpening::TlsOfSocket | TunnelOpening::HttpHead => Ok(()),
        TunnelOpening::TlsWithoutAlpn | TunnelOpening::Stun => Err(TunnelRefusal::LiveMedia),
        TunnelOpening::Other => Err(TunnelRefusal::UnknownProtocol),
    }
}
