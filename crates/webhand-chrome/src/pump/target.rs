//! Tabs, frames of other processes and workers that come and go; downloads.

use super::Errand;
use crate::attach::Kind;
use crate::cdp::protocol::{
    AttachedToTarget, DetachedFromTarget, DownloadBegins, DownloadProgress, FrameId, TargetInfo, TargetInfoChanged,
};
use crate::cdp::{Client, Event, Session};
use crate::world::{Stage, Tab, World};

pub(super) fn take_in(world: &mut World, client: &Client, event: &Event) -> Vec<Errand> {
    if let Some(attached) = event.read::<AttachedToTarget>() {
        return arrives(world, event, &attached.target_info, client.session(attached.session_id.clone()));
    }
    if let Some(detached) = event.read::<DetachedFromTarget>() {
        world.session_ended(&detached.session_id);
    } else if let Some(changed) = event.read::<TargetInfoChanged>() {
        let info = changed.target_info;
        if let Some(tab) = world.tabs.with_target(&info.target_id).and_then(|tab| world.tabs.get_mut(tab)) {
            tab.title = info.title;
        }
    } else if let Some(begins) = event.read::<DownloadBegins>() {
        let moment = world.tick();
        if world.downloads.begin(begins.guid.clone(), &begins.suggested_filename, moment) {
            return vec![Errand::CancelDownload(begins.guid)];
        }
    } else if let Some(progress) = event.read::<DownloadProgress>() {
        let stage = match progress.state.as_str() {
            "completed" => return vec![Errand::KeepDownload(progress.guid)],
            "canceled" => Stage::Cancelled,
            _ => Stage::UnderWay,
        };
        let moment = world.tick();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let bytes = progress.received_bytes as u64;
        if world.downloads.progress(&progress.guid, stage, bytes, moment) {
            return vec![Errand::CancelDownload(progress.guid)];
        }
    }
    Vec::new()
}

fn arrives(world: &mut World, event: &Event, info: &TargetInfo, session: Session) -> Vec<Errand> {
    let parent = world.tab_of(event.session.as_ref());
    let what = match info.kind.as_str() {
        "page" => {
            if world.tabs.is_full() {
                return vec![Errand::SetUp { session, what: Kind::Other }, Errand::CloseTab(info.target_id.clone())];
            }
            let opener = info.opener_id.as_ref().and_then(|opener| world.tabs.with_target(opener));
            let tab = Tab::new(world.tabs.next_id(), info.target_id.clone(), session.clone(), opener);
            let id = tab.id;
            world.expect_frame(tab.top.clone(), id, &session);
            world.tabs.add(tab);
            if let Some(session) = session.id() {
                world.sessions.insert(session.clone(), id);
            }
            world.tick();
            Kind::Tab(id)
        }
        kind => match (parent, session.id()) {
            (Some(tab), Some(id)) => {
                world.sessions.insert(id.clone(), tab);
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
