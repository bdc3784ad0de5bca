//! Listens, serves connections within bounds, and shuts down gracefully.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::access::AccessPolicy;
use super::connections::{Connection, Connections};
use super::pipeline::RequestPipeline;
use super::route::router;
use super::token::Token;
use super::token_throttle::TokenThrottle;
use crate::SessionHost;
use crate::mcp::{Profile, http_service};
use crate::ws::{AgentEndpoint, Sessions};

/// A server that is bound to its address; [`Server::run`] serves.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    pipeline: Arc<RequestPipeline>,
    endpoint: Arc<AgentEndpoint>,
    /// Cancels the requests of MCP clients.
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
    AddressInUse { address: SocketAddr, source: io::Error },
    #[error("{address} cannot be listened on")]
    Unusable { address: SocketAddr, source: io::Error },
}

impl Server {
    /// Binds the address; connections wait until [`Server::run`].
    ///
    /// # Errors
    /// When other machines could reach the address, or it cannot be bound.
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
            if in_use { ServeError::AddressInUse { address, source } } else { ServeError::Unusable { address, source } }
        };
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (stopping, _) = watch::channel(false);
        let access = Arc::new(AccessPolicy::new(address, token));
        let token_throttle = Arc::new(TokenThrottle::new());
        let clients = CancellationToken::new();
        let mcp = http_service(Arc::clone(&host), tools, clients.clone());
        let sessions = Sessions::new(host);
        let endpoint =
            AgentEndpoint::new(Arc::clone(&access), Arc::clone(&token_throttle), sessions, stopping.subscribe());
        let pipeline = Arc::new(RequestPipeline { access, token_throttle, router: router(&endpoint, &mcp) });
        Ok(Self { listener, address, pipeline, endpoint, clients, stopping })
    }

    /// The address it listens on, with the port that was chosen if none was named.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves; then connections and sessions are closed, within a bound.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let open = Arc::new(Connections::default());
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                stream = accept(&self.listener) => {
                    connections.spawn(serve(stream, open.add(), Arc::clone(&self.pipeline), self.stopping.subscribe()));
                }
                Some(_) = connections.join_next() => {}
            }
        }
        self.stopping.send_replace(true);
        self.clients.cancel();
        let shutdown = async {
            self.endpoint.close().await;
            while connections.join_next().await.is_some() {}
        };
        if timeout(STOPPED_WITHIN, shutdown).await.is_err() {
            tracing::warn!("some connections did not end in time and were cut");
        }
    }
}

/// The next connection.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // Usually out of file descriptors: other connections must end first.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

async fn serve(
    stream: TcpStream,
    open: Connection,
    pipeline: Arc<RequestPipeline>,
    mut stopping: watch::Receiver<bool>,
) {
    // Responses are small and a client waits for each.
    let _ = stream.set_nodelay(true);
    let open = Arc::new(open);
    let used = Arc::clone(&open);
    let service = service_fn(move |request| Arc::clone(&pipeline).handle(request, Arc::clone(&used)));
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
        () = open.closing() => return,
        () = wait_for_stop(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended badly");
    }
}

/// Returns when the server stops, or is gone.
async fn wait_for_stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

const MOST_HEADERS: usize = 64;
const LARGEST_HEAD: usize = 64 << 10;
/// Also how long an idle connection stays open.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
const STOPPED_WITHIN: Duration = Duration::from_secs(8);
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
