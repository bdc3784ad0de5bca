//! The runs that wait for their turn: the highest priority first, then the oldest.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use webhand_model::RunId;

/// Ordered by priority and age. A run stands in it once.
#[derive(Debug, Default)]
pub(super) struct RunQueue {
    waiting: BTreeSet<(Reverse<i32>, u64, RunId)>,
}

impl RunQueue {
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn push(&mut self, run: RunId, priority: i32, created: u64) {
        if self.place(&run).is_none() {
            self.waiting.insert((Reverse(priority), created, run));
        }
    }

    pub(super) fn pop(&mut self) -> Option<RunId> {
        self.waiting.pop_first().map(|(.., run)| run)
    }

    /// Removes a run; returns whether it stood in the queue.
    pub(super) fn remove(&mut self, run: &RunId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(.., waiting)| waiting != run);
        self.waiting.len() < before
    }

    /// How many runs stand before this one; `None` if it does not wait here.
    pub(super) fn place(&self, run: &RunId) -> Option<usize> {
        self.waiting.iter().position(|(.., waiting)| waiting == run)
    }
}
