//! Requests on their way out: those that leave a mark are held, all others go on at once.

use std::collections::BTreeSet;

use url::Url;
use webhand_model::{HeldRequest, Origin, TabId};

use super::Errand;
use crate::body::{Operation, fields, header, operation};
use crate::cdp::Event;
use crate::cdp::protocol::{AuthRequired, Request, RequestPaused};
use crate::world::{Held, LeaseId, World, place_of};

pub(super) fn take_in(world: &mut World, event: &Event) -> Vec<Errand> {
    if let Some(paused) = event.read::<RequestPaused>() {
        return judge(world, paused).into_iter().collect();
    }
    event.read::<AuthRequired>().map(|login| Errand::RefuseLogin(login.request_id)).into_iter().collect()
}

/// `None` when the request stays where it is.
fn judge(world: &mut World, paused: RequestPaused) -> Option<Errand> {
    let request = &paused.request;
    if matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS") {
        return Some(Errand::LetGo(paused.request_id));
    }
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let from = sender(world, &paused, tab);
    let lease = keeper(world, &paused, tab);
    if !is_held(world, &paused, tab, lease, &from) {
        if let Some(tab) = tab.and_then(|tab| world.tabs.get_mut(tab)) {
            tab.note_noise(mark(request));
        }
        return Some(Errand::LetGo(paused.request_id));
    }
    if lease.is_some_and(|lease| world.leases.is_given_back(lease)) {
        return Some(Errand::Refuse(paused.request_id));
    }
    if world.held.is_full(lease) {
        tracing::warn!(url = request.url, "refused a request because too many are held already");
        return Some(Errand::Refuse(paused.request_id));
    }
    let id = world.held.next_id();
    let request =
        HeldRequest { id, method: request.method.clone(), url: request.url.clone(), from, fields: fields(request) };
    world.held.hold(Held { request, fetch: paused.request_id, network: paused.network_id, tab, lease });
    None
}

/// Who is asked about a request: the owner of its tab. A worker may serve tabs of several, and then it is the one who is
/// doing something, if that is only one.
fn keeper(world: &World, paused: &RequestPaused, tab: Option<TabId>) -> Option<LeaseId> {
    if let Some(tab) = tab {
        return world.lease_of(tab).filter(|lease| *lease != LeaseId::PERSON);
    }
    let is_somebody = |lease: &LeaseId| *lease != LeaseId::PERSON || world.leases.has_person;
    let leases = world.tabs_of_worker(paused.frame_id.as_str()).filter_map(|tab| world.lease_of(tab));
    let served: BTreeSet<LeaseId> = leases.filter(is_somebody).collect();
    let only = |mut leases: Vec<LeaseId>| leases.pop().filter(|_| leases.is_empty());
    let acting = world.leases.acting().filter(|lease| served.is_empty() || served.contains(lease)).collect();
    only(served.iter().copied().collect()).or_else(|| only(acting))
}

/// Whether anybody whose doing it may be has touched anything. What the person does in their own tabs is theirs.
fn input_began(world: &World, tab: Option<TabId>, lease: Option<LeaseId>) -> bool {
    match (lease, tab.and_then(|tab| world.tabs.get(tab))) {
        (Some(lease), _) => world.leases.get(lease).is_some_and(|lease| lease.input_began),
        (None, Some(tab)) => tab.is_stray && world.leases.any_input_began,
        (None, None) => world.leases.any_input_began,
    }
}

/// A form that is sent is held once the run has touched anything; what scripts send, once the page was touched, unless
/// the page had sent the same before by itself.
fn is_held(world: &World, paused: &RequestPaused, tab: Option<TabId>, lease: Option<LeaseId>, from: &Origin) -> bool {
    if !input_began(world, tab, lease) {
        return false;
    }
    match paused.resource_type.as_str() {
        "Document" => return true,
        "XHR" | "Fetch" | "Other" => {}
        "Ping" if is_same_site(&paused.request.url, from) => {}
        _ => return false,
    }
    // A worker that belongs to no tab acts for any of them.
    let Some(tab) = tab.and_then(|tab| world.tabs.get(tab)) else { return true };
    let touched = tab.touched || tab.opener.is_some_and(|opener| is_blank(world, tab.id) && was_touched(world, opener));
    touched && operation(&paused.request) != Operation::Query && !tab.is_noise(&mark(&paused.request))
}

/// What stays the same when a page sends the same kind of thing again.
fn mark(request: &Request) -> String {
    let place = place_of(&request.method, &request.url);
    match operation(request) {
        Operation::Named(name) => format!("{place} {name}"),
        Operation::Query | Operation::Unknown => place,
    }
}

fn was_touched(world: &World, tab: TabId) -> bool {
    world.tabs.get(tab).is_some_and(|tab| tab.touched)
}

fn is_blank(world: &World, tab: TabId) -> bool {
    world.top(tab).is_none_or(|frame| !frame.url.starts_with("http"))
}

/// Whose document sends it: that of the frame, or, where that is still empty, what the browser says.
fn sender(world: &World, paused: &RequestPaused, tab: Option<TabId>) -> Origin {
    let own = world.frames.get(&paused.frame_id).map(|frame| &frame.origin).filter(|origin| **origin != Origin::none());
    let opener = || {
        let opener = world.tabs.get(tab?)?.opener?;
        world.top(opener).map(|frame| frame.origin.clone())
    };
    let told = || ["origin", "referer"].iter().find_map(|name| header(&paused.request, name)).map(Origin::of);
    own.cloned().or_else(opener).or_else(told).unwrap_or_else(Origin::none)
}

/// Two hosts of one site share their last two labels; good enough to tell a shop from its statistics provider.
fn is_same_site(url: &str, from: &Origin) -> bool {
    let site = |address: &str| {
        let url = Url::parse(address).ok()?;
        let host = url.host_str()?.to_owned();
        if url.domain().is_none() {
            return Some(host);
        }
        let labels: Vec<&str> = host.rsplit('.').take(2).collect();
        Some(labels.join("."))
    };
    site(url).is_none_or(|to| Some(to) == site(from.as_str()))
}
