//! Where connections of agents come in.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::connection::Connection;
use super::handshake::Opening;
use super::sessions::Sessions;
use crate::http::{Door, Patience, Refusal, Standing};

/// What all connections share.
pub(crate) struct Reception {
    pub door: Arc<Door>,
    pub patience: Arc<Patience>,
    pub sessions: Arc<Sessions>,
    stopping: watch::Receiver<bool>,
    /// Held by each connection while it lives.
    places: Arc<Semaphore>,
    /// Held by each connection until it has shown the token.
    unproven: Arc<Semaphore>,
}

impl Reception {
    pub fn new(
        door: Arc<Door>,
        patience: Arc<Patience>,
        sessions: Arc<Sessions>,
        stopping: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let (places, unproven) = (Semaphore::new(MOST_CONNECTIONS), Semaphore::new(MOST_UNPROVEN));
        Arc::new(Self { door, patience, sessions, stopping, places: Arc::new(places), unproven: Arc::new(unproven) })
    }

    /// Ends all sessions and comes back when the last connection is gone.
    pub async fn close(&self) {
        self.sessions.close().await;
        let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
        let _ = self.places.acquire_many(all).await;
    }
}

/// Opens a connection; what is said on it is heard by a task of its own.
pub(crate) async fn receive(State(reception): State<Arc<Reception>>, request: Request) -> Response<Body> {
    let standing = request.extensions().get::<Standing>().copied().unwrap_or(Standing::Unproven);
    let opened = (|| {
        let place = Arc::clone(&reception.places).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        let unproven = match standing {
            Standing::Known => None,
            Standing::Unproven => Some(Arc::clone(&reception.unproven).try_acquire_owned().map_err(|_| Refusal::Busy)?),
        };
        let (mut head, _) = request.into_parts();
        let (opening, response) = Opening::of(&mut head)?;
        tokio::spawn(attend(opening, Arc::clone(&reception), place, unproven));
        Ok(response)
    })();
    opened.unwrap_or_else(Refusal::response)
}

async fn attend(
    opening: Opening,
    reception: Arc<Reception>,
    place: OwnedSemaphorePermit,
    unproven: Option<OwnedSemaphorePermit>,
) {
    let Some(socket) = opening.opened().await else { return };
    let stopping = reception.stopping.clone();
    let mut connection = Connection::new(socket, reception, stopping);
    let proven = match unproven {
        None => Ok(()),
        Some(unproven) => {
            let proven = connection.prove().await;
            drop(unproven);
            proven
        }
    };
    let why = match proven {
        Ok(()) => connection.converse().await,
        Err(why) => why,
    };
    connection.let_go().await;
    connection.say_goodbye(why).await;
    drop(place);
}

const MOST_CONNECTIONS: usize = 128;
const MOST_UNPROVEN: usize = 16;
