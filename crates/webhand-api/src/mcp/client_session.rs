//! The session of one MCP client: opened when first needed, opened anew after its browser is gone, closed with the client.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::Mutex as AsyncMutex;
use tokio::task::AbortHandle;
use webhand_engine::Session;
use webhand_model::{RunId, clean, truncate};

use crate::{SessionHost, SessionHostError};

/// One MCP client and the session it works in.
pub(super) struct ClientSession {
    host: Arc<dyn SessionHost>,
    /// Names this client among the clients of the same transport: `mcp` over stdio, `mcp-1`, `mcp-2` … over HTTP.
    name: String,
    /// The name that the client gives itself.
    client_name: OnceLock<String>,
    session: AsyncMutex<Option<Session>>,
    /// The task that opens the session before the first call needs it.
    opening: Mutex<Option<AbortHandle>>,
}

impl ClientSession {
    pub fn new(host: Arc<dyn SessionHost>, name: String) -> Self {
        Self { host, name, client_name: OnceLock::new(), session: AsyncMutex::default(), opening: Mutex::default() }
    }

    pub fn host(&self) -> &Arc<dyn SessionHost> {
        &self.host
    }

    /// Sets the name that the client gives itself; the first one is kept.
    pub fn set_client_name(&self, client: &str) {
        let _ = self.client_name.set(truncate(&clean(client), MOST_NAME).into_owned());
    }

    /// The open session of this client; opens one if there is none or the last one is over.
    pub async fn session(&self) -> Result<Session, SessionHostError> {
        let mut slot = self.session.lock().await;
        if let Some(session) = slot.as_ref() {
            if !session.is_over() {
                return Ok(session.clone());
            }
            session.close().await;
        }
        let owner = format!("{} {}", self.name, self.client_name.get().map_or("client", String::as_str));
        let session = self.host.open_session(&owner).await?;
        *slot = Some(session.clone());
        Ok(session)
    }

    /// The run under which the session is journaled, if it was opened.
    pub async fn run(&self) -> Option<RunId> {
        self.session.lock().await.as_ref().map(|session| session.id().clone())
    }

    /// Opens the session before the client makes its first call. A failure is reported at that call.
    pub fn open_early(self: &Arc<Self>) {
        let client = Arc::clone(self);
        let opening = tokio::spawn(async move {
            if let Err(error) = client.session().await {
                tracing::warn!(%error, "no session was opened ahead");
            }
        });
        *self.opening.lock().unwrap_or_else(PoisonError::into_inner) = Some(opening.abort_handle());
    }

    /// Ends the session, also one that is still being opened.
    pub async fn close(&self) {
        self.stop_opening();
        let session = self.session.lock().await.take();
        if let Some(session) = session {
            session.close().await;
        }
    }

    fn stop_opening(&self) {
        if let Some(opening) = self.opening.lock().unwrap_or_else(PoisonError::into_inner).take() {
            opening.abort();
        }
    }
}

impl Drop for ClientSession {
    fn drop(&mut self) {
        // A client over HTTP leaves without a message, so its session ends with the last request that holds it.
        if let (Some(session), Ok(runtime)) = (self.session.get_mut().take(), Handle::try_current()) {
            runtime.spawn(async move { session.close().await });
        }
    }
}

const MOST_NAME: usize = 40;
