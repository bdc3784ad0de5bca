//! Requests that wait for a verdict.

use std::collections::BTreeMap;

use webhand_model::{HeldId, HeldRequest, TabId};

use crate::cdp::protocol::{FetchId, NetworkId};

#[derive(Debug, Clone)]
pub(crate) struct Held {
    pub(crate) request: HeldRequest,
    pub(crate) fetch: FetchId,
    pub(crate) network: Option<NetworkId>,
    pub(crate) tab: Option<TabId>,
}

/// Everything that waits, and what of it nobody was told of yet.
#[derive(Debug, Default)]
pub(crate) struct HeldBook {
    waiting: BTreeMap<HeldId, Held>,
    untold: Vec<HeldId>,
    last: HeldId,
}

impl HeldBook {
    pub(crate) fn next_id(&mut self) -> HeldId {
        self.last = self.last.next();
        self.last
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_HELD
    }

    pub(crate) fn hold(&mut self, held: Held) {
        self.untold.push(held.request.id);
        self.waiting.insert(held.request.id, held);
    }

    /// Gives out a request for ruling: exactly the one that was reported, or none.
    pub(crate) fn take(&mut self, request: &HeldRequest) -> Option<Held> {
        if self.waiting.get(&request.id).is_none_or(|held| held.request != *request) {
            return None;
        }
        self.waiting.remove(&request.id)
    }

    /// What nobody was told of yet.
    pub(crate) fn tell(&mut self) -> Vec<HeldRequest> {
        let untold = std::mem::take(&mut self.untold);
        untold.iter().filter_map(|id| Some(self.waiting.get(id)?.request.clone())).collect()
    }

    pub(crate) fn holds(&self, network: &str) -> bool {
        self.waiting.values().any(|held| held.network.as_ref().is_some_and(|id| id.as_str() == network))
    }

    pub(crate) fn drain(&mut self) -> Vec<Held> {
        self.untold.clear();
        std::mem::take(&mut self.waiting).into_values().collect()
    }

    /// What a closed tab wanted to send will never be sent.
    pub(super) fn forget_tab(&mut self, tab: TabId) {
        self.waiting.retain(|_, held| held.tab != Some(tab));
    }
}

/// A page that sends more at once gets the rest refused.
const MOST_HELD: usize = 100;
