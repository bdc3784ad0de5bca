//! Listens, serves connections within bounds, and shuts down gracefully.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use webhand_engine::RunPool;

use super::access::AccessPolicy;
use super::connections::{Connection, Connections};
use super::pipeline::RequestPipeline;
use super::rate_limit::RateLimit;
use super::route::router;
use super::tls::{TlsError, TlsFiles, acceptor};
use super::token::ServerKeys;
use super::token_throttle::TokenThrottle;
use crate::hands::{HandsEndpoint, HandsHub};
use crate::mcp::{Profile, http_service};
use crate::run_stream::wait_for_stop;
use crate::v1::{Api, PausedByAgents};
use crate::ws::{AgentEndpoint, AgentRuns, Sessions};
use crate::{RunHost, ScheduleHost, SessionHost, ThinHost};

/// A server that is bound to its address; [`Server::run`] serves.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    pipeline: Arc<RequestPipeline>,
    endpoint: Arc<AgentEndpoint>,
    hands: Arc<HandsEndpoint>,
    /// Cancels the requests of MCP clients.
    clients: CancellationToken,
    stopping: watch::Sender<bool>,
    tls: Option<TlsAcceptor>,
}

/// The parts that a server is made of.
pub struct ServerParts {
    pub keys: ServerKeys,
    pub host: Arc<dyn SessionHost>,
    /// The tools that MCP clients get.
    pub tools: Profile,
    pub runs: RunPool,
    pub run_host: Arc<dyn RunHost>,
    pub schedules: Arc<dyn ScheduleHost>,
    /// Absent while thin clients are off.
    pub thin: Option<Arc<dyn ThinHost>>,
    /// The browsers whose extension is paired.
    pub hands: HandsHub,
    /// Needed for an address that other machines reach.
    pub tls: Option<TlsSettings>,
}

/// How a server proves who it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsSettings {
    pub files: TlsFiles,
    /// The names under which it is reached.
    pub names: Vec<String>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    #[error(
        "{0} can be reached from other machines, which needs TLS: name --tls-cert and --tls-key, or use 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    #[error("{0} stands for every address of this machine: name the host under which it is reached with --host")]
    NoName(SocketAddr),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error("{address} is taken: another program, perhaps another webhand, listens there; name another port")]
    AddressInUse { address: SocketAddr, source: io::Error },
    #[error("{address} cannot be listened on")]
    Unusable { address: SocketAddr, source: io::Error },
}

impl Server {
    /// Binds the address; connections wait until [`Server::run`].
    ///
    /// # Errors
    /// When other machines could reach the address and there is no TLS, or it cannot be bound.
    pub async fn bind(listen: SocketAddr, parts: ServerParts) -> Result<Self, ServeError> {
        let acceptor = match &parts.tls {
            None if !listen.ip().is_loopback() => return Err(ServeError::NotLoopback(listen)),
            Some(tls) if tls.names.is_empty() && listen.ip().is_unspecified() => {
                return Err(ServeError::NoName(listen));
            }
            None => None,
            Some(tls) => Some(acceptor(tls.files.clone())?),
        };
        let (listener, address) = listen_at(listen).await?;
        let (stopping, _) = watch::channel(false);
        let ServerParts { keys, host, tools, runs, run_host, schedules, thin, hands, tls } = parts;
        let access = match &tls {
            None => AccessPolicy::new(address, keys),
            Some(tls) => AccessPolicy::with_tls(address, &tls.names, keys),
        };
        let pages = thin.as_ref().map(|thin| thin.origins().to_vec()).unwrap_or_default();
        let access = Arc::new(access.with_thin_clients(pages));
        let token_throttle = Arc::new(TokenThrottle::new());
        let clients = CancellationToken::new();
        let mcp = http_service(Arc::clone(&host), tools, clients.clone());
        let agent_runs = AgentRuns { pool: runs.clone(), host: Arc::clone(&run_host), stopping: stopping.subscribe() };
        let sessions = Sessions::new(host, agent_runs);
        let endpoint =
            AgentEndpoint::new(Arc::clone(&access), Arc::clone(&token_throttle), sessions, stopping.subscribe());
        let hands = HandsEndpoint::new(hands, Arc::clone(&token_throttle), stopping.subscribe());
        let (shared, stopping_api) = (Arc::clone(&access), stopping.subscribe());
        let api = Arc::new(Api {
            runs,
            host: run_host,
            schedules,
            thin,
            access: shared,
            paused_by_agents: PausedByAgents::default(),
            stopping: stopping_api,
        });
        let counts = Arc::default();
        let router = router(&endpoint, &hands, &mcp, &api, &counts);
        let pipeline =
            Arc::new(RequestPipeline { access, token_throttle, rate_limit: RateLimit::new(), router, counts });
        Ok(Self { listener, address, pipeline, endpoint, hands, clients, stopping, tls: acceptor })
    }

    /// The address it listens on, with the port that was chosen if none was named.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the dashboard with a code that is good once. The code stands behind the `#`, which browsers do not send.
    #[must_use]
    pub fn dashboard_url(&self) -> String {
        let code = self.pipeline.access.dashboard().new_code();
        format!("{}/#code={}", self.origin(), code.as_secret_text())
    }

    /// The address as a browser writes it, without a path.
    #[must_use]
    pub fn origin(&self) -> String {
        self.pipeline.access.origin()
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
                    let (pipeline, stopping) = (Arc::clone(&self.pipeline), self.stopping.subscribe());
                    connections.spawn(serve(stream, self.tls.clone(), open.add(), pipeline, stopping));
                }
                Some(_) = connections.join_next() => {}
            }
        }
        self.stopping.send_replace(true);
        self.clients.cancel();
        let shutdown = async {
            self.endpoint.close().await;
            self.hands.close().await;
            while connections.join_next().await.is_some() {}
        };
        if timeout(STOPPED_WITHIN, shutdown).await.is_err() {
            tracing::warn!("some connections did not end in time and were cut");
        }
    }
}

/// Binds an address, and names it with the port that was chosen.
pub(super) async fn listen_at(listen: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |source: io::Error| {
        let (address, in_use) = (listen, source.kind() == io::ErrorKind::AddrInUse);
        if in_use { ServeError::AddressInUse { address, source } } else { ServeError::Unusable { address, source } }
    };
    let listener = TcpListener::bind(listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// The next connection.
pub(super) async fn accept(listener: &TcpListener) -> TcpStream {
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

pub(super) async fn serve(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    open: Connection,
    pipeline: Arc<RequestPipeline>,
    stopping: watch::Receiver<bool>,
) {
    // Responses are small and a client waits for each.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else { return serve_stream(stream, open, pipeline, stopping).await };
    let accepted = tokio::select! {
        accepted = timeout(HEAD_WITHIN, tls.accept(stream)) => accepted,
        () = open.closing() => return,
    };
    match accepted {
        Ok(Ok(stream)) => serve_stream(stream, open, pipeline, stopping).await,
        Ok(Err(error)) => tracing::debug!(%error, "a connection did not begin TLS"),
        Err(_) => tracing::debug!("a connection took too long to begin TLS"),
    }
}

async fn serve_stream(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    open: Connection,
    pipeline: Arc<RequestPipeline>,
    mut stopping: watch::Receiver<bool>,
) {
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

const MOST_HEADERS: usize = 64;
const LARGEST_HEAD: usize = 64 << 10;
/// Also how long an idle connection stays open.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
pub(super) const STOPPED_WITHIN: Duration = Duration::from_secs(8);
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
