//! How far the browser pauses requests before they leave, and which pages do not know of it yet.

use std::collections::{BTreeMap, BTreeSet};

use super::{LeaseId, World};
use crate::driver::{PausedKinds, SessionId};

#[derive(Debug, Default)]
pub(crate) struct Interception {
    stage: InterceptionStage,
    /// Pages that were there before the interception and may be in the middle of a script, which goes on to send around it.
    unaware: BTreeMap<SessionId, Sending>,
    /// A run has touched a page since interception began.
    has_touched: bool,
}

/// The requests that are paused now. Each stage covers those before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InterceptionStage {
    /// Requests leave unpaused: no run has touched a page, and the gate alone judges where they go.
    #[default]
    Off,
    /// Interception is being switched on and does not reach every loaded document yet.
    Starting,
    MarkingRequests,
    EveryRequest,
}

/// The fate of the requests of a page that does not know of the interception yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    /// They leave, because nothing has touched the page since.
    Works,
    /// They fail, because a run touches the page.
    Fails,
}

impl Interception {
    /// Whether every request that can leave a mark is paused.
    pub(crate) fn is_on(&self) -> bool {
        self.stage >= InterceptionStage::MarkingRequests
    }

    /// A run is about to touch a page. Returns whether it is the first touch.
    pub(crate) fn begin_touch(&mut self) -> bool {
        !std::mem::replace(&mut self.has_touched, true)
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.stage > InterceptionStage::Off
    }

    pub(crate) fn covers(&self, kinds: PausedKinds) -> bool {
        self.stage >= stage_of(kinds)
    }

    /// Marks that interception is being switched on.
    pub(crate) fn begin(&mut self) {
        self.stage = self.stage.max(InterceptionStage::Starting);
    }

    /// Marks that interception reaches everything.
    pub(crate) fn complete(&mut self, kinds: PausedKinds) {
        self.stage = self.stage.max(stage_of(kinds));
    }

    /// Adds a page that was loaded before the interception.
    pub(crate) fn add_unaware(&mut self, session: SessionId) {
        self.unaware.entry(session).or_insert(Sending::Works);
    }

    /// A page knows of the interception, or is gone. Returns whether its requests fail until then.
    pub(crate) fn remove_unaware(&mut self, session: &SessionId) -> bool {
        self.unaware.remove(session) == Some(Sending::Fails)
    }

    /// Whether everything that a target sends fails at the moment.
    pub(crate) fn fails(&self, session: &SessionId) -> bool {
        self.unaware.get(session) == Some(&Sending::Fails)
    }
}

/// Everything that is attached and may send requests.
pub(crate) fn sending_sessions(world: &World) -> Vec<SessionId> {
    let own = world.sessions.keys().chain(&world.unowned_sessions);
    own.chain(world.shared_workers.sessions()).cloned().collect()
}

/// The sessions of pages, and of frames that have one of their own.
pub(crate) fn page_sessions(world: &World) -> BTreeSet<SessionId> {
    let pages = world.tabs.all().map(|tab| &tab.session);
    pages.chain(world.frames.all().map(|frame| &frame.session)).cloned().collect()
}

/// Whether a touch of an owner's page has to wait for a page that does not know of the interception yet. It would
/// wait in vain where a dialog is open.
pub(crate) fn awaits_scripts(world: &World, lease: LeaseId) -> bool {
    let has_dialog = |session: &SessionId| {
        let tab = world.tab_of(Some(session)).and_then(|tab| world.tabs.get(tab));
        tab.is_some_and(|tab| tab.dialog.is_some())
    };
    let mut unaware = world.interception.unaware.keys();
    unaware.any(|session| is_of(world, session, lease) && !has_dialog(session))
}

/// Marks that the requests of an owner's pages that do not know of the interception yet fail, and returns those pages.
pub(crate) fn fail_unaware(world: &mut World, lease: LeaseId) -> Vec<SessionId> {
    let concerned: Vec<SessionId> = world
        .interception
        .unaware
        .iter()
        .filter(|(session, sending)| **sending == Sending::Works && is_of(world, session, lease))
        .map(|(session, _)| session.clone())
        .collect();
    for session in &concerned {
        world.interception.unaware.insert(session.clone(), Sending::Fails);
    }
    concerned
}

fn is_of(world: &World, session: &SessionId, lease: LeaseId) -> bool {
    world.tab_of(Some(session)).is_none_or(|tab| world.lease_of(tab) == Some(lease))
}

fn stage_of(kinds: PausedKinds) -> InterceptionStage {
    match kinds {
        PausedKinds::Marking => InterceptionStage::MarkingRequests,
        PausedKinds::All => InterceptionStage::EveryRequest,
    }
}
