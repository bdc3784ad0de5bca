//! Connects to the first of several addresses that answers, trying both families (RFC 8305).

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Connects to one of these addresses and to no other. An attempt that takes long is joined by the next one.
///
/// # Errors
/// The last failure, or a timeout.
pub(super) async fn connect_first(addresses: &[IpAddr], port: u16) -> io::Result<TcpStream> {
    match timeout(CONNECTED_WITHIN, race(interleaved(addresses), port)).await {
        Ok(connected) => connected,
        Err(_elapsed) => Err(io::ErrorKind::TimedOut.into()),
    }
}

async fn race(addresses: Vec<IpAddr>, port: u16) -> io::Result<TcpStream> {
    let mut waiting = addresses.into_iter();
    let mut attempts = FuturesUnordered::new();
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    loop {
        if attempts.is_empty() {
            let Some(address) = waiting.next() else { return Err(failure) };
            attempts.push(TcpStream::connect(SocketAddr::new(address, port)));
        }
        tokio::select! {
            Some(ended) = attempts.next() => match ended {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => failure = error,
            },
            () = sleep(NEXT_ATTEMPT_AFTER), if waiting.len() > 0 => {
                attempts.extend(waiting.next().map(|address| TcpStream::connect(SocketAddr::new(address, port))));
            }
        }
    }
}

/// Alternates between the families and begins with that of the first address.
fn interleaved(addresses: &[IpAddr]) -> Vec<IpAddr> {
    let first_is_v6 = addresses.first().is_some_and(IpAddr::is_ipv6);
    let (mut one, mut other): (Vec<IpAddr>, Vec<IpAddr>) =
        addresses.iter().copied().partition(|address| address.is_ipv6() == first_is_v6);
    one.reverse();
    other.reverse();
    let mut ordered = Vec::with_capacity(addresses.len());
    while !one.is_empty() || !other.is_empty() {
        ordered.extend(one.pop());
        ordered.extend(other.pop());
    }
    ordered
}

const CONNECTED_WITHIN: Duration = Duration::from_secs(30);
const NEXT_ATTEMPT_AFTER: Duration = Duration::from_millis(250);

#[cfg(test)]
mod tests;
