//! To whom a request or a download is attributed: an owner of tabs, the person, or nobody that is known.
//!
//! Invariant: where the owner is not certain, the input of all owners counts, so no request is released because it was
//! attributed to the wrong one.

use std::collections::BTreeSet;

use webhand_model::{AllowedBy, HeldRequest, Origin, SentKind, SentRequest, TabId};

use super::{LeaseId, World, gate_of};
use crate::driver::{FrameId, RequestId, SessionId};
use crate::egress::OwnerGate;

/// The sender of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attribution {
    Lease(LeaseId),
    /// The request comes from something that several owners share, and this one alone is acting.
    PerhapsLease(LeaseId),
    /// The person, in tabs of their own or in tabs that were lent to them.
    Person,
    Unknown,
}

impl Attribution {
    /// The owner who decides about the request; `None` when the first owner who asks for held requests gets it.
    pub(crate) fn lease(self) -> Option<LeaseId> {
        match self {
            Self::Lease(lease) | Self::PerhapsLease(lease) => Some(lease),
            Self::Person | Self::Unknown => None,
        }
    }
}

impl World {
    /// Attributes a request by the frame or the worker that sends it, or else by the tab that the network knows it from.
    pub(crate) fn attribute(&self, sender: &FrameId, network: Option<&RequestId>) -> Attribution {
        if let Some(frame) = self.frames.get(sender) {
            return self.attribute_tab(frame.tab);
        }
        let served: BTreeSet<LeaseId> =
            self.tabs_of_worker(sender.as_str()).filter_map(|tab| self.lease_of(tab)).collect();
        if let (Some(only), 1) = (served.first(), served.len()) {
            return self.of_lease(*only);
        }
        if served.is_empty()
            && let Some(only) = only_lease_served_by(self, sender)
        {
            return self.of_lease(only);
        }
        if let Some(tab) = network.and_then(|network| self.traffic.tab_of(network)).filter(|_| served.is_empty()) {
            return self.attribute_tab(tab);
        }
        let mut acting = self.leases.acting().filter(|lease| served.is_empty() || served.contains(lease));
        match (acting.next(), acting.next()) {
            (Some(only), None) => Attribution::PerhapsLease(only),
            (None | Some(_), _) => Attribution::Unknown,
        }
    }

    /// Attributes a request by the tab that sends it.
    pub(crate) fn attribute_tab(&self, tab: TabId) -> Attribution {
        match self.tabs.get(tab) {
            Some(tab) if !tab.is_stray => self.of_lease(tab.lease),
            Some(_) | None => Attribution::Unknown,
        }
    }

    fn of_lease(&self, lease: LeaseId) -> Attribution {
        match lease {
            LeaseId::PERSON if self.leases.has_person => Attribution::Person,
            LeaseId::PERSON => Attribution::Unknown,
            lease if self.leases.is_lent(lease) => Attribution::Person,
            lease => Attribution::Lease(lease),
        }
    }

    /// The shared workers that serve this owner's tabs and nobody else's.
    pub(crate) fn workers_of(&self, lease: LeaseId) -> impl Iterator<Item = &SessionId> {
        self.shared_workers.sessions().filter(move |session| {
            let Some(worker) = self.shared_workers.get(session) else { return false };
            let mut served: BTreeSet<LeaseId> =
                self.tabs_of_worker(worker.target.as_str()).filter_map(|tab| self.lease_of(tab)).collect();
            let of_origin = self.frames.all().filter(|frame| frame.origin == worker.origin);
            served.extend(of_origin.filter_map(|frame| self.lease_of(frame.tab)));
            worker.origin != Origin::opaque() && served.len() == 1 && served.contains(&lease)
        })
    }

    /// Whether any owner who may have caused a request has touched a page.
    pub(crate) fn input_began(&self, attribution: Attribution) -> bool {
        match attribution {
            Attribution::Lease(lease) => self.leases.get(lease).is_some_and(|lease| lease.requests.input_began),
            Attribution::Person => false,
            Attribution::PerhapsLease(_) | Attribution::Unknown => self.leases.any_input_began,
        }
    }

    /// The requests that a lease has not heard of yet: those that are held, and those that were let go. The sender of one
    /// that was held as nobody's may be known by now; the others go to the first lease that asks.
    pub(crate) fn report_requests(&mut self, lease: LeaseId) -> (Vec<HeldRequest>, Vec<SentRequest>) {
        let known: Vec<_> = self
            .held
            .unattributed()
            .map(|held| (held.request.id, self.attribute(&held.sender, held.network.as_ref())))
            .collect();
        for (id, attribution) in known {
            if let Attribution::Lease(owner) = attribution {
                self.held.assign(id, owner);
            }
        }
        if let OwnerGate::Known(gate) | OwnerGate::Any(gate) = gate_of(self, lease) {
            for host in gate.take_unresolved() {
                self.sent.note(Some(lease), SentKind::Unresolved, "", &host, AllowedBy::Guard);
            }
        }
        (self.held.report(lease), self.sent.report(lease))
    }
}

/// Why a request goes out that nobody was asked about.
pub(crate) fn allowed_by(world: &World, attribution: Attribution) -> AllowedBy {
    if world.input_began(attribution) { AllowedBy::Guard } else { AllowedBy::Page }
}

/// The one owner that has frames of a shared worker's origin open.
fn only_lease_served_by(world: &World, worker: &FrameId) -> Option<LeaseId> {
    let origin = &world.shared_workers.with_target(worker.as_str())?.origin;
    let is_served = |origin_of: &Origin| origin_of == origin && *origin != Origin::opaque();
    let frames = world.frames.all().filter(|frame| is_served(&frame.origin));
    let served: BTreeSet<LeaseId> = frames.filter_map(|frame| world.lease_of(frame.tab)).collect();
    served.first().copied().filter(|_| served.len() == 1)
}

#[cfg(test)]
mod tests;
