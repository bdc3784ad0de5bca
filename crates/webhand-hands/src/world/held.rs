//! Requests that wait for a verdict.

use std::collections::BTreeMap;

use webhand_model::{HeldRequest, HeldRequestId, TabId};

use super::LeaseId;

use crate::driver::{FrameId, PausedRequestId, RequestId};

#[derive(Debug, Clone)]
pub(crate) struct Held {
    pub(crate) request: HeldRequest,
    pub(crate) fetch: PausedRequestId,
    pub(crate) network: Option<RequestId>,
    pub(crate) tab: Option<TabId>,
    /// The frame or the worker that sends it.
    pub(crate) sender: FrameId,
    /// Who is asked about it; `None` for whoever asks first.
    pub(crate) lease: Option<LeaseId>,
}

impl Held {
    fn concerns(&self, lease: LeaseId) -> bool {
        self.lease.is_none_or(|own| own == lease)
    }
}

/// Everything that waits, and what of it nobody was told of yet.
#[derive(Debug, Default)]
pub(crate) struct HeldBook {
    waiting: BTreeMap<HeldRequestId, Held>,
    untold: Vec<HeldRequestId>,
    last: HeldRequestId,
}

impl HeldBook {
    pub(crate) fn next_id(&mut self) -> HeldRequestId {
        self.last = self.last.next();
        self.last
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn is_full(&self, lease: Option<LeaseId>) -> bool {
        self.waiting.values().filter(|held| held.lease == lease).count() >= MOST_HELD
    }

    pub(crate) fn hold(&mut self, held: Held) {
        self.untold.push(held.request.id);
        self.waiting.insert(held.request.id, held);
    }

    /// Gives out a request for ruling: exactly the one that was reported to this lease, or none.
    pub(crate) fn take(&mut self, lease: LeaseId, request: &HeldRequest) -> Option<Held> {
        let held = self.waiting.get(&request.id)?;
        if held.request != *request || !held.concerns(lease) {
            return None;
        }
        self.waiting.remove(&request.id)
    }

    /// What nobody was told of yet because nobody knows whose it is.
    pub(super) fn nobodys(&self) -> impl Iterator<Item = &Held> {
        self.waiting.values().filter(|held| held.lease.is_none())
    }

    pub(super) fn belongs_to(&mut self, id: HeldRequestId, lease: LeaseId) {
        if let Some(held) = self.waiting.get_mut(&id) {
            held.lease = Some(lease);
        }
    }

    /// What a lease was not told of yet. What is nobody's is its own from now on.
    pub(super) fn tell(&mut self, lease: LeaseId) -> Vec<HeldRequest> {
        let mut told = Vec::new();
        let waiting = &mut self.waiting;
        self.untold.retain(|id| match waiting.get_mut(id) {
            Some(held) if held.concerns(lease) => {
                held.lease = Some(lease);
                told.push(held.request.clone());
                false
            }
            Some(_) => true,
            None => false,
        });
        told
    }

    pub(crate) fn holds(&self, network: &str) -> bool {
        self.waiting.values().any(|held| held.network.as_ref().is_some_and(|id| id.as_str() == network))
    }

    /// Everything a lease would be asked about.
    pub(crate) fn drain(&mut self, lease: LeaseId) -> Vec<Held> {
        self.waiting.extract_if(.., |_, held| held.lease == Some(lease)).map(|(_, held)| held).collect()
    }

    /// Everything there is.
    pub(crate) fn drain_all(&mut self) -> Vec<Held> {
        self.untold.clear();
        std::mem::take(&mut self.waiting).into_values().collect()
    }

    /// What a closed tab wanted to send will never be sent.
    pub(super) fn forget_tab(&mut self, tab: TabId) {
        self.waiting.retain(|_, held| held.tab != Some(tab));
    }
}

/// Of one owner; a page that sends more at once gets the rest refused.
const MOST_HELD: usize = 100;
