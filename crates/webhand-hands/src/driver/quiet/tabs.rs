//! Tabs of the run: opening, closing, and what is in them when they are taken over.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_wire::{QuietCommand, QuietReply};

use super::QuietDriver;
use super::commands::{gone, tab_of, unexpected};
use super::state::{Document, frame_id, target_number, target_of};
use crate::driver::{
    Answer, BrowserEvent, BrowserEventKind, BrowserScope, DriverError, FrameInfo, ScriptWorldEvent, ScriptWorldKind,
    SessionId, TabCommands, TabWindow, TargetId, TargetRole, Targets,
};
use crate::page_environment::PageEnvironment;

impl TabCommands for QuietDriver {
    /// Always in the person's window: one of its own would come up before it.
    fn open(&self, _window: TabWindow, within: Duration) -> Answer<'_, TargetId> {
        async move {
            let begins_in = self.state().begins_in.take();
            let command = match begins_in {
                Some(tab) => QuietCommand::Adopt { tab },
                None => QuietCommand::Open {},
            };
            let reply = self.call(command, within).await?;
            let QuietReply::Tab { tab } = reply else { return Err(unexpected(&reply)) };
            Ok(target_of(tab))
        }
        .boxed()
    }

    fn close<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()> {
        async move {
            let tab = target_number(tab).ok_or_else(gone)?;
            self.run(QuietCommand::Close { tab }, within).await
        }
        .boxed()
    }

    fn activate<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()> {
        async move {
            let tab = target_number(tab).ok_or_else(gone)?;
            self.run(QuietCommand::Activate { tab }, within).await
        }
        .boxed()
    }

    fn answer_dialog<'a>(
        &'a self,
        _session: &'a SessionId,
        _accept: bool,
        _text: Option<&'a str>,
        _within: Duration,
    ) -> Answer<'a, ()> {
        let why = "a dialog of the page can be answered only by the person or at the debugger level".to_owned();
        futures_util::future::ready(Err(DriverError::NeedsDebugger { why })).boxed()
    }

    fn end_page<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move { self.run(QuietCommand::Close { tab: tab_of(session)? }, within).await }.boxed()
    }
}

impl Targets for QuietDriver {
    fn follow_browser<'a>(&'a self, _scope: BrowserScope<'a>) -> Answer<'a, ()> {
        self.run(QuietCommand::Ping {}, STARTED_WITHIN).boxed()
    }

    /// The pages see the person's browser as it is.
    fn present<'a>(
        &'a self,
        _session: &'a SessionId,
        environment: &'a PageEnvironment,
        _within: Duration,
    ) -> Answer<'a, ()> {
        let why = "size, device, language, time zone and headers of pages need the debugger level".to_owned();
        let presented = if environment.is_usual() { Ok(()) } else { Err(DriverError::NeedsDebugger { why }) };
        futures_util::future::ready(presented).boxed()
    }

    fn set_up<'a>(
        &'a self,
        session: &'a SessionId,
        role: TargetRole,
        frames: &'a (dyn Fn(Vec<FrameInfo>) + Send + Sync),
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            match role {
                TargetRole::Tab { .. } => {}
                TargetRole::Frame | TargetRole::Worker | TargetRole::Unfollowed => return Ok(()),
            }
            let is_guarding = self.state().is_guarding;
            if is_guarding {
                self.run(QuietCommand::Guard { tab: tab_of(session)? }, within).await?;
            }
            frames(self.frames(session, within).await?);
            Ok(())
        }
        .boxed()
    }

    /// New documents announce themselves to the event loop too.
    fn frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Vec<FrameInfo>> {
        async move {
            let tab = tab_of(session)?;
            let reply = self.call(QuietCommand::Inject { tab, frame: None }, within).await?;
            let QuietReply::Documents { mut documents } = reply else { return Err(unexpected(&reply)) };
            documents.sort_by_key(|document| document.frame);
            let mut state = self.state();
            let (mut found, mut created) = (Vec::new(), Vec::new());
            for document in documents {
                let frame = document.frame;
                let known = state.frame(tab, frame).loader.clone();
                let loader = known.clone().unwrap_or_else(|| state.next_loader());
                if known.is_none() {
                    // It was there before the run, so no event tells that it came.
                    state.frame(tab, frame).parent = document.parent;
                    state.shows(tab, frame, Some(document.document.clone()), loader.clone());
                    let world = state.add_world(Document { tab, frame, name: document.document.clone() });
                    let kind = ScriptWorldKind::PageScript { origin: document.origin.clone() };
                    created.push(ScriptWorldEvent::Created { frame: frame_id(tab, frame), world, kind });
                }
                found.push(FrameInfo {
                    id: frame_id(tab, document.frame),
                    parent: document.parent.map(|parent| frame_id(tab, parent)),
                    loader,
                    url: document.url,
                    security_origin: document.origin,
                    mime_type: document.media_type,
                    unreachable_url: None,
                });
            }
            drop(state);
            for event in created {
                self.note(BrowserEvent { session: Some(session.clone()), kind: BrowserEventKind::ScriptWorld(event) });
            }
            Ok(found)
        }
        .boxed()
    }

    fn announce_worlds<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move { self.call(QuietCommand::Inject { tab: tab_of(session)?, frame: None }, within).await.map(drop) }
            .boxed()
    }
}

const STARTED_WITHIN: Duration = Duration::from_secs(10);
