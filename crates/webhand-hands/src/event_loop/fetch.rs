//! Requests on their way out: gathers the facts that the guard judges, then holds, releases or refuses each.

use webhand_guard::{
    OutgoingRequest, OutgoingVerdict, RefuseReason, ReleaseReason, RequestBody, RequestMoment, RequestOwner,
    RequestShape, ResourceKind, judge_outgoing, site_of,
};
use webhand_model::{
    AllowedBy, ContentKind, HeldRequest, HeldRequestId, Origin, RequestCause, SentKind, SentRequest, TabId, truncate,
};

use super::FollowUp;
use crate::body::{Body, body_bytes, header};
use crate::connection::AskMode;
use crate::driver::{FrameId, PauseState, Request, RequestEvent, RequestId, RequestPaused};
use crate::settling::changes::shown;
use crate::world::{
    Attribution, Fate, Frame, HeldBy, KnownFields, Lease, LeaseId, Leaving, PassVerdict, PausedRequest, UnaskedRequest,
    WaitingOutgoingRequest, World, reach_of,
};

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
    if paused.state == PauseState::Waits && world.empty_documents.contains(&paused.request.url) {
        return Some(FollowUp::AnswerEmpty(paused.request_id));
    }
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let from = sender(world, &paused, tab);
    let attribution = world.attribute(&paused.frame_id, paused.network_id.as_ref());
    let attribution = of_person_unless_ours(world, &from, attribution);
    // The person's requests are released whatever they carry, and their bodies may be large.
    let (bytes, is_complete) =
        if attribution == Attribution::Person { (Vec::new(), false) } else { body_bytes(&paused.request) };
    let content_type = header(&paused.request, "content-type").unwrap_or_default();
    let body = RequestBody { content_type, bytes: &bytes, is_complete };
    let shape = body_shape(&paused.request, &body);
    let sending = Sending::of(&paused);
    let judgement = judge_outgoing(&outgoing(world, sending, attribution, &from, body, shape.as_ref()));
    let cause = judgement.cause;
    match judgement.verdict {
        OutgoingVerdict::Release(ReleaseReason::OfPerson) if paused.state != PauseState::Waits => None,
        OutgoingVerdict::Release(_) if paused.state == PauseState::Stopped => {
            note_unasked(world, attribution, sending, cause, Fate::Stopped);
            None
        }
        OutgoingVerdict::Release(ReleaseReason::Granted) => {
            note_unasked(world, attribution, sending, cause, Fate::Sent);
            release_granted(world, attribution, &paused)
        }
        OutgoingVerdict::Release(reason) => {
            note_sent(world, attribution, sending, reason);
            if reason == ReleaseReason::Background {
                note_background(world, attribution, shape);
            }
            Some(FollowUp::ReleaseRequest(paused.request_id))
        }
        OutgoingVerdict::Refuse(reason) => {
            match reason {
                RefuseReason::OwnerEnded => {}
                RefuseReason::Telemetry | RefuseReason::Carries => {
                    let fate = if paused.state == PauseState::Sent { Fate::InDoubt } else { Fate::Stopped };
                    note_unasked(world, attribution, sending, cause, fate);
                }
                RefuseReason::TooManyHeld => {
                    tracing::warn!(url = paused.request.url, "refused a request because too many are held already");
                }
            }
            Some(FollowUp::RefuseRequest(paused.request_id))
        }
        OutgoingVerdict::Hold if world.ask_mode == AskMode::StopAndRepeat => {
            stop_and_ask(world, paused, from, attribution, cause)
        }
        OutgoingVerdict::Hold => {
            hold(world, paused, from, attribution, cause);
            None
        }
    }
}

/// The shape of a request with all it carries.
pub(super) fn shape_of(request: &Request) -> Option<RequestShape> {
    let (bytes, is_complete) = body_bytes(request);
    let content_type = header(request, "content-type").unwrap_or_default();
    body_shape(request, &RequestBody { content_type, bytes: &bytes, is_complete })
}

fn body_shape(request: &Request, body: &RequestBody<'_>) -> Option<RequestShape> {
    let headers = request.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    RequestShape::of(&request.method, &request.url, headers, body)
}

/// A request on its way, with its destination and its sender.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sending<'a> {
    pub(super) method: &'a str,
    pub(super) url: &'a str,
    pub(super) kind: ResourceKind,
    /// The frame or the worker that sends it.
    pub(super) sender: &'a FrameId,
    pub(super) network: Option<&'a RequestId>,
}

