//! Verdicts on what was stopped: a form is kept by its document and can be sent; a request that the browser blocked is gone.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::ready;
use webhand_wire::QuietCommand;

use super::QuietDriver;
use super::commands::tab_of;
use super::state::{frame_id, session_of};
use crate::driver::{
    Answer, BrowserEvent, BrowserEventKind, DriverError, HeldRequests, LoginAnswer, PageEvent, PausedKinds,
    PausedRequestId, Refusal, SessionId,
};

impl HeldRequests for QuietDriver {
    fn release<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()> {
        async move {
            let form = self.state().forms.remove(&*Arc::<str>::from(request));
            let Some(form) = form else { return Err(blocked()) };
            let (tab, frame) = (form.tab, form.frame);
            let command = QuietCommand::SendForm { tab, document: form.document, form: form.form };
            let done = self.run(command, within).await;
            if done.is_err() {
                self.note_stays(tab, frame);
            }
            done
        }
        .boxed()
    }

    fn refuse<'a>(&'a self, request: &'a PausedRequestId, _why: Refusal, within: Duration) -> Answer<'a, ()> {
        async move {
            let form = self.state().forms.remove(&*Arc::<str>::from(request));
            // A request that is no form was blocked before anybody was asked.
            let Some(form) = form else { return Ok(()) };
            let (tab, frame) = (form.tab, form.frame);
            self.note_stays(tab, frame);
            self.run(QuietCommand::DropForm { tab, document: form.document, form: form.form }, within).await
        }
        .boxed()
    }

    /// Nothing is stopped before the first touch: what was blocked could not be let go.
    fn pause(&self, _kinds: PausedKinds, _within: Duration) -> Answer<'_, ()> {
        ready(Ok(())).boxed()
    }

    fn reroute<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move {
            self.state().is_guarding = true;
            self.run(QuietCommand::Guard { tab: tab_of(session)? }, within).await
        }
        .boxed()
    }

    fn wait_for_scripts<'a>(&'a self, _session: &'a SessionId, _within: Duration) -> Answer<'a, ()> {
        ready(Ok(())).boxed()
    }

    fn fail_all<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.reroute(session, within)
    }

    fn answer_login<'a>(
        &'a self,
        _request: &'a PausedRequestId,
        _answer: LoginAnswer,
        _within: Duration,
    ) -> Answer<'a, ()> {
        ready(Ok(())).boxed()
    }

    fn allow_once<'a>(
        &'a self,
        session: &'a SessionId,
        method: &'a str,
        url: &'a str,
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            let (method, url) = (method.to_owned(), url.to_owned());
            self.run(QuietCommand::AllowOnce { tab: tab_of(session)?, method, url }, within).await
        }
        .boxed()
    }

    fn end_allow(&self, within: Duration) -> Answer<'_, ()> {
        self.run(QuietCommand::EndAllow {}, within).boxed()
    }
}

impl QuietDriver {
    /// The frame goes nowhere after all.
    fn note_stays(&self, tab: u32, frame: u32) {
        self.state().frame(tab, frame).pending = None;
        let kind = BrowserEventKind::Page(PageEvent::LoadingStopped { frame: frame_id(tab, frame) });
        self.note(BrowserEvent { session: Some(session_of(tab)), kind });
    }
}

fn blocked() -> DriverError {
    let why = "the browser has blocked the request, and one that is blocked cannot go on".to_owned();
    DriverError::NeedsDebugger { why }
}
