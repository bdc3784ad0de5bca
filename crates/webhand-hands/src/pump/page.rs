//! Frames that come, show documents and go; dialogs; crashes.

use webhand_rt::Instant;

use webhand_model::{NativeDialog, clean, truncate};

use super::Errand;
use crate::world::{Chooser, Health, Leaving, Patience, Tab, World};
use webhand_cdp::protocol::{
    DialogClosed, DialogOpens, DragIntercepted, FileChooserOpened, FrameAttached, FrameDetached, FrameNavigated,
    FrameStartsNavigating, FrameStopsLoading, Lifecycle, NavigatedWithinDocument, TargetCrashed, WindowOpens,
};
use webhand_cdp::{Client, Event};

pub(super) fn take_in(world: &mut World, client: &Client, event: &Event) -> Vec<Errand> {
    let Some(session) = event.session.clone() else { return Vec::new() };
    if let Some(attached) = event.read::<FrameAttached>() {
        world.frame_attached(attached.frame_id, attached.parent_frame_id, client.session(session));
    } else if let Some(navigated) = event.read::<FrameNavigated>() {
        if let Some(tab) = world.tab_of(Some(&session)) {
            world.frame_shows(&navigated.frame, tab, client.session(session));
        }
    } else if let Some(detached) = event.read::<FrameDetached>() {
        if detached.reason == "swap" {
            if let Some(frame) = world.frames.get_mut(&detached.frame_id) {
                frame.context = None;
            }
        } else {
            world.frame_gone(&detached.frame_id);
        }
    } else if let Some(starts) = event.read::<FrameStartsNavigating>() {
        if starts.navigation_type != "sameDocument" {
            world.frame_starts_navigating(&starts.frame_id, starts.loader_id);
        }
    } else if let Some(stops) = event.read::<FrameStopsLoading>() {
        world.frame_stops_loading(&stops.frame_id);
    } else if let Some(within) = event.read::<NavigatedWithinDocument>() {
        world.tick(world.frames.get(&within.frame_id).map(|frame| frame.tab));
        if let Some(frame) = world.frames.get_mut(&within.frame_id) {
            frame.url = within.url;
        }
    } else if event.read::<WindowOpens>().is_some() {
        let opener = world.tab_of(Some(&session));
        world.tick(opener);
        let moment = world.moment;
        if let Some(tab) = opener.and_then(|opener| world.tabs.get_mut(opener)) {
            tab.opening = Some((moment, Instant::now()));
        }
    } else if let Some(lifecycle) = event.read::<Lifecycle>() {
        if lifecycle.name == "DOMContentLoaded" {
            world.frame_is_interactive(&lifecycle.frame_id, &lifecycle.loader_id);
        }
    } else {
        let moment = world.moment + 1;
        let tab = world.tab_of(Some(&session)).and_then(|tab| world.tabs.get_mut(tab));
        return tab.map(|tab| happens_in_tab(tab, event, moment)).unwrap_or_default();
    }
    Vec::new()
}

fn happens_in_tab(tab: &mut Tab, event: &Event, moment: u64) -> Vec<Errand> {
    if let Some(opens) = event.read::<DialogOpens>() {
        if opens.kind == "beforeunload" && tab.leaving != Leaving::No {
            tab.leaving = Leaving::Asked;
            return vec![Errand::Leave(tab.session.clone())];
        }
        let message = truncate(&clean(&opens.message), MOST_MESSAGE).into_owned();
        match tab.count_dialog() {
            Patience::Ask => tab.dialog = Some(NativeDialog { kind: opens.kind, message }),
            Patience::Dismiss => {
                tab.log(&format!("[webhand] dismissed one dialog too many: {message}"));
                return vec![Errand::Dismiss(tab.session.clone())];
            }
            Patience::End => {
                tab.log(&format!("[webhand] ended the page, which opens dialogs for ever: {message}"));
                return vec![Errand::End(tab.session.clone())];
            }
        }
    } else if event.read::<DialogClosed>().is_some() {
        tab.dialog = None;
    } else if event.read::<TargetCrashed>().is_some() {
        // A frame of another process can crash alone; the tab is lost only with its own process.
        if event.session.as_ref() == tab.session.id() {
            tab.health = Health::Crashed;
            tab.dialog = None;
        }
    } else if let Some(drag) = event.read::<DragIntercepted>() {
        tab.drag = Some(drag.data);
    } else if let Some(chooser) = event.read::<FileChooserOpened>() {
        let many = chooser.mode == "selectMultiple";
        tab.chooser = Some(Chooser { moment, session: event.session.clone(), field: chooser.backend_node_id, many });
        tab.log("[webhand] the page opened a file chooser; it was kept closed: give the file with upload");
    }
    Vec::new()
}

const MOST_MESSAGE: usize = 500;
