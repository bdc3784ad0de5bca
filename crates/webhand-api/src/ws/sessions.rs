//! All sessions of the server's WebSocket: begun, found again by their key, listed, ended.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;

use super::kept::Kept;
use super::worker::work;
use crate::SessionHost;
use crate::http::draw_secret;

/// The sessions that are open, by their key.
pub(crate) struct Sessions {
    pub host: Arc<dyn SessionHost>,
    kept: Mutex<BTreeMap<String, Arc<Kept>>>,
    begun: AtomicU64,
    one_less: Notify,
}

/// What anybody with the token may know of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Listed {
    pub name: String,
    pub connected: bool,
    pub requests: u64,
}

impl Sessions {
    pub fn new(host: Arc<dyn SessionHost>) -> Arc<Self> {
        let (begun, one_less) = (AtomicU64::new(0), Notify::new());
        Arc::new(Self { host, kept: Mutex::default(), begun, one_less })
    }

    /// A new session; its browser is opened by the first request that needs one. Where there are too many, the one that
    /// has been alone for longest goes; `None` when all are in use.
    pub fn begin(self: &Arc<Self>) -> Option<Arc<Kept>> {
        let mut all = self.all();
        if all.len() >= MOST_SESSIONS {
            let alone = all.values().filter_map(|kept| Some((kept.alone_since()?, Arc::clone(kept))));
            let (_, longest) = alone.min_by_key(|(since, _)| *since)?;
            all.remove(&longest.key);
            longest.end();
        }
        let number = self.begun.fetch_add(1, Ordering::Relaxed) + 1;
        let (kept, asked) = Kept::new(format!("ws-{number}"), draw_secret());
        all.insert(kept.key.clone(), Arc::clone(&kept));
        tokio::spawn(work(Arc::clone(&kept), asked, Arc::clone(self)));
        Some(kept)
    }

    pub fn find(&self, key: &str) -> Option<Arc<Kept>> {
        self.all().get(key).cloned()
    }

    pub fn list(&self) -> Vec<Listed> {
        let listed = |kept: &Arc<Kept>| Listed {
            name: kept.name.clone(),
            connected: kept.alone_since().is_none(),
            requests: kept.received(),
        };
        let mut all: Vec<_> = self.all().values().map(listed).collect();
        all.sort_by(|one, other| one.name.len().cmp(&other.name.len()).then_with(|| one.name.cmp(&other.name)));
        all
    }

    /// A worker has ended.
    pub fn forget(&self, kept: &Kept) {
        self.all().remove(&kept.key);
        self.one_less.notify_one();
    }

    /// Ends all, and comes back when the last is gone.
    pub async fn close(&self) {
        loop {
            let one_less = self.one_less.notified();
            let all: Vec<_> = self.all().values().cloned().collect();
            if all.is_empty() {
                return;
            }
            for kept in &all {
                kept.end();
            }
            one_less.await;
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const MOST_SESSIONS: usize = 32;
