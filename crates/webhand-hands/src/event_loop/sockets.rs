//! Web sockets that open and close, and the frames that pages send over them: each frame is judged like a request.

use webhand_guard::{OutgoingVerdict, Reach, ReleaseReason, RequestBody, RequestShape, ResourceKind, judge_outgoing};
use webhand_model::{AllowedBy, ContentKind, HeldRequest, Origin, RequestCause, SentKind};

use super::FollowUp;
use super::fetch::{Sending, note_background, note_not_repeatable, note_sent, note_unasked, outgoing};
use crate::body::Body;
use crate::connection::AskMode;
use crate::driver::{FrameId, SessionId, SocketEvent, SocketFrame};
use crate::world::{
    Attribution, Fate, FrameFlow, FrameVerdict, HeldBy, PausedRequest, SocketId, World, allowed_by, gated_socket,
    reach_of,
};

pub(super) fn apply(world: &mut World, session: Option<&SessionId>, event: SocketEvent) -> Vec<FollowUp> {
    let is_followed =
        |session: &&SessionId| world.sessions.contains_key(*session) || world.shared_workers.get(session).is_some();
    let Some(session) = session.filter(is_followed) else { return Vec::new() };
    let socket = |request| SocketId { session: session.clone(), request };
    match event {
        SocketEvent::Opened { socket: request, url } => open(world, socket(request), url),
        SocketEvent::Closed { socket: request } => {
            for question in world.sockets.closed(&socket(request)) {
                world.held.forget(question);
            }
            release_decided(world, session)
        }
        SocketEvent::FrameSent { socket: request, frame } => judge_frame(world, socket(request), &frame),
    }
}

/// Judges the address of a socket, which its server reads before any frame; one that may not begin is cut.
fn open(world: &mut World, socket: SocketId, url: String) -> Vec<FollowUp> {
    let Some((sender, from)) = sender_of(world, &socket.session) else { return Vec::new() };
    let attribution = world.attribute(&sender, None);
    let gated = gated_socket(world, &socket.session, url.clone());
    if attribution == Attribution::Person {
        world.sockets.opened(socket, url);
        return vec![FollowUp::AdmitSocket(gated)];
    }
    let sending = Sending { method: OPEN, url: &url, kind: ResourceKind::SocketFrame, sender: &sender, network: None };
    let may_begin = match reach_of(world, attribution.lease(), &from, &url, false) {
        Reach::Allowed | Reach::Unreadable => world.sockets.opened(socket, url.clone()),
        Reach::CarriesText | Reach::OfScript => false,
    };
    if !may_begin {
        let fate = if world.ask_mode == AskMode::StopAndRepeat { Fate::InDoubt } else { Fate::Stopped };
        note_unasked(world, attribution, sending, RequestCause::Unknown, fate);
        return vec![FollowUp::RefuseSocket(gated)];
    }
    let grants = attribution.lease().and_then(|lease| world.leases.get(lease)?.requests.grants.as_ref());
    let is_granted = grants.is_some_and(|grants| grants.cover(&from, &Origin::from_url(&url)));
    let by = if is_granted { AllowedBy::Grant } else { allowed_by(world, attribution) };
    world.sent.note(attribution.lease(), SentKind::Socket, "", &url, by);
    vec![FollowUp::AdmitSocket(gated)]
}

/// Lets the frames of a target go, if none of them is undecided.
pub(crate) fn release_decided(world: &mut World, session: &SessionId) -> Vec<FollowUp> {
    let begins = world.sockets.begin_release(session);
    begins.then(|| FollowUp::ReleaseFrames(session.clone())).into_iter().collect()
}

