//! Connects to a judged destination, directly or through the person's own proxy.

use std::io;

use tokio::net::TcpStream;

use super::admission::{Destination, GateState, connect_failure};
use super::connect::connect_first;
use super::head::ProxyTarget;
use super::proxy_handshake::connect_through;

/// Connects and notes why it failed.
///
/// # Errors
/// When there is no connection; the reason is noted.
pub(super) async fn connect(
    destination: &Destination,
    target: ProxyTarget,
    state: &GateState,
) -> io::Result<TcpStream> {
    let connected = match (&destination.proxy, destination.test_site) {
        (Some(proxy), _) => connect_through(proxy, destination, target).await,
        (None, Some(site)) => connect_first(&[site.ip()], site.port()).await,
        (None, None) => connect_first(&destination.addresses, destination.port).await,
    };
    match connected {
        Ok(stream) => {
            state.forget_failure(destination);
            Ok(stream)
        }
        Err(error) => {
            state.note_failure(&destination.host, destination.port, connect_failure(&error));
            Err(error)
        }
    }
}

/// Passes a reset on, so that the browser sees the failure that the server caused.
pub(super) fn reset_on(error: &io::Error, client: &TcpStream) {
    if error.kind() == io::ErrorKind::ConnectionReset {
        let _ = client.set_zero_linger();
    }
}
