//! The last looks, which later actions compare with.

use std::collections::VecDeque;
use std::sync::Mutex;

use webhand_model::Snapshot;

/// What was seen last, and some looks before it.
#[derive(Debug, Default)]
pub(crate) struct RecentLooks {
    pub(crate) newest: Mutex<Option<Snapshot>>,
    /// Newest first.
    pub(crate) earlier: Mutex<VecDeque<Snapshot>>,
}
