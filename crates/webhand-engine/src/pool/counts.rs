//! The counts of what a pool has done since it was made.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts since the pool was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolCounts {
    pub ordered: u64,
    pub over: u64,
    pub parked: u64,
    /// Browsers that were gone while a run worked with them.
    pub browsers_lost: u64,
    pub events: u64,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) ordered: Counter,
    pub(super) over: Counter,
    pub(super) parked: Counter,
    pub(super) browsers_lost: Counter,
    pub(super) events: Counter,
}

#[derive(Debug, Default)]
pub(super) struct Counter(AtomicU64);

impl Counter {
    pub(super) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Counters {
    pub(super) fn now(&self) -> PoolCounts {
        PoolCounts {
            ordered: self.ordered.value(),
            over: self.over.value(),
            parked: self.parked.value(),
            browsers_lost: self.browsers_lost.value(),
            events: self.events.value(),
        }
    }
}
