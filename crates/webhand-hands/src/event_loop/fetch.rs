//! Requests on their way out: those that leave a mark are held, all others go on at once.

use url::Url;
use webhand_model::{HeldRequest, Origin, TabId};

use super::FollowUp;
use crate::body::{Operation, fields, header, operation};
use crate::driver::{Request, RequestEvent, RequestPaused};
use crate::world::{Held, Whose, World, place_of};

pub(super) fn apply(world: &mut World, event: RequestEvent) -> Vec<FollowUp> {
    let login = match event {
        RequestEvent::Paused(paused) => return judge(world, paused).into_iter().collect(),
        RequestEvent::LoginRequired(login) => login,
    };
    match world.whose(&login.frame_id, None) {
        Whose::Person if world.leases.has_person => vec![FollowUp::AskForLogin(login.request_id)],
        Whose::Person | Whose::Of(_) | Whose::Perhaps(_) | Whose::Nobody => {
            vec![FollowUp::RefuseLogin(login.request_id)]
        }
    }
}

/// `None` when the request stays where it is.
fn judge(world: &mut World, paused: RequestPaused) -> Option<FollowUp> {
    let request = &paused.request;
    if matches!(request.method.as_str(), "GET" | "HEAD" | "OPTIONS") {
        return Some(FollowUp::LetGo(paused.request_id));
    }
    let tab = world.frames.get(&paused.frame_id).map(|frame| frame.tab);
    let from = sender(world, &paused, tab);
    let whose = world.whose(&paused.frame_id, paused.network_id.as_ref());
    if !world.input_began(whose) || !is_held(world, &paused, tab, &from) {
        // What the person sends says nothing about what the page sends by itself.
        if whose != Whose::Person
            && let Some(tab) = tab.and_then(|tab| world.tabs.get_mut(tab))
        {
            tab.note_noise(mark(request));
        }
        return Some(FollowUp::LetGo(paused.request_id));
    }
    let lease = whose.asked();
    if lease.is_some_and(|lease| world.leases.is_given_back(lease)) {
        return Some(FollowUp::Refuse(paused.request_id));
    }
    if world.held.is_full(lease) {
        tracing::warn!(url = request.url, "refused a request because too many are held already");
        return Some(FollowUp::Refuse(paused.request_id));
    }
    let id = world.held.next_id();
    let fields = fields(request, |name| is_secret(world, &paused, tab, name));
    let request = HeldRequest { id, method: request.method.clone(), url: request.url.clone(), from, fields };
    world.held.hold(Held {
        request,
        fetch: paused.request_id,
        network: paused.network_id,
        tab,
        lease,
        sender: paused.frame_id,
    });
    None
}

/// A form that is sent is held once the run has touched anything; what scripts send, once the page was touched, unless
/// the page had sent the same before by itself.
fn is_held(world: &World, paused: &RequestPaused, tab: Option<TabId>, from: &Origin) -> bool {
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
    let own =
        world.frames.get(&paused.frame_id).map(|frame| &frame.origin).filter(|origin| **origin != Origin::opaque());
    let opener = || {
        let opener = world.tabs.get(tab?)?.opener?;
        world.top(opener).map(|frame| frame.origin.clone())
    };
    let told = || ["origin", "referer"].iter().find_map(|name| header(&paused.request, name)).map(Origin::from_url);
    own.cloned().or_else(opener).or_else(told).unwrap_or_else(Origin::opaque)
}

/// Whether a field of this name holds a secret in the document that sends it, or in that which opened it.
fn is_secret(world: &World, paused: &RequestPaused, tab: Option<TabId>, name: &str) -> bool {
    let own = world.frames.get(&paused.frame_id);
    let opener = tab.and_then(|tab| world.top(world.tabs.get(tab)?.opener?));
    own.into_iter().chain(opener).any(|frame| frame.secret_names.contains(name))
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
