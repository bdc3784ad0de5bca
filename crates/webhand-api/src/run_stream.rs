//! Reads a run's events from a number on and stays for what is written then.
//!
//! A stream reads the journal by number; the pool only hints that there is more. So a slow reader holds nobody up, misses
//! nothing, and may come back after the server was away.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use webhand_engine::{LiveText, RunChanges, RunPool};
use webhand_model::{RunId, Seq};
use webhand_port::StoreError;
use webhand_run_api::JournalReader;
use webhand_wire::api::RunEvent;

/// A reader that stays.
pub(crate) struct RunStream {
    reader: JournalReader,
    changes: RunChanges,
    text: LiveText,
    stopping: watch::Receiver<bool>,
    is_over: bool,
}

/// The next piece of a stream.
pub(crate) enum StreamPiece {
    Events(Vec<RunEvent>),
    /// A part of what the brain is writing.
    Text(Arc<str>),
    /// Nothing came for a while.
    Quiet,
    /// The run is over and everything of it was read.
    End,
}

impl RunStream {
    pub async fn open(
        runs: RunPool,
        run: RunId,
        after: Seq,
        stopping: watch::Receiver<bool>,
    ) -> Result<Self, StoreError> {
        // Subscribed before the first read, so that nothing falls between.
        let (changes, text) = runs.watch(&run);
        let reader = JournalReader::open(runs, run, after).await?;
        Ok(Self { reader, changes, text, stopping, is_over: false })
    }

    /// The next piece; `None` after the end, when the server stops, and when the journal cannot be read. A reader that was
    /// cut off comes back with the last number it knows.
    pub async fn next(&mut self) -> Option<StreamPiece> {
        if self.is_over {
            return None;
        }
        let quiet_until = Instant::now() + KEEP_ALIVE;
        loop {
            let events = self.reader.read(MOST_AT_ONCE).await.ok()?;
            if !events.is_empty() {
                return Some(StreamPiece::Events(events));
            }
            if self.reader.is_at_end().await? {
                self.is_over = true;
                return Some(StreamPiece::End);
            }
            let is_live = self.reader.is_live();
            tokio::select! {
                () = self.changes.changed() => {}
                // Other processes give no hints.
                () = sleep(JOURNAL_CHECK_EVERY), if !is_live => {}
                piece = self.text.next() => return Some(StreamPiece::Text(piece)),
                () = sleep_until(quiet_until) => return Some(StreamPiece::Quiet),
                () = wait_for_stop(&mut self.stopping) => return None,
            }
        }
    }
}

/// Returns when the server stops, or is gone.
pub(crate) async fn wait_for_stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

const MOST_AT_ONCE: u32 = 100;
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);
const JOURNAL_CHECK_EVERY: Duration = Duration::from_secs(1);
