//! Opens connections of agents, within bounds.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::connection::Connection;
use super::handshake::Handshake;
use super::sessions::Sessions;
use crate::http::{AccessPolicy, Authentication, Rejection, TokenThrottle};

/// The state that all connections share.
pub(crate) struct AgentEndpoint {
    pub access: Arc<AccessPolicy>,
    pub token_throttle: Arc<TokenThrottle>,
    pub sessions: Arc<Sessions>,
    stopping: watch::Receiver<bool>,
    /// Held by each connection while it lives.
    connections: Arc<Semaphore>,
    /// Held by each connection until it has shown the token.
    unauthenticated: Arc<Semaphore>,
}

impl AgentEndpoint {
    pub fn new(
        access: Arc<AccessPolicy>,
        token_throttle: Arc<TokenThrottle>,
        sessions: Arc<Sessions>,
        stopping: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let (connections, unauthenticated) = (Semaphore::new(MOST_CONNECTIONS), Semaphore::new(MOST_UNAUTHENTICATED));
        Arc::new(Self {
            access,
            token_throttle,
            sessions,
            stopping,
            connections: Arc::new(connections),
            unauthenticated: Arc::new(unauthenticated),
        })
    }

    /// Ends all sessions and returns when the last connection is gone.
    pub async fn close(&self) {
        self.sessions.close().await;
        let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
        let _ = self.connections.acquire_many(all).await;
    }
}

/// Opens a connection, which a task of its own serves.
pub(crate) async fn open_connection(State(endpoint): State<Arc<AgentEndpoint>>, request: Request) -> Response<Body> {
    let authentication = request.extensions().get::<Authentication>().copied().unwrap_or(Authentication::Pending);
    let opened = (|| {
        let slot = Arc::clone(&endpoint.connections).try_acquire_owned().map_err(|_| Rejection::Busy)?;
        let unauthenticated = match authentication {
            Authentication::Verified(_) => None,
            Authentication::Pending | Authentication::NotNeeded => {
                Some(Arc::clone(&endpoint.unauthenticated).try_acquire_owned().map_err(|_| Rejection::Busy)?)
            }
        };
        let (mut head, _) = request.into_parts();
        let (handshake, response) = Handshake::accept(&mut head)?;
        tokio::spawn(serve_connection(handshake, Arc::clone(&endpoint), slot, unauthenticated));
        Ok(response)
    })();
    opened.unwrap_or_else(Rejection::response)
}

async fn serve_connection(
    handshake: Handshake,
    endpoint: Arc<AgentEndpoint>,
    slot: OwnedSemaphorePermit,
    unauthenticated: Option<OwnedSemaphorePermit>,
) {
    let Some(socket) = handshake.into_socket().await else { return };
    let stopping = endpoint.stopping.clone();
    let mut connection = Connection::new(socket, endpoint, stopping);
    let authenticated = match unauthenticated {
        None => Ok(()),
        Some(unauthenticated) => {
            let authenticated = connection.authenticate().await;
            drop(unauthenticated);
            authenticated
        }
    };
    let reason = match authenticated {
        Ok(()) => connection.serve().await,
        Err(reason) => reason,
    };
    connection.detach().await;
    connection.close_with(reason).await;
    drop(slot);
}

const MOST_CONNECTIONS: usize = 128;
const MOST_UNAUTHENTICATED: usize = 16;
