//! Requests that start, are answered and end.

use super::Errand;
use crate::cdp::Event;
use crate::cdp::protocol::{LoadingFailed, LoadingFinished, RequestStarts, ResponseArrives};
use crate::world::World;

pub(super) fn take_in(world: &mut World, event: &Event) -> Vec<Errand> {
    if let Some(starts) = event.read::<RequestStarts>() {
        if let Some(tab) = world.tab_of(event.session.as_ref()) {
            let moment = world.tick();
            world.traffic.starts(tab, starts, moment);
        }
    } else if let Some(arrives) = event.read::<ResponseArrives>() {
        world.traffic.answered(&arrives.request_id, arrives.response.status, &arrives.response.mime_type);
    } else if let Some(finished) = event.read::<LoadingFinished>() {
        world.traffic.ended(&finished.request_id, None);
    } else if let Some(failed) = event.read::<LoadingFailed>() {
        // Other failures bring an error page, which is a document like any other.
        if failed.canceled || failed.error_text == "net::ERR_ABORTED" {
            world.navigation_given_up(failed.request_id.as_str());
        }
        world.traffic.ended(&failed.request_id, Some(failed.error_text));
    }
    Vec::new()
}
