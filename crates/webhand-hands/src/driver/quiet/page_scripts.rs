//! Calling page scripts, which the content script of each document holds.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_wire::{PageCommand, QuietCommand, QuietReply};

use super::QuietDriver;
use super::commands::{gone, refused, tab_of, unexpected};
use super::state::{Document, frame_number};
use crate::driver::{
    Answer, BrowserEvent, BrowserEventKind, DocumentAddress, DriverError, FrameId, PageScripts, ScriptWorld,
    ScriptWorldEvent, SessionId, WorldName,
};

impl PageScripts for QuietDriver {
    fn ask<'a>(
        &'a self,
        document: &'a DocumentAddress,
        command: &'a PageCommand,
        within: Duration,
    ) -> Answer<'a, String> {
        async move {
            let Document { tab, name, .. } = self.document(document)?;
            let command =
                serde_json::to_string(command).map_err(|error| DriverError::BadCommand { why: error.to_string() })?;
            let reply = self.call(QuietCommand::Ask { tab, document: name, command }, within).await;
            if let Err(DriverError::DocumentGone { .. }) = &reply {
                self.note_ended(document);
            }
            let reply = reply?;
            let QuietReply::Answer { text } = reply else { return Err(unexpected(&reply)) };
            Ok(text)
        }
        .boxed()
    }

    fn create_world<'a>(
        &'a self,
        session: &'a SessionId,
        frame: &'a FrameId,
        _name: WorldName,
        within: Duration,
    ) -> Answer<'a, ScriptWorld> {
        async move {
            let (tab, frame) = frame_number(frame).ok_or_else(gone)?;
            let reply = self.call(QuietCommand::Inject { tab: tab_of(session)?, frame: Some(frame) }, within).await?;
            let QuietReply::Documents { documents } = reply else { return Err(unexpected(&reply)) };
            let found = documents.into_iter().find(|document| document.frame == frame).ok_or_else(gone)?;
            let mut state = self.state();
            if let Some(world) = state.frame(tab, frame).world.map(ScriptWorld)
                && state.document(world).is_some_and(|known| known.name == found.document)
            {
                return Ok(world);
            }
            Ok(state.add_world(Document { tab, frame, name: found.document }))
        }
        .boxed()
    }

    fn frame_owner<'a>(
        &'a self,
        parent: &'a DocumentAddress,
        frame: &'a FrameId,
        within: Duration,
    ) -> Answer<'a, Option<u32>> {
        async move {
            let parent = self.document(parent)?;
            let (tab, frame) = frame_number(frame).ok_or_else(gone)?;
            let child = {
                let mut state = self.state();
                let child = state.frame(tab, frame);
                child.world.and_then(|world| state.document(ScriptWorld(world))).ok_or_else(gone)?
            };
            self.owner_of(&parent, &child, within).await
        }
        .boxed()
    }

    fn stop_running_script<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        let error = refused("stopping a script", "no script can be stopped at the quiet level");
        futures_util::future::ready(Err(error)).boxed()
    }
}

impl QuietDriver {
    /// The number of the `<iframe>` in `parent` that shows `child`. An `<iframe>` keeps its frame, so it is asked for once.
    pub(super) async fn owner_of(
        &self,
        parent: &Document,
        child: &Document,
        within: Duration,
    ) -> Result<Option<u32>, DriverError> {
        if let Some(known) = self.state().frame(child.tab, child.frame).owner {
            return Ok(Some(known));
        }
        let command =
            QuietCommand::FrameOwner { tab: parent.tab, parent: parent.name.clone(), child: child.name.clone() };
        let reply = self.call(command, within).await?;
        let QuietReply::Number { node } = reply else { return Err(unexpected(&reply)) };
        self.state().frame(child.tab, child.frame).owner = node;
        Ok(node)
    }

    fn note_ended(&self, document: &DocumentAddress) {
        let kind = BrowserEventKind::ScriptWorld(ScriptWorldEvent::Destroyed(document.world));
        self.note(BrowserEvent { session: Some(document.session.clone()), kind });
    }
}
