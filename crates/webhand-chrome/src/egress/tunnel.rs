//! A tunnel: `CONNECT host:port`, used for TLS and for web sockets.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy, copy_bidirectional_with_sizes};
use tokio::net::TcpStream;
use tokio::time::timeout;
use webhand_guard::{Initiator, TunnelOpening, judge_tunnel};
use webhand_hands::EgressFailure;

use super::admission::{Destination, GateState};
use super::connector::{connect, reset_on};
use super::first_bytes::tunnel_opening;
use super::head::{Buffer, ProxyRequest, ProxyTarget, web_socket_initiator};

/// Opens a tunnel and passes bytes until one side closes it.
///
/// # Errors
/// When the tunnel was refused or broke.
pub(super) async fn tunnel(
    mut client: TcpStream,
    mut buffer: Buffer,
    request: &ProxyRequest,
    state: &GateState,
) -> io::Result<()> {
    let refuse = |failure| {
        state.note_failure(&request.host, request.port, failure);
        io::Error::from(io::ErrorKind::PermissionDenied)
    };
    // Whom it is for is told by its first bytes; until then it is judged as if nothing stood against it.
    let admitted = match state.resolve(request).await {
        Ok(destination) => state.judge(&destination, &Initiator::OwnSite).map(|()| destination),
        Err(failure) => Err(failure),
    };
    let destination = match admitted {
        Ok(destination) => destination,
        Err(failure) => {
            client.write_all(REFUSED).await?;
            return Err(refuse(failure));
        }
    };
    let cut = state.is_cut(&destination);
    let passed = async {
        let (mut server, kind) = connect_judged(&mut client, &mut buffer, &destination, state).await?;
        server.write_all(&buffer).await?;
        drop(buffer);
        pass_bytes(&mut client, &mut server, kind, state).await
    };
    tokio::select! {
        // Bytes that have not been passed on when the order to cut comes are lost.
        biased;
        () = cut => Ok(()),
        passed = passed => passed,
    }
}

/// Connects to the server, and learns from the first bytes of the browser whether it may.
async fn connect_judged(
    client: &mut TcpStream,
    buffer: &mut Buffer,
    destination: &Destination,
    state: &GateState,
) -> io::Result<(TcpStream, TunnelKind)> {
    let refuse = |failure| {
        state.note_failure(&destination.host, destination.port, failure);
        io::Error::from(io::ErrorKind::PermissionDenied)
    };
    if destination.is_public() {
        let server = match connect(destination, ProxyTarget::Tunnel, state).await {
            Ok(server) => server,
            Err(error) => {
                client.write_all(NOT_CONNECTED).await?;
                return Err(error);
            }
        };
        let kind = read_opening(client, buffer, destination, state).await.map_err(refuse)?;
        Ok((server, kind))
    } else {
        // A page that may not reach this machine must not even learn which of its ports are open.
        let kind = read_opening(client, buffer, destination, state).await.map_err(refuse)?;
        Ok((connect(destination, ProxyTarget::Tunnel, state).await?, kind))
    }
}

/// The use of a tunnel, as far as its first bytes tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TunnelKind {
    Socket,
    /// Requests, and sockets where the server takes them over one connection with requests.
    Any,
}

/// Tells the browser that the tunnel stands, and reads from it until the protocol is known and may be spoken.
async fn read_opening(
    client: &mut TcpStream,
    buffer: &mut Buffer,
    destination: &Destination,
    state: &GateState,
) -> Result<TunnelKind, EgressFailure> {
    let reading = async {
        client.write_all(CONNECTED).await?;
        loop {
            if let Some(opening) = tunnel_opening(buffer) {
                return Ok(opening);
            }
            if buffer.len() > LONGEST_OPENING || client.read_buf(buffer).await? == 0 {
                return Err(io::Error::from(io::ErrorKind::InvalidData));
            }
        }
    };
    let Ok(Ok(opening)) = timeout(OPENED_WITHIN, reading).await else { return Err(EgressFailure::Closed) };
    judge_tunnel(opening).map_err(EgressFailure::Cut)?;
    let initiator = match opening {
        TunnelOpening::HttpHead => web_socket_initiator(buffer),
        TunnelOpening::TlsWithAlpn
        | TunnelOpening::TlsOfSocket
        | TunnelOpening::TlsWithoutAlpn
        | TunnelOpening::Stun
        | TunnelOpening::Other => Initiator::Unknown,
    };
    let is_socket = matches!(opening, TunnelOpening::HttpHead | TunnelOpening::TlsOfSocket);
    state.judge(destination, &initiator)?;
    if is_socket {
        state.judge_socket(destination).await?;
    }
    Ok(if is_socket { TunnelKind::Socket } else { TunnelKind::Any })
}

async fn pass_bytes(
    client: &mut TcpStream,
    server: &mut TcpStream,
    kind: TunnelKind,
    state: &GateState,
) -> io::Result<()> {
    let passed = match kind {
        TunnelKind::Any => copy_bidirectional_with_sizes(client, server, CHUNK, CHUNK).await.map(|_| ()),
        TunnelKind::Socket => {
            let (mut from_client, mut to_client) = client.split();
            let (mut from_server, mut to_server) = server.split();
            let down = async {
                copy(&mut from_server, &mut to_client).await?;
                to_client.shutdown().await
            };
            tokio::try_join!(state.sockets.pass_on(&mut from_client, &mut to_server), down).map(|((), ())| ())
        }
    };
    if let Err(error) = &passed {
        reset_on(error, client);
    }
    passed
}

const CONNECTED: &[u8] = b"HTTP/1.1 200 Connection established\r\n\r\n";
const REFUSED: &[u8] = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
const NOT_CONNECTED: &[u8] = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n";
const OPENED_WITHIN: Duration = Duration::from_secs(30);
const LONGEST_OPENING: usize = 64 * 1024;
const CHUNK: usize = 32 * 1024;
