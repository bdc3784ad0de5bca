//! Requests on their way out: gathers the facts that the guard judges, then holds, releases or refuses each.

use webhand_guard::{
    OutgoingRequest, OutgoingVerdict, RefuseReason, ReleaseReason, RequestBody, RequestMoment, RequestOwner,
    RequestShape, ResourceKind, judge_outgoing,
};
use webhand_model::{HeldRequest, Origin, RequestCause, TabId};

use super::FollowUp;
use crate::body::{body_bytes, fields, header};
use crate::driver::{FrameId, RequestEvent, RequestPaused};
use crate::settling::changes::shown;
use crate::world::{Attribution, Fate, Lease, Leaving, PausedRequest, UnaskedRequest, World, reach_of};

pub(super) fn apply(world: &mut World, event: RequestEvent) -> Vec<FollowUp> {
    let login = match event {
        RequestEvent::Paused(paused) => return decide(world, paused).into_iter().collect(),
        RequestEvent::LoginRequired(login) => login,
    };
    match world.attribute(&login.frame_id, None) {
        Attribution::Person if world.leases.has_person => vec![FollowUp::AskForLogin(login.request_id)],
        Attribution::Person | Attribution::Lease(_) | Attribution::PerhapsLease(_) | Attribution::Unknown => {
            vec![FollowUp::RefuseLogin(login.request_id)]
        }
    }
}

/// `None` when the request stays where it is.
fn decide(world: &mut World, paused: RequestPaused) -> Option<FollowUp> {
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let from = sender(world, &paused, tab);
    let attribution = world.attribute(&paused.frame_id, paused.network_id.as_ref());
    // The person's requests are released whatever they carry, and their bodies may be large.
    let (bytes, is_complete) =
        if attribution == Attribution::Person { (Vec::new(), false) } else { body_bytes(&paused.request) };
    let content_type = header(&paused.request, "content-type").unwrap_or_default();
    let body = RequestBody { content_type, bytes: &bytes, is_complete };
    let headers = paused.request.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    let shape = RequestShape::of(&paused.request.method, &paused.request.url, headers, &body);
    let judgement = judge_outgoing(&outgoing(world, &paused, attribution, &from, body, shape.as_ref()));
    let cause = judgement.cause;
    match judgement.verdict {
        OutgoingVerdict::Release(reason) => {
            match reason {
                ReleaseReason::Background => note_background(world, attribution, shape),
                ReleaseReason::Granted => note_unasked(world, attribution, &paused, cause, Fate::Sent),
                ReleaseReason::Reads | ReleaseReason::OfPerson | ReleaseReason::SentBefore => {}
            }
            Some(FollowUp::ReleaseRequest(paused.request_id))
        }
        OutgoingVerdict::Refuse(reason) => {
            match reason {
                RefuseReason::OwnerEnded => {}
                RefuseReason::Telemetry | RefuseReason::Carries => {
                    note_unasked(world, attribution, &paused, cause, Fate::Stopped);
                }
                RefuseReason::TooManyHeld => {
                    tracing::warn!(url = paused.request.url, "refused a request because too many are held already");
                }
            }
            Some(FollowUp::RefuseRequest(paused.request_id))
        }
        OutgoingVerdict::Hold => {
            hold(world, paused, from, attribution, cause);
            None
        }
    }
}

fn outgoing<'a>(
    world: &World,
    paused: &'a RequestPaused,
    attribution: Attribution,
    from: &'a Origin,
    body: RequestBody<'a>,
    shape: Option<&RequestShape>,
) -> OutgoingRequest<'a> {
    let request = &paused.request;
    let known = known_lease(world, attribution).map(|lease| &lease.requests);
    let to = Origin::from_url(&request.url);
    let is_document = paused.kind == ResourceKind::Document;
    OutgoingRequest {
        method: &request.method,
        url: &request.url,
        kind: paused.kind,
        body,
        sender: from,
        owner: request_owner(world, attribution, &paused.frame_id),
        touched: world.touched_before(attribution.lease(), &paused.frame_id, from, &request.url),
        sent_before: known.zip(shape).is_some_and(|(requests, shape)| requests.has_seen(shape)),
        is_granted: known.and_then(|requests| requests.grants.as_ref()).is_some_and(|grants| grants.cover(from, &to)),
        opens_tab: is_document && !is_in_frame(world, &paused.frame_id),
        reach: reach_of(world, attribution.lease(), from, &request.url, is_document),
    }
}

