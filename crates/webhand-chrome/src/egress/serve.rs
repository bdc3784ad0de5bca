//! Serves one connection of the browser.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::admission::GateState;
use super::head::{Buffer, ProxyTarget, read_head};
use super::peer::is_same_user;
use super::plain_http::PlainConnection;
use super::tunnel::tunnel;

/// Serves a connection to its end. Every failure closes it.
pub(super) async fn serve(mut client: TcpStream, peer: SocketAddr, own: SocketAddr, state: &GateState) {
    if client.set_nodelay(true).is_err() {
        return;
    }
    // The owner is looked up while the browser sends its request.
    let same_user = tokio::task::spawn_blocking(move || is_same_user(peer, own));
    let mut buffer = Buffer::with_capacity(HEAD_ROOM);
    let first = read_head(&mut client, &mut buffer, FIRST_HEAD_WITHIN).await;
    if !same_user.await.unwrap_or(false) {
        return tracing::warn!(%peer, "a process of another user tried to use the gate");
    }
    let request = match first {
        Ok(Some(request)) => request,
        Ok(None) => return,
        Err(error) => return refuse_head(client, &error).await,
    };
    let ended = match request.target {
        ProxyTarget::Tunnel => tunnel(client, buffer, &request, state).await,
        ProxyTarget::Plain => PlainConnection::new(client, buffer, state).serve(request).await,
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection through the gate ended");
    }
}

/// Answers a connection that asks for something else than a proxy does.
async fn refuse_head(mut client: TcpStream, error: &io::Error) {
    if error.kind() == io::ErrorKind::InvalidData {
        let _ = client.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
    }
}

/// The browser opens connections in advance and closes those that it does not use.
const FIRST_HEAD_WITHIN: Duration = Duration::from_mins(1);
const HEAD_ROOM: usize = 4 * 1024;
