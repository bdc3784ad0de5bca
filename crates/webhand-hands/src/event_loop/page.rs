//! Frames that come, show documents and go; dialogs; crashes.

use webhand_rt::Instant;

use webhand_model::{NativeDialog, clean, truncate};

use super::FollowUp;
use crate::driver::{PageEvent, SessionId};
use crate::world::{DialogResponse, FileChooser, Health, Leaving, Tab, World};

pub(super) fn apply(world: &mut World, session: SessionId, event: PageEvent) -> Vec<FollowUp> {
    match event {
        PageEvent::FrameAttached { frame, parent } => world.frame_attached(frame, parent, session),
        PageEvent::FrameNavigated(info) => {
            if let Some(tab) = world.tab_of(Some(&session)) {
                world.frame_shows(&info, tab, session);
            }
        }
        PageEvent::FrameSwapped { frame } => {
            if let Some(frame) = world.frames.get_mut(&frame) {
                frame.script_world = None;
            }
        }
        PageEvent::FrameRemoved { frame } => world.frame_gone(&frame),
        PageEvent::NavigationStarted { frame, loader } => world.frame_starts_navigating(&frame, loader),
        PageEvent::LoadingStopped { frame } => world.frame_stops_loading(&frame),
        PageEvent::NavigatedWithinDocument { frame, url } => {
            world.tick(world.frames.get(&frame).map(|frame| frame.tab));
            if let Some(frame) = world.frames.get_mut(&frame) {
                frame.url = url;
            }
        }
        PageEvent::DocumentInteractive { frame, loader } => world.frame_is_interactive(&frame, &loader),
        PageEvent::WindowRequested => window_requested(world, &session),
        PageEvent::DialogOpened { kind, message } => {
            return of_session(world, &session)
                .and_then(|tab| dialog_opened(tab, kind, &message))
                .into_iter()
                .collect();
        }
        PageEvent::DialogClosed => {
            if let Some(tab) = of_session(world, &session) {
                tab.dialog = None;
            }
        }
        PageEvent::Crashed => {
            // A frame of another process can crash alone; the tab is lost only with its own process.
            if let Some(tab) = of_session(world, &session).filter(|tab| tab.session == session) {
                tab.health = Health::Crashed;
                tab.dialog = None;
            }
        }
        PageEvent::DragStarted(data) => {
            if let Some(tab) = of_session(world, &session) {
                tab.drag = Some(data);
            }
        }
        PageEvent::FileChooserOpened { field, several } => {
            let moment = world.moment + 1;
            if let Some(tab) = of_session(world, &session) {
                tab.chooser = Some(FileChooser { moment, session, field, many: several });
                tab.log("[webhand] the page opened a file chooser; it was kept closed: give the file with upload");
            }
        }
    }
    Vec::new()
}

fn of_session<'a>(world: &'a mut World, session: &SessionId) -> Option<&'a mut Tab> {
    world.tab_of(Some(session)).and_then(|tab| world.tabs.get_mut(tab))
}

fn window_requested(world: &mut World, session: &SessionId) {
    let opener = world.tab_of(Some(session));
    world.tick(opener);
    let moment = world.moment;
    if let Some(tab) = opener.and_then(|opener| world.tabs.get_mut(opener)) {
        tab.opening = Some((moment, Instant::now()));
    }
}

fn dialog_opened(tab: &mut Tab, kind: String, message: &str) -> Option<FollowUp> {
    if kind == "beforeunload" && tab.leaving != Leaving::No {
        tab.leaving = Leaving::Asked;
        return Some(FollowUp::LeavePage(tab.session.clone()));
    }
    let message = truncate(&clean(message), MOST_MESSAGE).into_owned();
    match tab.count_dialog() {
        DialogResponse::Ask => {
            tab.dialog = Some(NativeDialog { kind, message });
            None
        }
        DialogResponse::Dismiss => {
            tab.log(&format!("[webhand] dismissed one dialog too many: {message}"));
            Some(FollowUp::DismissDialog(tab.session.clone()))
        }
        DialogResponse::EndPage => {
            tab.log(&format!("[webhand] ended the page, which opens dialogs for ever: {message}"));
            Some(FollowUp::EndPage(tab.session.clone()))
        }
    }
}

const MOST_MESSAGE: usize = 500;
