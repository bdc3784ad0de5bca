//! The last snapshots, with which later actions compare the page.

use std::collections::VecDeque;
use std::sync::Mutex;

use webhand_model::Snapshot;

/// The newest snapshot and some before it.
#[derive(Debug, Default)]
pub(crate) struct RecentLooks {
    pub(crate) newest: Mutex<Option<Snapshot>>,
    /// Newest first.
    pub(crate) earlier: Mutex<VecDeque<Snapshot>>,
}
