//! Requests that wait for a verdict.

use std::collections::BTreeMap;

use webhand_model::{HeldRequest, HeldRequestId, RequestCause, TabId};

use super::{LeaseId, SocketId};

use crate::driver::{FrameId, PausedRequestId, RequestId};

#[derive(Debug, Clone)]
pub(crate) struct PausedRequest {
    pub(crate) request: HeldRequest,
    pub(crate) held_by: HeldBy,
    pub(crate) network: Option<RequestId>,
    pub(crate) tab: Option<TabId>,
    /// The frame or the worker that sends it.
    pub(crate) sender: FrameId,
    /// The owner who decides about it; `None` when the first owner who asks gets it.
    pub(crate) lease: Option<LeaseId>,
    pub(crate) cause: RequestCause,
}

/// The hold that keeps something from leaving the browser.
#[derive(Debug, Clone)]
pub(crate) enum HeldBy {
    /// The request is paused.
    Pause(PausedRequestId),
    /// A frame of this socket waits behind a rule of the network.
    FrameRule(SocketId),
    /// Nothing: the request has failed, and its action has to be done again.
    Stopped,
}

impl PausedRequest {
    fn concerns(&self, lease: LeaseId) -> bool {
        self.lease.is_none_or(|own| own == lease)
    }
}

/// All requests that wait, and those that were not reported to an owner yet.
#[derive(Debug, Default)]
pub(crate) struct PausedRequests {
    waiting: BTreeMap<HeldRequestId, PausedRequest>,
    unreported: Vec<HeldRequestId>,
    last: HeldRequestId,
}

impl PausedRequests {
    pub(crate) fn next_id(&mut self) -> HeldRequestId {
        self.last = self.last.next();
        self.last
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether an owner has more to decide about.
    pub(crate) fn waits_for(&self, lease: LeaseId) -> bool {
        self.waiting.values().any(|held| held.concerns(lease))
    }

    pub(crate) fn is_full(&self, lease: Option<LeaseId>) -> bool {
        self.waiting.values().filter(|held| held.lease == lease).count() >= MOST_HELD
    }

    pub(crate) fn hold(&mut self, held: PausedRequest) {
        self.unreported.push(held.request.id);
        self.waiting.insert(held.request.id, held);
    }

    /// Gives out a request for a verdict: exactly the one that was reported to this lease, or none.
    pub(crate) fn take(&mut self, lease: LeaseId, request: &HeldRequest) -> Option<PausedRequest> {
        let held = self.waiting.get(&request.id)?;
        if held.request != *request || !held.concerns(lease) {
            return None;
        }
        self.waiting.remove(&request.id)
    }

    /// Drops a request that will never leave.
    pub(crate) fn forget(&mut self, id: HeldRequestId) {
        self.waiting.remove(&id);
    }

    /// Requests whose owner is not known.
    pub(super) fn unattributed(&self) -> impl Iterator<Item = &PausedRequest> {
        self.waiting.values().filter(|held| held.lease.is_none())
    }

    pub(super) fn assign(&mut self, id: HeldRequestId, lease: LeaseId) {
        if let Some(held) = self.waiting.get_mut(&id) {
            held.lease = Some(lease);
        }
    }

    /// The requests that were not reported to a lease yet. One without an owner is its own from now on.
    pub(super) fn report(&mut self, lease: LeaseId) -> Vec<HeldRequest> {
        let mut reported = Vec::new();
        let waiting = &mut self.waiting;
        self.unreported.retain(|id| match waiting.get_mut(id) {
            Some(held) if held.concerns(lease) => {
                held.lease = Some(lease);
                reported.push(held.request.clone());
                false
            }
            Some(_) => true,
            None => false,
        });
        reported
    }

    /// Whether this request has failed and waits for its action to be done again.
    pub(crate) fn is_stopped(&self, id: HeldRequestId) -> bool {
        self.waiting.get(&id).is_some_and(|held| matches!(held.held_by, HeldBy::Stopped))
    }

    /// Whether requests of a lease that have failed are still undecided.
    pub(crate) fn has_stopped(&self, lease: LeaseId) -> bool {
        self.waiting.values().any(|held| matches!(held.held_by, HeldBy::Stopped) && held.concerns(lease))
    }

    /// Takes the requests that have failed and would be sent by doing an action again, because it cannot be done again.
    pub(crate) fn take_stopped(&mut self, lease: LeaseId) -> Vec<HeldRequest> {
        let is_stopped = |held: &PausedRequest| matches!(held.held_by, HeldBy::Stopped) && held.concerns(lease);
        self.waiting.extract_if(.., |_, held| is_stopped(held)).map(|(_, held)| held.request).collect()
    }

    pub(crate) fn holds(&self, network: &str) -> bool {
        self.waiting.values().any(|held| held.network.as_ref().is_some_and(|id| id.as_str() == network))
    }

    /// All requests that a lease would decide about.
    pub(crate) fn drain(&mut self, lease: LeaseId) -> Vec<PausedRequest> {
        self.waiting.extract_if(.., |_, held| held.lease == Some(lease)).map(|(_, held)| held).collect()
    }

    /// All requests of a tab that is about to be closed.
    pub(crate) fn drain_tab(&mut self, tab: TabId) -> Vec<PausedRequest> {
        self.waiting.extract_if(.., |_, held| held.tab == Some(tab)).map(|(_, held)| held).collect()
    }

    /// All requests.
    pub(crate) fn drain_all(&mut self) -> Vec<PausedRequest> {
        self.unreported.clear();
        std::mem::take(&mut self.waiting).into_values().collect()
    }

    /// Drops the requests of a closed tab, which will never be sent.
    pub(super) fn forget_tab(&mut self, tab: TabId) {
        self.waiting.retain(|_, held| held.tab != Some(tab));
    }
}

/// Of one owner; a page that sends more at once gets the rest refused.
const MOST_HELD: usize = 100;
