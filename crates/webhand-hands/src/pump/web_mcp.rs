//! Tools that pages offer and withdraw, and what they answered.

use super::Errand;
use crate::world::World;
use webhand_cdp::Event;
use webhand_cdp::protocol::{ToolResponded, ToolsAdded, ToolsRemoved};

pub(super) fn take_in(world: &mut World, event: &Event) -> Vec<Errand> {
    if let Some(added) = event.read::<ToolsAdded>() {
        for tool in added.tools {
            if let Some(frame) = world.frames.get_mut(&tool.frame_id) {
                frame.tools.retain(|known| known.name != tool.name);
                if frame.tools.len() < MOST_TOOLS {
                    frame.tools.push(tool);
                }
            }
        }
    } else if let Some(removed) = event.read::<ToolsRemoved>() {
        for tool in removed.tools {
            if let Some(frame) = world.frames.get_mut(&tool.frame_id) {
                frame.tools.retain(|known| known.name != tool.name);
            }
        }
    } else if let Some(responded) = event.read::<ToolResponded>() {
        world.tool_answers.push_back(responded);
        if world.tool_answers.len() > MOST_ANSWERS {
            world.tool_answers.pop_front();
        }
    }
    Vec::new()
}

/// How many tools of one frame are known; a page can offer any number.
const MOST_TOOLS: usize = 100;
/// Answers nobody waits for any more give way.
const MOST_ANSWERS: usize = 20;
