//! Listens, lets in, and stops in good order.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::door::Door;
use super::entrance::Entrance;
use super::patience::Patience;
use super::route::router;
use super::token::Token;
use crate::SessionHost;
use crate::mcp::{Profile, http_service};
use crate::ws::{Reception, Sessions};

/// A server that has its address and waits to be run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    entrance: Arc<Entrance>,
    reception: Arc<Reception>,
    /// Ends what clients of MCP have under way.
    clients: CancellationToken,
    stopping: watch::Sender<bool>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    #[error("{0} can be reached from other machines; webhand listens on this one only: use 127.0.0.1 or [::1]")]
    NotLoopback(SocketAddr),
    #[error("{address} is taken: another program, perhaps another webhand, listens there; name another port")]
    Taken { address: SocketAddr, source: io::Error },
    #[error("{address} cannot be listened on")]
    Unusable { address: SocketAddr, source: io::Error },
}

impl Server {
    /// Takes the address; connections wait until [`Server::run`].
    ///
    /// # Errors
    /// When others could reach it, or it cannot be had.
    pub async fn bind(
        listen: SocketAddr,
        token: Token,
        host: Arc<dyn SessionHost>,
        tools: Profile,
    ) -> Result<Self, ServeError> {
        if !listen.ip().is_loopback() {
            return Err(ServeError::NotLoopback(listen));
        }
        let failed = |source: io::Error| {
            let (address, in_use) = (listen, source.kind() == io::ErrorKind::AddrInUse);
            if in_use { ServeError::Taken { address, source } } else { ServeError::Unusable { address, source } }
        };
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (stopping, _) = watch::channel(false);
        let door = Arc::new(Door::new(address, token));
        let patience = Arc::new(Patience::new());
        let clients = CancellationToken::new();
        let mcp = http_service(Arc::clone(&host), tools, clients.clone());
        let sessions = Sessions::new(host);
        let reception = Reception::new(Arc::clone(&door), Arc::clone(&patience), sessions, stopping.subscribe());
        let entrance = Arc::new(Entrance { door, patience, router: router(&reception, &mcp) });
        Ok(Self { listener, address, entrance, reception, clients, stopping })
    }

    /// Where it listens; the port that was found if none was named.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` comes true; then connections are told and sessions are closed, within a bound.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                (stream, place) = accept(&self.listener, &places) => {
                    connections.spawn(serve(stream, place, Arc::clone(&self.entrance), self.stopping.subscribe()));
                }
                Some(_) = connections.join_next() => {}
            }
        }
        self.stopping.send_replace(true);
        self.clients.cancel();
        let in_order = async {
            self.reception.close().await;
            while connections.join_next().await.is_some() {}
        };
        if timeout(STOPPED_WITHIN, in_order).await.is_err() {
            tracing::warn!("some connections did not end in time and were cut");
        }
    }
}

/// The next connection, as soon as there is a place for it; until then callers wait outside.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        let Ok(place) = Arc::clone(places).acquire_owned().await else { return std::future::pending().await };
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            // Out of file descriptors, mostly: others must end first.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(AFTER_A_FAILED_ACCEPT).await;
            }
        }
    }
}

async fn serve(
    stream: TcpStream,
    place: OwnedSemaphorePermit,
    entrance: Arc<Entrance>,
    mut stopping: watch::Receiver<bool>,
) {
    // Answers are small and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| Arc::clone(&entrance).answer(request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stop_is_called(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended badly");
    }
    drop(place);
}

/// Comes true when the server stops, or is gone.
async fn stop_is_called(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

const MOST_CONNECTIONS: usize = 256;
const MOST_HEADERS: usize = 64;
const LARGEST_HEAD: usize = 64 << 10;
/// Also how long an idle connection is kept.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
const STOPPED_WITHIN: Duration = Duration::from_secs(8);
const AFTER_A_FAILED_ACCEPT: Duration = Duration::from_millis(50);