fn judge_frame(world: &mut World, socket: SocketId, frame: &SocketFrame) -> Vec<FollowUp> {
    let known = world.sockets.address(&socket).map(str::to_owned).zip(sender_of(world, &socket.session));
    let Some((url, (sender, from))) = known else {
        // Where it goes is not known, so nothing of its target goes any more.
        world.sockets.block(&socket.session);
        return Vec::new();
    };
    let attribution = world.attribute(&sender, None);
    let body = RequestBody { content_type: "", bytes: frame.bytes(), is_complete: true };
    let sending = Sending { method: SEND, url: &url, kind: ResourceKind::SocketFrame, sender: &sender, network: None };
    let shape = RequestShape::of(SEND, &url, std::iter::empty(), &body);
    let judgement = judge_outgoing(&outgoing(world, sending, attribution, &from, body, shape.as_ref()));
    if let (AskMode::StopAndRepeat, OutgoingVerdict::Hold | OutgoingVerdict::Refuse(_)) =
        (world.ask_mode, judgement.verdict)
    {
        note_left(world, &socket, attribution, sending, &from, judgement.cause);
        return Vec::new();
    }
    let flow = world.sockets.flow(&socket.session);
    match (judgement.verdict, flow) {
        (OutgoingVerdict::Release(reason), flow) => {
            note_sent(world, attribution, sending, reason);
            match reason {
                ReleaseReason::Background => note_background(world, attribution, shape),
                ReleaseReason::Granted => {
                    note_not_repeatable(world, attribution);
                    note_unasked(world, attribution, sending, judgement.cause, Fate::Sent);
                }
                ReleaseReason::Reads | ReleaseReason::OfPerson | ReleaseReason::SentBefore => {}
            }
            if flow == FrameFlow::Open {
                return Vec::new();
            }
            world.sockets.wait(&socket, FrameVerdict::MayGo);
            // While the rule is lifted, a frame of the action could leave with those that may.
            if is_acting(world, attribution) { Vec::new() } else { release_decided(world, &socket.session) }
        }
        (OutgoingVerdict::Hold, FrameFlow::Held) => {
            hold(world, socket, sender, url, from, frame, attribution, judgement.cause);
            Vec::new()
        }
        // The frame may have left already, so nothing can be asked: the connection is cut, and the run is told.
        (OutgoingVerdict::Hold | OutgoingVerdict::Refuse(_), FrameFlow::Lifted | FrameFlow::Open) => {
            note_unasked(world, attribution, sending, judgement.cause, Fate::InDoubt);
            vec![FollowUp::CutSocket(gated_socket(world, &socket.session, url))]
        }
        (OutgoingVerdict::Refuse(_), FrameFlow::Held) => {
            note_unasked(world, attribution, sending, judgement.cause, Fate::Stopped);
            world.sockets.wait(&socket, FrameVerdict::Refused);
            vec![FollowUp::CutSocket(gated_socket(world, &socket.session, url))]
        }
    }
}

/// A frame has left in a browser that cannot hold it. The person was asked before the page was touched, unless the socket
/// was opened by the touch itself: then the run is told that something may have happened.
fn note_left(
    world: &mut World,
    socket: &SocketId,
    attribution: Attribution,
    sending: Sending<'_>,
    from: &Origin,
    cause: RequestCause,
) {
    note_not_repeatable(world, attribution);
    let page = world.tab_of(Some(&socket.session)).and_then(|tab| Some(world.top(tab)?.origin.clone()));
    let grants = attribution.lease().and_then(|lease| world.leases.get(lease)?.requests.grants.as_ref());
    let is_allowed = |origin: &Origin| grants.is_some_and(|grants| grants.cover_channel(origin));
    if is_allowed(from) || page.as_ref().is_some_and(is_allowed) {
        note_sent(world, attribution, sending, ReleaseReason::SentBefore);
    } else {
        note_unasked(world, attribution, sending, cause, Fate::InDoubt);
    }
}

/// Whether an action is under way that may send frames. Waiting frames go when it is over.
fn is_acting(world: &World, attribution: Attribution) -> bool {
    match attribution.lease().and_then(|lease| world.leases.get(lease)) {
        Some(lease) => lease.is_acting(),
        None => world.leases.acting().next().is_some(),
    }
}

/// The frame or worker behind a session, and its origin. A worker of a page has that of the page.
fn sender_of(world: &World, session: &SessionId) -> Option<(FrameId, Origin)> {
    if let Some(worker) = world.shared_workers.get(session) {
        return Some((FrameId::new(worker.target.as_str()), worker.origin.clone()));
    }
    let own = world.sessions.get(session)?;
    let sender = FrameId::new(own.target.as_str());
    let frame = world.frames.get(&sender).or_else(|| world.top(own.tab));
    let origin = frame.map_or_else(Origin::opaque, |frame| frame.origin.clone());
    Some((sender, origin))
}

#[expect(clippy::too_many_arguments, reason = "the facts of one frame, which nothing else needs together")]
fn hold(
    world: &mut World,
    socket: SocketId,
    sender: FrameId,
    url: String,
    from: Origin,
    frame: &SocketFrame,
    attribution: Attribution,
    cause: RequestCause,
) {
    let tab = world.sessions.get(&socket.session).map(|own| own.tab);
    let id = world.held.next_id();
    let body = Body::of_frame(frame);
    let content = Some(body.content(world.digester, |_, _| ContentKind::Plain));
    let request = HeldRequest { id, method: SEND.to_owned(), url, from, fields: body.shown(|_| false), content };
    world.sockets.wait(&socket, FrameVerdict::Asked(id));
    let held_by = HeldBy::FrameRule(socket);
    world.held.hold(PausedRequest { request, held_by, network: None, tab, lease: attribution.lease(), sender, cause });
}

/// The method under which a frame is shown and judged.
const SEND: &str = "SEND";
/// The method under which a socket is shown that may not begin.
const OPEN: &str = "OPEN";
