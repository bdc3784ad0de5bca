//! Requests that start, are answered and end.

use webhand_guard::ResourceKind;
use webhand_model::{Origin, SentKind, TabId};

use super::FollowUp;
use super::fetch::{can_leave_mark, note_background, shape_of};
use crate::driver::{FrameId, NetworkEvent, RequestStarted, SessionId};
use crate::world::{Attribution, Cause, Lease, World, allowed_by};

pub(super) fn apply(world: &mut World, session: Option<&SessionId>, event: NetworkEvent) -> Vec<FollowUp> {
    let Some(tab) = world.tab_of(session) else { return Vec::new() };
    match event {
        NetworkEvent::Started(started) => {
            let lease = world.lease_of(tab).and_then(|lease| world.leases.get_mut(lease));
            let lease = lease.map(|lease| {
                lease.requests.note_loaded(&started.request.url);
                &*lease
            });
            let cause = if lease.is_some_and(Lease::is_acting) { Cause::Action } else { Cause::Page };
            if cause == Cause::Action || !is_of_shared_worker(world, session, tab) {
                let moment = world.tick(Some(tab));
                note_sent(world, tab, &started);
                learn(world, session, &started);
                world.traffic.starts(tab, started, moment, cause);
            }
        }
        NetworkEvent::Answered { request, status, mime_type } => {
            world.traffic.answered(tab, &request, status, &mime_type);
        }
        NetworkEvent::Finished { request, bytes } => world.traffic.ended(tab, &request, None, bytes),
        NetworkEvent::Failed { request, error, given_up } => {
            if given_up {
                world.frames.abandon_navigation(request.as_str());
            }
            world.traffic.ended(tab, &request, Some(error), None);
        }
    }
    Vec::new()
}

/// Records a request that is not paused, or only reads; of others it is not known yet whether they go out.
fn note_sent(world: &mut World, tab: TabId, started: &RequestStarted) {
    let (attribution, request) = (world.attribute_tab(tab), &started.request);
    if attribution == Attribution::Person || !request.url.starts_with("http") {
        return;
    }
    let (lease, by) = (attribution.lease(), allowed_by(world, attribution));
    match (can_leave_mark(&request.method), started.kind.as_str()) {
        (true, _) if world.interception.is_on() && started.resource != ResourceKind::Subresource => {}
        (true, _) => world.sent.note(lease, SentKind::Request, &request.method, &request.url, by),
        (false, "Document") => world.sent.note(lease, SentKind::Navigation, "", &request.url, by),
        (false, _) => {
            let origin = Origin::from_url(&request.url).to_string();
            world.sent.note(lease, SentKind::Resource, "", &origin, by);
        }
    }
}

/// Remembers the shape of a request that leaves before anything is paused: the page sends it by itself, as it would for
/// everybody.
fn learn(world: &mut World, session: Option<&SessionId>, started: &RequestStarted) {
    if world.interception.is_on() || !can_leave_mark(&started.request.method) {
        return;
    }
    let worker = || Some(FrameId::new(world.sessions.get(session?)?.target.as_str()));
    let Some(sender) = started.frame.clone().or_else(worker) else { return };
    let attribution = world.attribute(&sender, Some(&started.id));
    if !world.input_began(attribution) {
        let shape = shape_of(&started.request);
        note_background(world, attribution, shape);
    }
}

/// Whether a request comes from a worker that also serves tabs of other owners: each of those tabs receives the
/// events of all requests of the worker.
fn is_of_shared_worker(world: &World, session: Option<&SessionId>, tab: TabId) -> bool {
    let Some(worker) = session.and_then(|session| world.sessions.get(session)) else { return false };
    let own = world.lease_of(tab);
    world.tabs_of_worker(worker.target.as_str()).any(|served| world.lease_of(served) != own)
}