impl<'a> Sending<'a> {
    fn of(paused: &'a RequestPaused) -> Self {
        let RequestPaused { request, kind, frame_id, network_id, .. } = paused;
        let (method, url) = (&request.method, &request.url);
        Self { method, url, kind: *kind, sender: frame_id, network: network_id.as_ref() }
    }
}

pub(super) fn outgoing<'a>(
    world: &World,
    sending: Sending<'a>,
    attribution: Attribution,
    from: &'a Origin,
    body: RequestBody<'a>,
    shape: Option<&RequestShape>,
) -> OutgoingRequest<'a> {
    let Sending { method, url, kind, sender, network: _ } = sending;
    let known = known_lease(world, attribution).map(|lease| &lease.requests);
    let to = Origin::from_url(url);
    let is_document = kind == ResourceKind::Document;
    OutgoingRequest {
        method,
        url,
        kind,
        body,
        sender: from,
        owner: request_owner(world, attribution, sender),
        touched: world.touched_before(attribution.lease(), sender, from, url),
        sent_before: known.zip(shape).is_some_and(|(requests, shape)| requests.has_seen(shape)),
        is_granted: known.and_then(|requests| requests.grants.as_ref()).is_some_and(|grants| grants.cover(from, &to)),
        opens_tab: is_document && !is_in_frame(world, sender),
        reach: reach_of(world, attribution.lease(), from, url, is_document),
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

/// Whether a request with this method can be more than reading.
pub(super) fn can_leave_mark(method: &str) -> bool {
    !matches!(method, "GET" | "HEAD" | "OPTIONS")
}

fn held_request(
    world: &World,
    id: HeldRequestId,
    paused: &RequestPaused,
    tab: Option<TabId>,
    from: Origin,
) -> HeldRequest {
    let request = &paused.request;
    let body = Body::of(request);
    let known = known_fields(world, paused, tab);
    let kind = |name: &str, digest: &str| {
        let kinds = known.iter().map(|known| known.kind(name, digest));
        kinds.into_iter().find(|kind| !kind.is_plain()).unwrap_or(ContentKind::Plain)
    };
    HeldRequest {
        id,
        method: request.method.clone(),
        url: request.url.clone(),
        from,
        fields: body.shown(|name| known.iter().any(|known| known.is_secret(name))),
        content: Some(body.content(world.digester, kind)),
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

/// Records a released request that can leave a mark; requests that only read are recorded when they start.
pub(super) fn note_sent(world: &mut World, attribution: Attribution, sending: Sending<'_>, reason: ReleaseReason) {
    let by = match reason {
        ReleaseReason::OfPerson => return,
        ReleaseReason::Background => AllowedBy::Page,
        ReleaseReason::SentBefore | ReleaseReason::Reads => AllowedBy::Guard,
        ReleaseReason::Granted => AllowedBy::Grant,
    };
    let kind = if sending.kind == ResourceKind::SocketFrame { SentKind::Frame } else { SentKind::Request };
    if can_leave_mark(sending.method) {
        world.sent.note(attribution.lease(), kind, sending.method, sending.url, by);
    }
}

pub(super) fn note_background(world: &mut World, attribution: Attribution, shape: Option<RequestShape>) {
    if let (Attribution::Lease(lease), Some(shape)) = (attribution, shape)
        && let Some(lease) = world.leases.get_mut(lease)
    {
        lease.requests.note_background(shape);
    }
}

pub(super) fn note_unasked(
    world: &mut World,
    attribution: Attribution,
    sending: Sending<'_>,
    cause: RequestCause,
    fate: Fate,
) {
    let Some(lease) = attribution.lease().and_then(|lease| world.leases.get_mut(lease)) else { return };
    let line = format!("{} {}", sending.method, shown(sending.url));
    lease.requests.note_unasked(UnaskedRequest { line, network: sending.network.cloned(), cause, fate });
}

fn hold(world: &mut World, paused: RequestPaused, from: Origin, attribution: Attribution, cause: RequestCause) {
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let id = world.held.next_id();
    let request = held_request(world, id, &paused, tab, from);
    let RequestPaused { request_id, network_id, frame_id, .. } = paused;
    world.held.hold(PausedRequest {
        request,
        held_by: HeldBy::Pause(request_id),
        network: network_id,
        tab,
        lease: attribution.lease(),
        sender: frame_id,
        cause,
    });
}

/// Lets a request go that a grant covers, once its owner has recorded it; at once if nobody records.
fn release_granted(world: &mut World, attribution: Attribution, paused: &RequestPaused) -> Option<FollowUp> {
    let sending = Sending::of(paused);
    let departing = attribution.lease().map(|lease| WaitingOutgoingRequest {
        lease,
        sent: SentRequest {
            kind: SentKind::Request,
            method: sending.method.to_owned(),
            url: truncate(sending.url, LONGEST_URL).into_owned(),
            by: AllowedBy::Grant,
            count: 1,
        },
        paused: paused.request_id.clone(),
    });
    if departing.is_some_and(|departing| world.outgoing_requests.announce(departing)) {
        return None;
    }
    note_sent(world, attribution, sending, ReleaseReason::Granted);
    Some(FollowUp::ReleaseRequest(paused.request_id.clone()))
}

/// Fails a request in a browser that would send it if nobody held it any more; with a pass, or by a grant, it goes at once.
/// One that a rule has stopped or let through already is only recorded.
fn stop_and_ask(
    world: &mut World,
    paused: RequestPaused,
    from: Origin,
    attribution: Attribution,
    cause: RequestCause,
) -> Option<FollowUp> {
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let sending = Sending::of(&paused);
    let to = Origin::from_url(&paused.request.url);
    let state = paused.state;
    let known = known_lease(world, attribution);
    let is_granted =
        known.and_then(|lease| lease.requests.grants.as_ref()).is_some_and(|grants| grants.cover(&from, &to));
    if is_granted && state == PauseState::Stopped {
        note_unasked(world, attribution, sending, cause, Fate::Stopped);
        return Some(FollowUp::StopRequest(paused.request_id));
    }
    if is_granted && can_leave_mark(&paused.request.method) {
        note_unasked(world, attribution, sending, cause, Fate::Sent);
        note_not_repeatable(world, attribution);
        return release_granted(world, attribution, &paused);
    }
    let id = world.held.next_id();
    let request = held_request(world, id, &paused, tab, from);
    let own = attribution.lease().and_then(|lease| world.leases.get_mut(lease));
    let is_acting = own.as_ref().is_none_or(|own| own.is_acting());
    let verdict =
        own.map_or(PassVerdict::NotRepeating, |own| own.passes.judge(&request, paused.network_id.as_ref(), state));
    match verdict {
        PassVerdict::Go => return Some(FollowUp::ReleaseRequest(paused.request_id)),
        PassVerdict::Other => {}
        PassVerdict::NotRepeating if state == PauseState::Sent => {
            note_unasked(world, attribution, sending, cause, Fate::InDoubt);
        }
        // No action can be repeated for what a page sends between two of them.
        PassVerdict::NotRepeating if !is_acting => note_unasked(world, attribution, sending, cause, Fate::Stopped),
        PassVerdict::NotRepeating => {
            let lease = attribution.lease();
            let (held_by, sender) = (HeldBy::Stopped, paused.frame_id.clone());
            world.held.hold(PausedRequest { request, held_by, network: None, tab, lease, sender, cause });
        }
    }
    Some(FollowUp::StopRequest(paused.request_id))
}

/// Remembers that something of an owner's action has left, so that the action is not done again.
pub(super) fn note_not_repeatable(world: &mut World, attribution: Attribution) {
    if let Some(own) = attribution.lease().and_then(|lease| world.leases.get_mut(lease)) {
        own.passes.note_sent();
    }
}

/// In a browser of the person, what comes from no frame that is known is theirs, unless it comes from a site of the run. A sender
/// without an origin, such as a shared worker made of a `data:` address, may be anybody's.
fn of_person_unless_ours(world: &World, from: &Origin, attribution: Attribution) -> Attribution {
    let is_uncertain = matches!(attribution, Attribution::PerhapsLease(_) | Attribution::Unknown);
    if world.ask_mode != AskMode::StopAndRepeat || !is_uncertain {
        return attribution;
    }
    let site = site_of(from.as_str());
    let is_own = |frame: &Frame| {
        world.lease_of(frame.tab).is_some_and(|lease| lease != LeaseId::PERSON)
            && (site.is_none() || site_of(frame.origin.as_str()) == site)
    };
    if world.frames.all().any(is_own) { attribution } else { Attribution::Person }
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

/// The form fields of the document that sends a request, and of that which opened it.
fn known_fields<'a>(world: &'a World, paused: &RequestPaused, tab: Option<TabId>) -> Vec<&'a KnownFields> {
    let own = world.frames.get(&paused.frame_id);
    let opener = tab.and_then(|tab| world.top(world.tabs.get(tab)?.opener?));
    own.into_iter().chain(opener).map(|frame| &frame.known_fields).collect()
}

/// Of an address in a record.
const LONGEST_URL: usize = 500;
