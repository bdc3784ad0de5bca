//! Which gate the connections of a target go through.

use std::sync::Arc;

use webhand_model::{Origin, TabId};

use super::{FrameFlow, LeaseId, World};
use crate::driver::SessionId;
use crate::egress::{EgressControl, GateInfo, GatedSocket, OwnerGate};

/// A socket of a target, with its gate. A worker that several tabs may share can be anybody's.
pub(crate) fn gated_socket(world: &World, session: &SessionId, url: String) -> GatedSocket {
    let lease = world.tab_of(Some(session)).and_then(|tab| world.lease_of(tab));
    GatedSocket { url, gate: lease.map_or_else(|| any_gate(world), |lease| gate_of(world, lease)) }
}

/// The open sockets of a target.
pub(crate) fn sockets_of(world: &World, session: &SessionId) -> Vec<GatedSocket> {
    world.sockets.addresses(session).into_iter().map(|url| gated_socket(world, session, url)).collect()
}

/// The sockets of a target that have undecided frames.
pub(crate) fn undecided_sockets(world: &World, session: &SessionId) -> Vec<GatedSocket> {
    world.sockets.undecided_addresses(session).into_iter().map(|url| gated_socket(world, session, url)).collect()
}

/// The sockets of a target that must not send any more when it is closed: those with undecided frames, and all that no
/// grant covers, because the frames that a page sends while it is closed are not announced.
pub(crate) fn closing_sockets(world: &World, session: &SessionId) -> Vec<GatedSocket> {
    if world.sockets.flow(session) == FrameFlow::Open {
        return Vec::new();
    }
    let undecided = world.sockets.undecided_addresses(session);
    let may_send = |url: &String| !undecided.contains(url) && is_granted(world, session, url);
    let closing = world.sockets.addresses(session).into_iter().filter(|url| !may_send(url));
    closing.map(|url| gated_socket(world, session, url)).collect()
}

/// As [`closing_sockets`], of everything that runs in a tab.
pub(crate) fn closing_in_tab(world: &World, tab: TabId) -> Vec<GatedSocket> {
    let sessions = world.sessions.iter().filter(|(_, own)| own.tab == tab).map(|(session, _)| session);
    sessions.flat_map(|session| closing_sockets(world, session)).collect()
}

/// Whether a grant covers what the page behind a session sends to this address.
fn is_granted(world: &World, session: &SessionId, url: &str) -> bool {
    let Some(tab) = world.tab_of(Some(session)) else { return false };
    let lease = world.lease_of(tab).and_then(|lease| world.leases.get(lease));
    let grants = lease.and_then(|lease| lease.requests.grants.as_ref());
    grants.zip(world.top(tab)).is_some_and(|(grants, top)| grants.cover(&top.origin, &Origin::from_url(url)))
}

/// The gate of an owner: that of its context, or the browser's own.
pub(crate) fn gate_of(world: &World, lease: LeaseId) -> OwnerGate {
    let own = world.leases.get(lease).and_then(|lease| lease.gate.clone());
    match (own, &world.egress) {
        (Some(gate), _) => OwnerGate::Known(gate),
        (None, EgressControl::Gated(gate)) => OwnerGate::Known(Arc::clone(gate)),
        (None, EgressControl::Ungated) => OwnerGate::Missing,
    }
}

/// The gates of all owners that work in the browser.
pub(crate) fn all_gates(world: &World) -> Vec<Arc<dyn GateInfo>> {
    let own = match &world.egress {
        EgressControl::Gated(gate) => Some(gate),
        EgressControl::Ungated => None,
    };
    world.leases.in_use().filter_map(|lease| lease.gate.as_ref()).chain(own).cloned().collect()
}

fn any_gate(world: &World) -> OwnerGate {
    match &world.egress {
        EgressControl::Gated(gate) => OwnerGate::Any(Arc::clone(gate)),
        EgressControl::Ungated => OwnerGate::Missing,
    }
}
