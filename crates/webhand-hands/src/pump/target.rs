//! Tabs, frames of other processes and workers that come and go; downloads.

use webhand_model::TabId;

use super::Errand;
use crate::attach::Kind;
use crate::world::{Attached, Health, LeaseId, Stage, Tab, Whose, World};
use webhand_cdp::protocol::{
    AttachedToTarget, DetachedFromTarget, DownloadBegins, DownloadProgress, FrameId, TargetInfo, TargetInfoChanged,
};
use webhand_cdp::{Client, Event, Session};

pub(super) fn take_in(world: &mut World, client: &Client, event: &Event) -> Vec<Errand> {
    if let Some(attached) = event.read::<AttachedToTarget>() {
        return arrives(world, event, &attached.target_info, client.session(attached.session_id.clone()));
    }
    if let Some(detached) = event.read::<DetachedFromTarget>() {
        world.session_ended(&detached.session_id);
    } else if let Some(changed) = event.read::<TargetInfoChanged>() {
        let info = changed.target_info;
        if let Some(tab) = world.tabs.with_target(&info.target_id).and_then(|tab| world.tabs.get_mut(tab)) {
            // Until a page has a title, browsers show its address instead.
            tab.title = if stands_in(&info.title, &info.url) { String::new() } else { info.title };
        }
    } else if let Some(begins) = event.read::<DownloadBegins>() {
        let whose = world.whose(&begins.frame_id, None);
        let lease = if whose == Whose::Person { Some(LeaseId::PERSON) } else { whose.asked() };
        let moment = world.tick_for(lease);
        // Into tabs of the person nobody looks, so what comes from nowhere may be theirs.
        let is_wanted = lease.map_or(world.leases.has_person, |lease| !world.leases.is_given_back(lease));
        if world.downloads.begin(lease, begins.guid.clone(), &begins.suggested_filename, moment) || !is_wanted {
            return vec![Errand::CancelDownload(begins.guid)];
        }
    } else if let Some(progress) = event.read::<DownloadProgress>() {
        let stage = match progress.state.as_str() {
            "completed" => return vec![Errand::KeepDownload(progress.guid)],
            "canceled" => Stage::Cancelled,
            _ => Stage::UnderWay,
        };
        let moment = world.tick_for(world.downloads.lease_of(&progress.guid));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let bytes = progress.received_bytes as u64;
        if world.downloads.progress(&progress.guid, stage, bytes, moment) {
            return vec![Errand::CancelDownload(progress.guid)];
        }
    }
    Vec::new()
}

/// Whether a title is nothing but the address, as browsers shorten it.
fn stands_in(title: &str, url: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, bare)| bare);
    title == url || title == bare || title == bare.trim_end_matches('/')
}

fn arrives(world: &mut World, event: &Event, info: &TargetInfo, session: Session) -> Vec<Errand> {
    let parent = world.tab_of(event.session.as_ref());
    let what = match info.kind.as_str() {
        "page" => match tab_opens(world, info, &session) {
            Ok(tab) if is_left_alone(world, tab) => Kind::Other,
            Ok(tab) => Kind::Tab(tab),
            Err(Unwanted::Leave) => Kind::Other,
            Err(Unwanted::Close) => {
                return vec![Errand::SetUp { session, what: Kind::Other }, Errand::CloseTab(info.target_id.clone())];
            }
        },
        kind => match (parent, session.id()) {
            (Some(tab), Some(id)) => {
                world.sessions.insert(id.clone(), Attached { tab, target: info.target_id.clone() });
                if kind == "iframe" {
                    let frame = FrameId::from(info.target_id.as_str().to_owned());
                    world.moves_to(&frame, &session);
                    Kind::Frame(tab)
                } else {
                    Kind::Worker
                }
            }
            _ => Kind::Other,
        },
    };
    vec![Errand::SetUp { session, what }]
}

fn is_left_alone(world: &World, tab: TabId) -> bool {
    world.tabs.get(tab).is_some_and(|tab| tab.health == Health::LeftAlone)
}

/// A tab that nobody looks after.
enum Unwanted {
    /// One too many.
    Close,
    /// One too many of the person's, who decides about it.
    Leave,
}

/// A tab belongs to whoever's page opened it. One without an opener was made by webhand itself, which claims it in a
/// moment, or the browser opened it for a key that was held down with a click, or for the person.
fn tab_opens(world: &mut World, info: &TargetInfo, session: &Session) -> Result<TabId, Unwanted> {
    let opener = info.opener_id.as_ref().and_then(|opener| world.tabs.with_target(opener));
    if let Some(opener) = opener.and_then(|opener| world.tabs.get_mut(opener)) {
        opener.opening = None;
    }
    let is_ours = info.opener_id.is_none() && info.url == "about:blank";
    let lease = match opener.and_then(|opener| world.lease_of(opener)) {
        Some(lease) => lease,
        None if is_ours => LeaseId::PERSON,
        None => world.leases.of_stranger(),
    };
    if world.leases.is_given_back(lease) {
        return Err(Unwanted::Close);
    }
    if world.tabs.is_full(lease) {
        return Err(if world.leases.has_person && lease == LeaseId::PERSON {
            Unwanted::Leave
        } else {
            Unwanted::Close
        });
    }
    let mut tab = Tab::new(world.tabs.next_id(), lease, info.target_id.clone(), session.clone(), opener);
    if lease == LeaseId::PERSON && world.leases.has_person && !is_ours {
        tab.health = Health::LeftAlone;
    }
    tab.is_stray = lease == LeaseId::PERSON && !(world.leases.has_person && world.leases.acting().next().is_none());
    let (id, top) = (tab.id, tab.top.clone());
    world.tabs.add(tab);
    world.expect_frame(top, id, session);
    if let Some(lease) = world.leases.get_mut(lease) {
        lease.current.get_or_insert(id);
    }
    if let Some(session) = session.id() {
        world.sessions.insert(session.clone(), Attached { tab: id, target: info.target_id.clone() });
    }
    world.tick(Some(id));
    Ok(id)
}
