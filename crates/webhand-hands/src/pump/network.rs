//! Requests that start, are answered and end.

use webhand_model::TabId;

use super::Errand;
use crate::world::{Cause, Lease, World};
use webhand_cdp::Event;
use webhand_cdp::protocol::{LoadingFailed, LoadingFinished, RequestStarts, ResponseArrives};

pub(super) fn take_in(world: &mut World, event: &Event) -> Vec<Errand> {
    let Some(tab) = world.tab_of(event.session.as_ref()) else { return Vec::new() };
    if let Some(starts) = event.read::<RequestStarts>() {
        let lease = world.lease_of(tab).and_then(|lease| world.leases.get(lease));
        let cause = if lease.is_some_and(Lease::is_acting) { Cause::Action } else { Cause::Page };
        if cause == Cause::Action || !is_shared(world, event, tab) {
            let moment = world.tick(Some(tab));
            world.traffic.starts(tab, starts, moment, cause);
        }
    } else if let Some(arrives) = event.read::<ResponseArrives>() {
        world.traffic.answered(tab, &arrives.request_id, arrives.response.status, &arrives.response.mime_type);
    } else if let Some(finished) = event.read::<LoadingFinished>() {
        world.traffic.ended(tab, &finished.request_id, None);
    } else if let Some(failed) = event.read::<LoadingFailed>() {
        // Other failures bring an error page, which is a document like any other.
        if failed.canceled || failed.error_text == "net::ERR_ABORTED" {
            world.navigation_given_up(failed.request_id.as_str());
        }
        world.traffic.ended(tab, &failed.request_id, Some(failed.error_text));
    }
    Vec::new()
}

/// Whether it comes from a worker that also serves tabs of others: it tells each of them of all its requests.
fn is_shared(world: &World, event: &Event, tab: TabId) -> bool {
    let Some(worker) = event.session.as_ref().and_then(|session| world.sessions.get(session)) else { return false };
    let own = world.lease_of(tab);
    world.tabs_of_worker(worker.target.as_str()).any(|served| world.lease_of(served) != own)
}
