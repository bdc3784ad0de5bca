//! Goes through the person's own proxy: HTTP or SOCKS 5 (RFC 1928, RFC 1929).

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::admission::Destination;
use super::head::{ProxyTarget, head_end};
use super::settings::{ProxyKind, ProxyServer};

/// Connects to the proxy and has it connect to the host by its name.
///
/// # Errors
/// When the proxy does not answer or refuses.
pub(super) async fn connect_through(
    proxy: &ProxyServer,
    destination: &Destination,
    target: ProxyTarget,
) -> io::Result<TcpStream> {
    let connecting = async {
        let mut stream = TcpStream::connect((proxy.host.as_str(), proxy.port)).await?;
        stream.set_nodelay(true)?;
        match (proxy.kind, target) {
            // Plain requests go to such a proxy as they are.
            (ProxyKind::Http, ProxyTarget::Plain) => {}
            (ProxyKind::Http, ProxyTarget::Tunnel) => open_tunnel(&mut stream, proxy, destination).await?,
            (ProxyKind::Socks5, ProxyTarget::Plain | ProxyTarget::Tunnel) => {
                open_socks(&mut stream, proxy, destination).await?;
            }
        }
        Ok::<_, io::Error>(stream)
    };
    match timeout(ANSWERED_WITHIN, connecting).await {
        Ok(Ok(stream)) => Ok(stream),
        // The kind tells the proxy's failures apart from those of the host.
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(elapsed) => Err(io::Error::other(elapsed)),
    }
}

async fn open_tunnel(stream: &mut TcpStream, proxy: &ProxyServer, destination: &Destination) -> io::Result<()> {
    let host =
        if destination.host.contains(':') { format!("[{}]", destination.host) } else { destination.host.clone() };
    let authority = format!("{host}:{}", destination.port);
    let login = proxy.authorization().map(|basic| format!("Proxy-Authorization: {basic}\r\n")).unwrap_or_default();
    let head = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n{login}\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::with_capacity(512);
    // Byte by byte, because what follows the head belongs to the tunnel.
    while head_end(&answer).is_none() {
        if answer.len() > LONGEST_ANSWER {
            return Err(io::ErrorKind::InvalidData.into());
        }
        answer.push(stream.read_u8().await?);
    }
    let is_ok = answer.get(..12).is_some_and(|line| line.starts_with(b"HTTP/1.") && line[9] == b'2');
    if is_ok { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

async fn open_socks(stream: &mut TcpStream, proxy: &ProxyServer, destination: &Destination) -> io::Result<()> {
    let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
    let method = if proxy.credentials.is_some() { SOCKS_PASSWORD } else { SOCKS_NO_PASSWORD };
    stream.write_all(&[5, 1, method]).await?;
    let mut chosen = [0; 2];
    stream.read_exact(&mut chosen).await?;
    if chosen != [5, method] {
        return Err(refused());
    }
    if let Some((user, password)) = &proxy.credentials {
        let mut login = vec![1];
        for text in [user, password] {
            login.push(u8::try_from(text.len()).map_err(|_| refused())?);
            login.extend(text.as_bytes());
        }
        stream.write_all(&login).await?;
        let mut answer = [0; 2];
        stream.read_exact(&mut answer).await?;
        if answer[1] != 0 {
            return Err(refused());
        }
    }
    let mut ask = vec![5, 1, 0, SOCKS_NAME, u8::try_from(destination.host.len()).map_err(|_| refused())?];
    ask.extend(destination.host.as_bytes());
    ask.extend(destination.port.to_be_bytes());
    stream.write_all(&ask).await?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await?;
    if answer[1] != 0 {
        return Err(refused());
    }
    let address = match answer[3] {
        1 => 4,
        4 => 16,
        SOCKS_NAME => usize::from(stream.read_u8().await?),
        _ => return Err(refused()),
    };
    let mut bound = vec![0; address + 2];
    stream.read_exact(&mut bound).await?;
    Ok(())
}

const SOCKS_NO_PASSWORD: u8 = 0;
const SOCKS_PASSWORD: u8 = 2;
const SOCKS_NAME: u8 = 3;
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
const LONGEST_ANSWER: usize = 16 * 1024;
