//! The leases of tabs: one for each owner that works in the browser.
//!
//! Invariant: every tab is under exactly one lease. What an owner may see, wait for or rule on is found through its lease
//! and never through another's. A lease that was given back is kept until its last tab is closed, so that nothing of it
//! passes for somebody else's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use webhand_guard::RequestMoment;
use webhand_model::{Origin, RefBook, TabId, TabOwner};

use super::{Leaving, PausedRequest, RequestMemory, RequestPasses, World};
use crate::driver::{ContextId, DownloadId, PausedRequestId, TargetId};
use crate::egress::GateInfo;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LeaseId(u64);

impl LeaseId {
    /// The person in front of the window, who holds the tabs that no other owner has opened.
    pub(crate) const PERSON: Self = Self(0);
}

/// The activity of an owner at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activity {
    Idle,
    /// An action is under way that only looks, waits or opens an address.
    Reading,
    /// An action is under way that touches a page, so it may have caused the requests that start now.
    Acting,
    /// The action asks the browser itself for a tab, which then comes without an opener.
    OpeningTab,
}

#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) owner: TabOwner,
    pub(crate) current: Option<TabId>,
    pub(crate) refs: RefBook,
    pub(crate) requests: RequestMemory,
    /// The passes for requests that may go when their action is done again.
    pub(crate) passes: RequestPasses,
    pub(crate) activity: Activity,
    /// The folder that its downloads are moved to; `None` leaves them where they arrive.
    pub(crate) downloads: Option<PathBuf>,
    /// The context that its tabs are opened in; the browser's own when absent.
    pub(crate) context: Option<ContextId>,
    /// The sites that its tabs have shown, which may have kept something.
    pub(crate) visited: BTreeSet<Origin>,
    /// The gate of that context; the browser's own when absent.
    pub(crate) gate: Option<Arc<dyn GateInfo>>,
    /// The moment at which a navigation, a request or a download of it last began.
    pub(crate) moment: u64,
    is_given_back: bool,
    /// The person uses its tabs for now.
    is_lent: bool,
}

impl Lease {
    pub(crate) fn is_acting(&self) -> bool {
        self.activity != Activity::Idle
    }

    /// The activity of the owner at the moment, as far as requests are concerned.
    pub(crate) fn request_moment(&self) -> RequestMoment {
        match self.activity {
            Activity::Acting | Activity::OpeningTab => RequestMoment::DuringAction,
            Activity::Idle | Activity::Reading => RequestMoment::BetweenActions,
        }
    }

