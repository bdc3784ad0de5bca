//! [`HandsServer`]: listens for paired extensions alone, for a program that drives their tabs while no server runs.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::ServeError;
use super::access::AccessPolicy;
use super::connections::Connections;
use super::pipeline::RequestPipeline;
use super::rate_limit::RateLimit;
use super::route::hands_router;
use super::server::{STOPPED_WITHIN, accept, listen_at, serve};
use super::token::ServerKeys;
use super::token_throttle::TokenThrottle;
use crate::hands::{HandsEndpoint, HandsHub};

/// A server with one address, that of extensions. Its keys are known to nobody.
pub struct HandsServer {
    listener: TcpListener,
    address: SocketAddr,
    pipeline: Arc<RequestPipeline>,
    hands: Arc<HandsEndpoint>,
    stopping: watch::Sender<bool>,
}

impl HandsServer {
    /// Binds an address of this machine.
    ///
    /// # Errors
    /// When other machines could reach the address, or it cannot be bound.
    pub async fn bind(listen: SocketAddr, hub: HandsHub) -> Result<Self, ServeError> {
        if !listen.ip().is_loopback() {
            return Err(ServeError::NotLoopback(listen));
        }
        let (listener, address) = listen_at(listen).await?;
        let (stopping, _) = watch::channel(false);
        let token_throttle = Arc::new(TokenThrottle::new());
        let hands = HandsEndpoint::new(hub, Arc::clone(&token_throttle), stopping.subscribe());
        let pipeline = RequestPipeline {
            access: Arc::new(AccessPolicy::new(address, ServerKeys::generate())),
            token_throttle,
            rate_limit: RateLimit::new(),
            router: hands_router(&hands),
            counts: Arc::default(),
        };
        Ok(Self { listener, address, pipeline: Arc::new(pipeline), hands, stopping })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let open = Arc::new(Connections::default());
        let mut connections = JoinSet::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                stream = accept(&self.listener) => {
                    let (pipeline, stopping) = (Arc::clone(&self.pipeline), self.stopping.subscribe());
                    connections.spawn(serve(stream, None, open.add(), pipeline, stopping));
                }
                Some(_) = connections.join_next() => {}
            }
        }
        self.stopping.send_replace(true);
        let shutdown = async {
            self.hands.close().await;
            while connections.join_next().await.is_some() {}
        };
        if timeout(STOPPED_WITHIN, shutdown).await.is_err() {
            tracing::warn!("some connections did not end in time and were cut");
        }
    }
}
