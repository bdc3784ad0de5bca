//! Hints that a run has changed. What changed is read from the journal, so a slow watcher holds nobody up and misses nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};
use webhand_model::RunId;

use super::RunPool;

/// Tells that events were written into a run's journal.
#[derive(Debug)]
pub struct RunChanges {
    events: watch::Receiver<u64>,
}

/// Pieces of the brain's text while it arrives; the journal does not hold them, and a slow reader misses some.
#[derive(Debug)]
pub struct LiveText {
    pieces: broadcast::Receiver<Arc<str>>,
}

impl RunChanges {
    /// Returns when something was written since the last call.
    pub async fn changed(&mut self) {
        if self.events.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl LiveText {
    /// The next piece; waits for ever when there is none.
    pub async fn next(&mut self) -> Arc<str> {
        loop {
            match self.pieces.recv().await {
                Ok(piece) => return piece,
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

/// The channels of the runs that somebody watches.
#[derive(Debug, Default)]
pub(super) struct Watched {
    runs: Mutex<HashMap<RunId, Channels>>,
}

#[derive(Debug)]
struct Channels {
    events: watch::Sender<u64>,
    text: broadcast::Sender<Arc<str>>,
}

impl Channels {
    fn is_unused(&self) -> bool {
        self.events.receiver_count() == 0 && self.text.receiver_count() == 0
    }
}

impl Watched {
    fn subscribe(&self, run: &RunId) -> (RunChanges, LiveText) {
        let mut runs = self.runs();
        runs.retain(|other, channels| other == run || !channels.is_unused());
        let channels = runs
            .entry(run.clone())
            .or_insert_with(|| Channels { events: watch::Sender::new(0), text: broadcast::Sender::new(MOST_PIECES) });
        (RunChanges { events: channels.events.subscribe() }, LiveText { pieces: channels.text.subscribe() })
    }

    pub(super) fn note_event(&self, run: &RunId) {
        if let Some(channels) = self.runs().get(run) {
            channels.events.send_modify(|count| *count += 1);
        }
    }

    pub(super) fn note_text(&self, run: &RunId, text: &str) {
        if let Some(channels) = self.runs().get(run) {
            // Without a reader nobody misses it.
            let _ = channels.text.send(text.into());
        }
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, Channels>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunPool {
    /// Watches one run, whoever works on it; only changes by this pool are hinted at.
    #[must_use]
    pub fn watch(&self, run: &RunId) -> (RunChanges, LiveText) {
        self.shared.watched.subscribe(run)
    }

    /// Counts up with each change of any run.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }
}

/// Text that a reader may fall behind.
const MOST_PIECES: usize = 64;
