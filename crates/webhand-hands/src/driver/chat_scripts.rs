//! The script of a chat page, in a world of its own beside the page's scripts.

use std::time::Duration;

use super::{Answer, FrameId, ScriptWorld, SessionId};

pub(crate) trait ChatScripts: Send + Sync {
    /// Makes a world for the chat script in a frame and starts the script in it.
    fn start<'a>(&'a self, session: &'a SessionId, frame: &'a FrameId, within: Duration) -> Answer<'a, ScriptWorld>;

    /// Sends a call as JSON and returns the reply as JSON.
    fn ask<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        call: &'a str,
        within: Duration,
    ) -> Answer<'a, String>;
}
