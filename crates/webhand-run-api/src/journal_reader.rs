//! Reads a journal on from a number, as light events.

use webhand_engine::RunPool;
use webhand_model::{RunId, RunStatus, Seq};
use webhand_port::StoreError;
use webhand_wire::api::RunEvent;

use crate::JournalView;

/// A place in the journal of one run.
pub struct JournalReader {
    runs: RunPool,
    run: RunId,
    after: Seq,
    view: JournalView,
}

impl JournalReader {
    /// Looks back a little, so that the first event knows the page it is about.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn open(runs: RunPool, run: RunId, after: Seq) -> Result<Self, StoreError> {
        let mut view = JournalView::default();
        let from = Seq(after.0.saturating_sub(LOOKED_BACK));
        let before = u32::try_from(after.0 - from.0).unwrap_or_default();
        if before > 0 {
            for event in runs.store().read_page(&run, from, before).await? {
                view.event(&event);
            }
        }
        Ok(Self { runs, run, after, view })
    }

    /// At most so many further events.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn read(&mut self, most: u32) -> Result<Vec<RunEvent>, StoreError> {
        let events = self.runs.store().read_page(&self.run, self.after, most).await?;
        if let Some(last) = events.last() {
            self.after = last.seq;
        }
        Ok(events.iter().map(|event| self.view.event(event)).collect())
    }

    /// Whether the run is over and everything of it was read; `None` when that cannot be found out.
    pub async fn is_at_end(&self) -> Option<bool> {
        let summary = self.runs.summary(&self.run).await.ok()?;
        // An event may have been written after the last read.
        let end = self.runs.store().end(&self.run).await.ok()?;
        Some(matches!(summary.status, RunStatus::Over(_)) && end == self.after)
    }

    /// Whether this pool works on the run; other processes give no hints of their changes.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.runs.is_live(&self.run)
    }
}

/// Enough lines to find the look before an action.
const LOOKED_BACK: u64 = 40;
