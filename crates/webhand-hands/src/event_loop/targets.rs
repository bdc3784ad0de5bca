//! Tabs, frames of other processes and workers that come and go; downloads.

use webhand_model::TabId;

use super::FollowUp;
use super::follow_up::Role;
use crate::connection::AskMode;
use crate::driver::{DownloadEvent, DownloadState, FrameId, SessionId, TargetEvent, TargetInfo, TargetKind};
use crate::world::{AttachedTarget, Attribution, Health, LeaseId, Stage, Tab, World};

pub(super) fn apply_target(world: &mut World, parent: Option<&SessionId>, event: TargetEvent) -> Vec<FollowUp> {
    match event {
        TargetEvent::Attached { session, target } => return arrives(world, parent, &target, session),
        TargetEvent::Detached { session } => {
            return world.session_ended(&session).into_iter().map(FollowUp::CutSocket).collect();
        }
        TargetEvent::TitleChanged { target, title, url } => {
            if let Some(tab) = world.tabs.with_target(&target).and_then(|tab| world.tabs.get_mut(tab)) {
                // Until a page has a title, browsers show its address instead.
                tab.title = if stands_in(&title, &url) { String::new() } else { title };
            }
        }
    }
    Vec::new()
}

pub(super) fn apply_download(world: &mut World, event: DownloadEvent) -> Vec<FollowUp> {
    match event {
        DownloadEvent::Started { download, frame, file } => {
            let attribution = world.attribute(&frame, None);
            let lease = if attribution == Attribution::Person { Some(LeaseId::PERSON) } else { attribution.lease() };
            let moment = world.tick_for(lease);
            // The tabs of the person are not looked into, so a download of unknown origin may be theirs.
            let is_wanted = lease.map_or(world.leases.has_person, |lease| !world.leases.is_given_back(lease));
            if world.downloads.begin(lease, download.clone(), &file, moment) || !is_wanted {
                return vec![FollowUp::CancelDownload(download)];
            }
        }
        DownloadEvent::Progress { download, state, bytes } => {
            let stage = match state {
                DownloadState::Complete => return vec![FollowUp::KeepDownload(download)],
                DownloadState::Cancelled => Stage::Cancelled,
                DownloadState::UnderWay => Stage::UnderWay,
            };
            let moment = world.tick_for(world.downloads.lease_of(&download));
            if world.downloads.progress(&download, stage, bytes, moment) {
                return vec![FollowUp::CancelDownload(download)];
            }
        }
    }
    Vec::new()
}

/// Whether a title is nothing but the address, as browsers shorten it.
fn stands_in(title: &str, url: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, bare)| bare);
    title == url || title == bare || title == bare.trim_end_matches('/')
}

fn arrives(world: &mut World, parent: Option<&SessionId>, info: &TargetInfo, session: SessionId) -> Vec<FollowUp> {
    let parent = world.tab_of(parent);
    let role = match (info.kind, parent) {
        (TargetKind::Page, _) => match tab_opens(world, info, &session) {
            Ok(tab) if is_left_alone(world, tab) => Role::Unfollowed,
            Ok(tab) => Role::Tab(tab),
            Err(Unwanted::Leave) => Role::Unfollowed,
            Err(Unwanted::Close) => {
                let set_up = FollowUp::SetUp { session, role: Role::Unwanted };
                return vec![set_up, FollowUp::CloseTab(info.id.clone())];
            }
        },
        (TargetKind::Frame | TargetKind::Worker | TargetKind::Other, None) => {
            world.unowned_sessions.insert(session.clone());
            Role::Unfollowed
        }
        (TargetKind::SharedWorker | TargetKind::ServiceWorker, None) => {
            world.shared_workers.add(session.clone(), info.id.clone(), &info.url);
            worker_role(info.kind)
        }
        (TargetKind::Frame, Some(tab)) => {
            world.sessions.insert(session.clone(), AttachedTarget { tab, target: info.id.clone() });
            // A frame of another process has the name of its target.
            world.moves_to(&FrameId::new(info.id.as_str()), &session);
            Role::Frame(tab)
        }
        (TargetKind::SharedWorker | TargetKind::ServiceWorker | TargetKind::Worker | TargetKind::Other, Some(tab)) => {
            world.sessions.insert(session.clone(), AttachedTarget { tab, target: info.id.clone() });
            worker_role(info.kind)
        }
    };
    vec![FollowUp::SetUp { session, role }]
}

/// Workers can stand still within a script until they are told something, and then send at once what they were told.
fn worker_role(kind: TargetKind) -> Role {
    match kind {
        TargetKind::SharedWorker | TargetKind::Worker => Role::UnreachableWorker,
        TargetKind::ServiceWorker | TargetKind::Other | TargetKind::Page | TargetKind::Frame => Role::Worker,
    }
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
fn tab_opens(world: &mut World, info: &TargetInfo, session: &SessionId) -> Result<TabId, Unwanted> {
    let opener = info.opener.as_ref().and_then(|opener| world.tabs.with_target(opener));
    if let Some(opener) = opener.and_then(|opener| world.tabs.get_mut(opener)) {
        opener.opening = None;
    }
    // In a browser of the person, an empty tab is theirs unless one was requested at this moment.
    let may_be_ours = world.ask_mode == AskMode::Hold || world.tabs_requested > 0;
    let is_ours = info.opener.is_none() && info.url == "about:blank" && may_be_ours;
    let lease = match opener.and_then(|opener| world.lease_of(opener)) {
        Some(lease) => lease,
        None if is_ours => LeaseId::PERSON,
        None => world.leases.owner_of_unclaimed_tab(),
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
    let mut tab = Tab::new(world.tabs.next_id(), lease, info.id.clone(), session.clone(), opener);
    if lease == LeaseId::PERSON && world.leases.has_person && !is_ours {
        tab.health = Health::LeftAlone;
    }
    tab.follows_touch = match opener.and_then(|opener| world.tabs.get(opener)) {
        Some(opener) => opener.touched || opener.follows_touch,
        // The page that opened it is not known, so it may be any that was touched.
        None => !is_ours && world.leases.any_input_began,
    };
    tab.is_stray = lease == LeaseId::PERSON && !(world.leases.has_person && world.leases.acting().next().is_none());
    let (id, top) = (tab.id, tab.top.clone());
    world.tabs.add(tab);
    world.expect_frame(top, id, session);
    if let Some(lease) = world.leases.get_mut(lease) {
        lease.current.get_or_insert(id);
    }
    world.sessions.insert(session.clone(), AttachedTarget { tab: id, target: info.id.clone() });
    world.tick(Some(id));
    Ok(id)
}
