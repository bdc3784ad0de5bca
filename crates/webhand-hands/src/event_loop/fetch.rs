//! Requests on their way out: gathers the facts that the guard decides on, then holds, releases or refuses each.

use webhand_guard::{
    BodyOperation, HoldDecision, HoldRefusal, OutgoingRequest, Remember, RequestOwner, SendingTab, decide_hold,
    request_fingerprint,
};
use webhand_model::{HeldRequest, Origin, SentKind, TabId};

use super::FollowUp;
use crate::body::{fields, header, operation};
use crate::driver::{RequestEvent, RequestPaused};
use crate::world::{Attribution, PausedRequest, World};

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
    let request = &paused.request;
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let from = sender(world, &paused, tab);
    let attribution = world.attribute(&paused.frame_id, paused.network_id.as_ref());
    let lease = attribution.lease();
    // The person's requests are released whatever they carry, and their bodies may be large.
    let operation = if attribution == Attribution::Person { BodyOperation::Unknown } else { operation(request) };
    let fingerprint = || request_fingerprint(&request.method, &request.url, &operation);
    let decision = decide_hold(&OutgoingRequest {
        method: &request.method,
        url: &request.url,
        kind: paused.kind,
        sender: &from,
        owner: request_owner(world, attribution),
        tab: tab.and_then(|tab| sending_tab(world, tab, &fingerprint())),
        operation: &operation,
    });
    match decision {
        HoldDecision::Release { remember } => {
            if remember == Remember::AsBackground
                && let Some(tab) = tab.and_then(|tab| world.tabs.get_mut(tab))
            {
                tab.note_noise(fingerprint());
            }
            // Requests that only read are recorded when they start.
            if attribution != Attribution::Person && can_leave_mark(&request.method) {
                let by = world.allowed_by(attribution);
                world.sent.note(lease, SentKind::Request, &request.method, &request.url, by);
            }
            return Some(FollowUp::ReleaseRequest(paused.request_id));
        }
        HoldDecision::Refuse(HoldRefusal::OwnerEnded) => return Some(FollowUp::RefuseRequest(paused.request_id)),
        HoldDecision::Refuse(HoldRefusal::TooManyHeld) => {
            tracing::warn!(url = request.url, "refused a request because too many are held already");
            return Some(FollowUp::RefuseRequest(paused.request_id));
        }
        HoldDecision::Hold => {}
    }
    let id = world.held.next_id();
    let fields = fields(request, |name| is_secret(world, &paused, tab, name));
    let request = HeldRequest { id, method: request.method.clone(), url: request.url.clone(), from, fields };
    world.held.hold(PausedRequest {
        request,
        fetch: paused.request_id,
        network: paused.network_id,
        tab,
        lease,
        sender: paused.frame_id,
    });
    None
}

/// Whether a request with this method can be more than reading.
pub(super) fn can_leave_mark(method: &str) -> bool {
    !matches!(method, "GET" | "HEAD" | "OPTIONS")
}

fn request_owner(world: &World, attribution: Attribution) -> RequestOwner {
    if attribution == Attribution::Person {
        return RequestOwner::Person;
    }
    let lease = attribution.lease();
    RequestOwner::Run {
        input_began: world.input_began(attribution),
        has_ended: lease.is_some_and(|lease| world.leases.is_given_back(lease)),
        is_full: world.held.is_full(lease),
    }
}

fn sending_tab(world: &World, tab: TabId, fingerprint: &str) -> Option<SendingTab> {
    let tab = world.tabs.get(tab)?;
    Some(SendingTab {
        touched: tab.touched,
        is_blank_from_touched: tab.opener.is_some_and(|opener| is_blank(world, tab.id) && was_touched(world, opener)),
        sent_before: tab.is_noise(fingerprint),
    })
}

fn was_touched(world: &World, tab: TabId) -> bool {
    world.tabs.get(tab).is_some_and(|tab| tab.touched)
}

fn is_blank(world: &World, tab: TabId) -> bool {
    world.top(tab).is_none_or(|frame| !frame.url.starts_with("http"))
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
