//! Whose a request is.
//!
//! Invariant: where that is not certain, what anybody has done counts, so nothing goes out because it was taken for somebody
//! else's.

use std::collections::BTreeSet;

use webhand_model::{HeldRequest, TabId};

use super::{LeaseId, World};
use crate::driver::{FrameId, RequestId};

/// Who sends a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Of(LeaseId),
    /// It comes from something that several share, and this one is doing something.
    Perhaps(LeaseId),
    /// What a person does in tabs of their own, or in those they were given, is theirs.
    Person,
    Nobody,
}

impl Whose {
    /// Who is asked about it; `None` for whoever asks first.
    pub(crate) fn asked(self) -> Option<LeaseId> {
        match self {
            Self::Of(lease) | Self::Perhaps(lease) => Some(lease),
            Self::Person | Self::Nobody => None,
        }
    }
}

impl World {
    /// By the frame or the worker that sends it, or else by the tab that the network knows it from.
    pub(crate) fn whose(&self, sender: &FrameId, network: Option<&RequestId>) -> Whose {
        if let Some(frame) = self.frames.get(sender) {
            return self.of_tab(frame.tab);
        }
        let served: BTreeSet<LeaseId> =
            self.tabs_of_worker(sender.as_str()).filter_map(|tab| self.lease_of(tab)).collect();
        if let (Some(only), 1) = (served.first(), served.len()) {
            return self.of_lease(*only);
        }
        if let Some(tab) = network.and_then(|network| self.traffic.tab_of(network)).filter(|_| served.is_empty()) {
            return self.of_tab(tab);
        }
        let mut acting = self.leases.acting().filter(|lease| served.is_empty() || served.contains(lease));
        match (acting.next(), acting.next()) {
            (Some(only), None) => Whose::Perhaps(only),
            (None | Some(_), _) => Whose::Nobody,
        }
    }

    fn of_tab(&self, tab: TabId) -> Whose {
        match self.tabs.get(tab) {
            Some(tab) if !tab.is_stray => self.of_lease(tab.lease),
            Some(_) | None => Whose::Nobody,
        }
    }

    fn of_lease(&self, lease: LeaseId) -> Whose {
        match lease {
            LeaseId::PERSON if self.leases.has_person => Whose::Person,
            LeaseId::PERSON => Whose::Nobody,
            lease if self.leases.is_lent(lease) => Whose::Person,
            lease => Whose::Of(lease),
        }
    }

    /// Whether anybody whose doing a request may be has touched anything.
    pub(crate) fn input_began(&self, whose: Whose) -> bool {
        match whose {
            Whose::Of(lease) => self.leases.get(lease).is_some_and(|lease| lease.input_began),
            Whose::Person => false,
            Whose::Perhaps(_) | Whose::Nobody => self.leases.any_input_began,
        }
    }

    /// What a lease was not told of yet. What was nobody's when it was held may have become known meanwhile; the rest is
    /// told to whoever asks first.
    pub(crate) fn tell_held(&mut self, lease: LeaseId) -> Vec<HeldRequest> {
        let known: Vec<_> = self
            .held
            .nobodys()
            .map(|held| (held.request.id, self.whose(&held.sender, held.network.as_ref())))
            .collect();
        for (id, whose) in known {
            if let Whose::Of(owner) = whose {
                self.held.belongs_to(id, owner);
            }
        }
        self.held.tell(lease)
    }
}

#[cfg(test)]
mod tests;