    fn of(owner: TabOwner) -> Self {
        Self {
            owner,
            current: None,
            refs: RefBook::default(),
            requests: RequestMemory::default(),
            passes: RequestPasses::default(),
            activity: Activity::Idle,
            downloads: None,
            context: None,
            visited: BTreeSet::new(),
            gate: None,
            moment: 0,
            is_given_back: false,
            is_lent: false,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Leases {
    by_id: BTreeMap<LeaseId, Lease>,
    last: LeaseId,
    /// A window is there in which a person can open tabs.
    pub(crate) has_person: bool,
    /// Any owner has touched a page, also one who has left since.
    pub(crate) any_input_began: bool,
}

impl Default for Leases {
    fn default() -> Self {
        let person = (LeaseId::PERSON, Lease::of(TabOwner::Person));
        Self { by_id: BTreeMap::from([person]), last: LeaseId::PERSON, has_person: false, any_input_began: false }
    }
}

impl Leases {
    /// `None` when there are too many already.
    pub(crate) fn add(&mut self, owner: TabOwner) -> Option<LeaseId> {
        if self.held_by_others().count() >= MOST_LEASES {
            return None;
        }
        self.last = LeaseId(self.last.0 + 1);
        self.by_id.insert(self.last, Lease::of(owner));
        Some(self.last)
    }

    pub(crate) fn get(&self, id: LeaseId) -> Option<&Lease> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: LeaseId) -> Option<&mut Lease> {
        self.by_id.get_mut(&id)
    }

    /// Tabs and requests that still come of it are closed or refused.
    pub(crate) fn is_given_back(&self, id: LeaseId) -> bool {
        self.get(id).is_none_or(|lease| lease.is_given_back)
    }

    /// Whether the person uses its tabs for now.
    pub(crate) fn is_lent(&self, id: LeaseId) -> bool {
        self.get(id).is_some_and(|lease| lease.is_lent)
    }

    pub(crate) fn lend(&mut self, id: LeaseId, is_lent: bool) {
        if let Some(lease) = self.get_mut(id) {
            lease.is_lent = is_lent;
        }
    }

    pub(crate) fn set_activity(&mut self, id: LeaseId, activity: Activity) {
        if let Some(lease) = self.get_mut(id) {
            lease.activity = activity;
        }
    }

    /// The owner of a lease has touched something.
    pub(crate) fn begin_input(&mut self, id: LeaseId) {
        self.any_input_began = true;
        if let Some(lease) = self.get_mut(id) {
            lease.requests.input_began = true;
        }
    }

    /// The leases that are in the middle of an action.
    pub(crate) fn acting(&self) -> impl Iterator<Item = LeaseId> {
        self.held_by_others().filter(|(_, lease)| lease.is_acting()).map(|(id, _)| id)
    }

    /// The owner of a tab that appeared without an opener.
    pub(crate) fn owner_of_unclaimed_tab(&self) -> LeaseId {
        let asked_for =
            self.held_by_others().find(|(_, lease)| lease.activity == Activity::OpeningTab).map(|(id, _)| id);
        let mut acting = self.acting();
        let only_one = acting.next().filter(|_| acting.next().is_none() && !self.has_person);
        asked_for.or(only_one).unwrap_or(LeaseId::PERSON)
    }

    /// The leases that owners other than the person hold.
    pub(crate) fn in_use(&self) -> impl Iterator<Item = &Lease> {
        self.held_by_others().map(|(_, lease)| lease)
    }

    /// The leases of all but the person that are not given back.
    fn held_by_others(&self) -> impl Iterator<Item = (LeaseId, &Lease)> {
        let others = self.by_id.iter().filter(|(id, lease)| **id != LeaseId::PERSON && !lease.is_given_back);
        others.map(|(id, lease)| (*id, lease))
    }

    /// Every lease has something new to look at.
    fn all_moved(&mut self, moment: u64) {
        for lease in self.by_id.values_mut() {
            lease.moment = moment;
        }
    }
}

/// The parts of a lease that was given back, which have to be closed, refused and cancelled.
#[derive(Debug)]
pub(crate) struct ReturnedLease {
    pub(crate) lease: LeaseId,
    pub(crate) held: Vec<PausedRequest>,
    pub(crate) targets: Vec<TargetId>,
    /// Downloads under way.
    pub(crate) downloads: Vec<DownloadId>,
    pub(crate) context: Option<ContextId>,
    /// Requests that a grant covers and that nobody records any more.
    pub(crate) departing: Vec<PausedRequestId>,
}

impl ReturnedLease {
    pub(crate) fn is_empty(&self) -> bool {
        let nothing_leaves = self.held.is_empty() && self.departing.is_empty();
        nothing_leaves && self.targets.is_empty() && self.downloads.is_empty() && self.context.is_none()
    }
}

impl World {
    /// Something begins in a tab. The moments of all tabs count up together, so that any two can be compared; only the
    /// tab's own lease takes notice of it.
    pub(crate) fn tick(&mut self, tab: Option<TabId>) -> u64 {
        self.tick_for(tab.and_then(|tab| self.lease_of(tab)))
    }

    /// As [`Self::tick`]; all leases take notice of an event that belongs to none of them.
    pub(crate) fn tick_for(&mut self, lease: Option<LeaseId>) -> u64 {
        self.moment += 1;
        match lease.and_then(|lease| self.leases.get_mut(lease)) {
            Some(lease) => lease.moment = self.moment,
            None => self.leases.all_moved(self.moment),
        }
        self.moment
    }

    pub(crate) fn lease_of(&self, tab: TabId) -> Option<LeaseId> {
        self.tabs.get(tab).map(|tab| tab.lease)
    }

    /// The moment at which a navigation, a request or a download of a lease last began.
    pub(crate) fn moment_of(&self, lease: LeaseId) -> u64 {
        self.leases.get(lease).map_or(0, |lease| lease.moment)
    }

    /// A tab that was made for a lease. `None` when it is not known yet.
    pub(crate) fn claim(&mut self, target: &TargetId, lease: LeaseId) -> Option<TabId> {
        let id = self.tabs.with_target(target)?;
        let tab = self.tabs.get_mut(id)?;
        let before = std::mem::replace(&mut tab.lease, lease);
        tab.is_stray = false;
        let top = tab.top.clone();
        if let Some(document) = self.frames.get(&top).map(|frame| frame.document) {
            if let Some(before) = self.leases.get_mut(before) {
                before.refs.remove(document);
            }
            if let Some(lease) = self.leases.get_mut(lease) {
                lease.refs.add_top(document);
            }
        }
        if let Some(before) = self.leases.get_mut(before).filter(|before| before.current == Some(id)) {
            before.current = None;
        }
        if let Some(lease) = self.leases.get_mut(lease) {
            lease.current.get_or_insert(id);
        }
        self.tick(Some(id));
        Some(id)
    }

    /// A tab shows a document of this address.
    pub(super) fn note_visit(&mut self, tab: TabId, url: &str) {
        let origin = Origin::from_url(url);
        let lease = self.lease_of(tab).and_then(|lease| self.leases.get_mut(lease));
        let may_keep = origin.as_str().starts_with("http");
        if let Some(lease) = lease.filter(|lease| may_keep && lease.visited.len() < MOST_VISITED) {
            lease.visited.insert(origin);
        }
    }

    /// Ends a lease. Its tabs have to be closed; the lease is forgotten with the last of them.
    pub(crate) fn give_back(&mut self, id: LeaseId) -> ReturnedLease {
        let mut context = None;
        if let Some(lease) = self.leases.get_mut(id) {
            lease.is_given_back = true;
            context = lease.context.take();
        }
        let mut targets = Vec::new();
        for tab in self.tabs.ids(id) {
            let Some(tab) = self.tabs.get_mut(tab) else { continue };
            tab.leaving = Leaving::Yes;
            targets.push(tab.target.clone());
        }
        let held = self.held.drain(id);
        let downloads = self.downloads.forget(id);
        let departing = self.outgoing_requests.end_recording(id);
        self.forget_if_over(id);
        ReturnedLease { lease: id, held, targets, downloads, context, departing }
    }

    /// The run goes on where a closed tab came from, or else in the newest one.
    pub(super) fn tab_gone(&mut self, id: TabId) {
        let Some(removed) = self.tabs.remove(id) else { return };
        let is_own = |tab: &TabId| self.lease_of(*tab) == Some(removed.lease);
        let opener = removed.opener.filter(is_own);
        let next = opener.or_else(|| self.tabs.of(removed.lease).map(|tab| tab.id).next_back());
        if let Some(lease) = self.leases.get_mut(removed.lease).filter(|lease| lease.current == Some(id)) {
            lease.current = next;
        }
        self.forget_if_over(removed.lease);
    }

    fn forget_if_over(&mut self, id: LeaseId) {
        if self.leases.is_given_back(id) && self.tabs.of(id).next().is_none() {
            self.leases.by_id.remove(&id);
        }
    }
}

/// Owners that work in one browser at the same time, the person not counted.
const MOST_LEASES: usize = 64;
const MOST_VISITED: usize = 500;

#[cfg(test)]
mod tests;
