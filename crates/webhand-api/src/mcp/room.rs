//! The session of one client: opened when it is first needed, opened anew when its browser is gone, closed with it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::Mutex as Turn;
use tokio::task::AbortHandle;
use webhand_engine::Session;
use webhand_model::{RunId, clean, cut};

use crate::{House, HouseError};

/// Where one client works.
pub(super) struct Room {
    house: Arc<dyn House>,
    /// Which one it is among those of its door.
    name: String,
    /// What the client calls itself.
    client: OnceLock<String>,
    session: Turn<Option<Session>>,
    /// A session that is being opened before anybody asked for it.
    ahead: Mutex<Option<AbortHandle>>,
}

impl Room {
    pub fn new(house: Arc<dyn House>, name: String) -> Self {
        Self { house, name, client: OnceLock::new(), session: Turn::default(), ahead: Mutex::default() }
    }

    pub fn house(&self) -> &Arc<dyn House> {
        &self.house
    }

    /// Who this is for; the first name is kept.
    pub fn belongs_to(&self, client: &str) {
        let _ = self.client.set(cut(&clean(client), MOST_NAME).into_owned());
    }

    /// The session of this client.
    pub async fn session(&self) -> Result<Session, HouseError> {
        let mut place = self.session.lock().await;
        if let Some(session) = place.as_ref() {
            if !session.is_over() {
                return Ok(session.clone());
            }
            session.close().await;
        }
        let owner = format!("{} {}", self.name, self.client.get().map_or("client", String::as_str));
        let session = self.house.open_session(&owner).await?;
        *place = Some(session.clone());
        Ok(session)
    }

    /// The run its journal is kept under, if it was opened.
    pub async fn run(&self) -> Option<RunId> {
        self.session.lock().await.as_ref().map(|session| session.id().clone())
    }

    /// Opens the session while the client still thinks about its first call. What goes wrong is told at that call.
    pub fn open_ahead(self: &Arc<Self>) {
        let room = Arc::clone(self);
        let opening = tokio::spawn(async move {
            if let Err(error) = room.session().await {
                tracing::warn!(%error, "no session was opened ahead");
            }
        });
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) = Some(opening.abort_handle());
    }

    /// Gives everything back.
    pub async fn close(&self) {
        self.stop_opening();
        let session = self.session.lock().await.take();
        if let Some(session) = session {
            session.close().await;
        }
    }

    fn stop_opening(&self) {
        if let Some(ahead) = self.ahead.lock().unwrap_or_else(PoisonError::into_inner).take() {
            ahead.abort();
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // A client over HTTP goes without a word; its room goes with the last request for it.
        if let (Some(session), Ok(runtime)) = (self.session.get_mut().take(), Handle::try_current()) {
            runtime.spawn(async move { session.close().await });
        }
    }
}

const MOST_NAME: usize = 40;
