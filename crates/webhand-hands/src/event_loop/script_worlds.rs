//! Worlds of the page script, and what pages write to their consoles.

use webhand_model::Origin;

use super::FollowUp;
use crate::driver::{ScriptWorldEvent, ScriptWorldKind, SessionId};
use crate::world::World;

pub(super) fn apply(world: &mut World, session: Option<&SessionId>, event: ScriptWorldEvent) -> Vec<FollowUp> {
    let Some(session) = session else { return Vec::new() };
    match event {
        ScriptWorldEvent::Created { frame, world: created, kind } => {
            if let Some(frame) = world.frames.get_mut(&frame).filter(|frame| frame.session == *session) {
                match kind {
                    ScriptWorldKind::Page => frame.page_world = Some(created),
                    ScriptWorldKind::PageScript { origin } => {
                        frame.script_world = Some(created);
                        frame.origin = Origin::from_url(&origin);
                        frame.took_over = false;
                    }
                }
            }
        }
        ScriptWorldEvent::Destroyed(destroyed) => world.frames.forget_script_world(session, destroyed),
        ScriptWorldEvent::Cleared => world.frames.forget_script_worlds(session),
        ScriptWorldEvent::Console(line) => {
            if let Some(tab) = world.tab_of(Some(session)).and_then(|tab| world.tabs.get_mut(tab)) {
                tab.log(&format!("[{}] {}", line.kind, line.text));
            }
        }
    }
    Vec::new()
}
