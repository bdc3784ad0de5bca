//! All sessions of the WebSocket: started, found by their key, listed, ended.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

use super::resumable_session::ResumableSession;
use super::runs::AgentRuns;
use super::worker::run_worker;
use crate::SessionHost;
use crate::http::random_secret;

/// The sessions that are open, by their key.
pub(crate) struct Sessions {
    pub host: Arc<dyn SessionHost>,
    /// The server's runs, which belong to no session.
    pub runs: AgentRuns,
    open: Mutex<BTreeMap<String, Arc<ResumableSession>>>,
    /// How many were started so far.
    started: AtomicU64,
    /// Notified when a session is removed.
    removed: Notify,
}

/// The facts of a session that any client with the token may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SessionListing {
    pub name: String,
    pub connected: bool,
    pub requests: u64,
}

impl Sessions {
    pub fn new(host: Arc<dyn SessionHost>, runs: AgentRuns) -> Arc<Self> {
        let (started, removed) = (AtomicU64::new(0), Notify::new());
        Arc::new(Self { host, runs, open: Mutex::default(), started, removed })
    }

    /// Starts a session; its browser is opened by the first request that needs one. When there are too many, the one that
    /// has been without a connection for longest ends; `None` when all have one.
    pub fn start(self: &Arc<Self>) -> Option<Arc<ResumableSession>> {
        let mut all = self.all();
        if all.len() >= MOST_SESSIONS {
            let disconnected =
                all.values().filter_map(|session| Some((session.disconnected_since()?, Arc::clone(session))));
            let (_, longest) = disconnected.min_by_key(|(since, _)| *since)?;
            all.remove(&longest.key);
            longest.end();
        }
        let number = self.started.fetch_add(1, Ordering::Relaxed) + 1;
        let (session, queue) = ResumableSession::new(format!("ws-{number}"), random_secret());
        all.insert(session.key.clone(), Arc::clone(&session));
        tokio::spawn(run_worker(Arc::clone(&session), queue, Arc::clone(self)));
        Some(session)
    }

    pub fn find(&self, key: &str) -> Option<Arc<ResumableSession>> {
        self.all().get(key).cloned()
    }

    pub fn list(&self) -> Vec<SessionListing> {
        let listed = |session: &Arc<ResumableSession>| SessionListing {
            name: session.name.clone(),
            connected: session.disconnected_since().is_none(),
            requests: session.received(),
        };
        let mut all: Vec<_> = self.all().values().map(listed).collect();
        all.sort_by(|one, other| one.name.len().cmp(&other.name.len()).then_with(|| one.name.cmp(&other.name)));
        all
    }

    /// Removes a session whose worker has ended.
    pub fn remove(&self, session: &ResumableSession) {
        self.all().remove(&session.key);
        self.removed.notify_one();
    }

    /// Ends all sessions, and returns when the last is removed.
    pub async fn close(&self) {
        loop {
            let removed = self.removed.notified();
            let all: Vec<_> = self.all().values().cloned().collect();
            if all.is_empty() {
                return;
            }
            for session in &all {
                session.end();
            }
            removed.await;
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ResumableSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_SESSIONS: usize = 32;
