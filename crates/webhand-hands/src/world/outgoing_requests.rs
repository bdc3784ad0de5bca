//! Requests of pages that a grant covers and that wait until somebody has recorded them.
//!
//! Invariant: a request waits here only while its owner records, and is given out once.

use std::collections::{BTreeMap, VecDeque};

use webhand_model::SentRequest;

use super::LeaseId;
use crate::driver::PausedRequestId;

#[derive(Debug, Default)]
pub(crate) struct OutgoingRequests {
    /// The owners that record, and how many of the requests of each were recorded one by one.
    recorders: BTreeMap<LeaseId, u32>,
    waiting: VecDeque<WaitingOutgoingRequest>,
}

/// A paused request and what is recorded of it.
#[derive(Debug)]
pub(crate) struct WaitingOutgoingRequest {
    pub(crate) lease: LeaseId,
    pub(crate) sent: SentRequest,
    pub(crate) paused: PausedRequestId,
}

impl OutgoingRequests {
    pub(crate) fn begin_recording(&mut self, lease: LeaseId) {
        self.recorders.entry(lease).or_default();
    }

    pub(crate) fn is_recording(&self, lease: LeaseId) -> bool {
        self.recorders.contains_key(&lease)
    }

    /// Has the request wait until it is recorded; `false` when it goes at once, because nobody records or too many were
    /// recorded already. Those are counted with the next outcome.
    pub(crate) fn announce(&mut self, departing: WaitingOutgoingRequest) -> bool {
        let Some(recorded) = self.recorders.get_mut(&departing.lease) else { return false };
        if *recorded >= MOST_RECORDED || self.waiting.len() >= MOST_WAITING {
            return false;
        }
        *recorded += 1;
        self.waiting.push_back(departing);
        true
    }

    pub(crate) fn waits(&self, lease: LeaseId) -> bool {
        self.waiting.iter().any(|departing| departing.lease == lease)
    }

    /// Gives out the request that has waited longest.
    pub(crate) fn take(&mut self, lease: LeaseId) -> Option<WaitingOutgoingRequest> {
        let at = self.waiting.iter().position(|departing| departing.lease == lease)?;
        self.waiting.remove(at)
    }

    /// Ends recording for an owner and returns the requests that still wait.
    pub(crate) fn end_recording(&mut self, lease: LeaseId) -> Vec<PausedRequestId> {
        self.recorders.remove(&lease);
        std::iter::from_fn(|| self.take(lease)).map(|departing| departing.paused).collect()
    }
}

/// Of one owner; a page that sends without end must not fill a journal.
const MOST_RECORDED: u32 = 1_000;
/// Of all owners at the same time.
const MOST_WAITING: usize = 100;

#[cfg(test)]
mod tests;
