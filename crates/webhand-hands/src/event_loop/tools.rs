//! Tools that pages offer and withdraw, and what they answered.

use super::FollowUp;
use crate::driver::ToolEvent;
use crate::world::World;

pub(super) fn apply(world: &mut World, event: ToolEvent) -> Vec<FollowUp> {
    match event {
        ToolEvent::Offered(tools) => {
            for tool in tools {
                if let Some(frame) = world.frames.get_mut(&tool.frame) {
                    frame.tools.retain(|known| known.name != tool.name);
                    if frame.tools.len() < MOST_TOOLS {
                        frame.tools.push(tool);
                    }
                }
            }
        }
        ToolEvent::Withdrawn(tools) => {
            for (frame, name) in tools {
                if let Some(frame) = world.frames.get_mut(&frame) {
                    frame.tools.retain(|known| known.name != name);
                }
            }
        }
        ToolEvent::Responded(response) => {
            world.tool_answers.push_back(response);
            if world.tool_answers.len() > MOST_ANSWERS {
                world.tool_answers.pop_front();
            }
        }
    }
    Vec::new()
}

/// How many tools of one frame are known; a page can offer any number.
const MOST_TOOLS: usize = 100;
/// Answers that no action waits for any more give way.
const MOST_ANSWERS: usize = 20;