/// Whether a frame is a part of another document.
fn is_in_frame(world: &World, id: &FrameId) -> bool {
    let tab = world.frames.get(id).and_then(|frame| world.tabs.get(frame.tab));
    tab.is_some_and(|tab| tab.top != *id)
}

/// The lease that a request certainly belongs to. Neither the grants nor the background traffic of an owner excuse a
/// request that may be somebody else's.
fn known_lease(world: &World, attribution: Attribution) -> Option<&Lease> {
    match attribution {
        Attribution::Lease(lease) => world.leases.get(lease),
        Attribution::PerhapsLease(_) | Attribution::Person | Attribution::Unknown => None,
    }
}

fn request_owner(world: &World, attribution: Attribution, sender: &FrameId) -> RequestOwner {
    if attribution == Attribution::Person {
        return RequestOwner::Person;
    }
    let lease = attribution.lease();
    let tab = world.frames.get(sender).and_then(|frame| world.tabs.get(frame.tab));
    // A page that is being left takes its held requests with it before anybody could report them.
    let is_left = tab.is_some_and(|tab| tab.leaving != Leaving::No);
    RequestOwner::Run {
        input_began: world.input_began(attribution),
        has_ended: lease.is_some_and(|lease| world.leases.is_given_back(lease)),
        is_full: world.held.is_full(lease),
        moment: lease
            .and_then(|lease| world.leases.get(lease).filter(|_| !is_left))
            .map_or(RequestMoment::BetweenActions, Lease::request_moment),
    }
}

fn note_background(world: &mut World, attribution: Attribution, shape: Option<RequestShape>) {
    if let (Attribution::Lease(lease), Some(shape)) = (attribution, shape)
        && let Some(lease) = world.leases.get_mut(lease)
    {
        lease.requests.note_background(shape);
    }
}

fn note_unasked(world: &mut World, attribution: Attribution, paused: &RequestPaused, cause: RequestCause, fate: Fate) {
    let Some(lease) = attribution.lease().and_then(|lease| world.leases.get_mut(lease)) else { return };
    let line = format!("{} {}", paused.request.method, shown(&paused.request.url));
    lease.requests.note_unasked(UnaskedRequest { line, network: paused.network_id.clone(), cause, fate });
}

fn hold(world: &mut World, paused: RequestPaused, from: Origin, attribution: Attribution, cause: RequestCause) {
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let id = world.held.next_id();
    let fields = fields(&paused.request, |name| is_secret(world, &paused, tab, name));
    let RequestPaused { request, request_id, network_id, frame_id, .. } = paused;
    let request = HeldRequest { id, method: request.method, url: request.url, from, fields };
    world.held.hold(PausedRequest {
        request,
        fetch: request_id,
        network: network_id,
        tab,
        lease: attribution.lease(),
        sender: frame_id,
        cause,
    });
}

/// The origin of the document that sends a request: that of its frame or, where the frame is still empty, that of its
/// opener or of the headers.
fn sender(world: &World, paused: &RequestPaused, tab: Option<TabId>) -> Origin {
    let own =
        world.frames.get(&paused.frame_id).map(|frame| &frame.origin).filter(|origin| **origin != Origin::opaque());
    let opener = || {
        let opener = world.tabs.get(tab?)?.opener?;
        world.top(opener).map(|frame| frame.origin.clone())
    };
    let from_headers =
        || ["origin", "referer"].iter().find_map(|name| header(&paused.request, name)).map(Origin::from_url);
    own.cloned().or_else(opener).or_else(from_headers).unwrap_or_else(Origin::opaque)
}

/// Whether a field of this name holds a secret in the document that sends it, or in that which opened it.
fn is_secret(world: &World, paused: &RequestPaused, tab: Option<TabId>, name: &str) -> bool {
    let own = world.frames.get(&paused.frame_id);
    let opener = tab.and_then(|tab| world.top(world.tabs.get(tab)?.opener?));
    own.into_iter().chain(opener).any(|frame| frame.secret_names.contains(name))
}
