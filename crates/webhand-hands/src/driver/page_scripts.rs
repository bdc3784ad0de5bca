//! The page script of a document: the one script that runs beside the scripts of a page, in a world of its own.

use std::time::Duration;

use webhand_model::DocumentId;
use webhand_wire::PageCommand;

use super::{Answer, FrameId, ScriptWorld, SessionId};

/// Where the page script of one document is reached.
#[derive(Debug, Clone)]
pub(crate) struct DocumentAddress {
    pub(crate) session: SessionId,
    pub(crate) world: ScriptWorld,
    pub(crate) document: DocumentId,
}

/// How the world of a page script is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorldName {
    /// As in every document.
    Usual,
    /// For this document alone, whose window has a world of the usual name that belongs to the document before it.
    Of(DocumentId),
}

pub(crate) trait PageScripts: Send + Sync {
    /// Sends a command to the page script and returns its reply as it wrote it.
    fn ask<'a>(
        &'a self,
        document: &'a DocumentAddress,
        command: &'a PageCommand,
        within: Duration,
    ) -> Answer<'a, String>;

    /// Makes a world for the page script in a frame that has none, and starts the page script in it. Each of the steps
    /// has the deadline.
    fn create_world<'a>(
        &'a self,
        session: &'a SessionId,
        frame: &'a FrameId,
        name: WorldName,
        within: Duration,
    ) -> Answer<'a, ScriptWorld>;

    /// The page script's number of the `<iframe>` that holds a frame, in the document around it. `None` when there is no
    /// such element any more.
    fn frame_owner<'a>(
        &'a self,
        parent: &'a DocumentAddress,
        frame: &'a FrameId,
        within: Duration,
    ) -> Answer<'a, Option<u32>>;

    /// Stops a script of the page that does not end.
    fn stop_running_script<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()>;
}
