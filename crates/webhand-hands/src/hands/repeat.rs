//! Does an action again whose requests were stopped and then allowed: the way to ask in a browser that cannot hold them.
//!
//! Invariant: nothing is repeated on a page that is another one than the person was asked about. What goes is exactly what
//! they allowed; everything else that the repeated action sends fails.

use std::fmt::Write as _;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_guard::{Approved, RequestPass, RequestResolution};
use webhand_model::{Action, Change, Facts, FailCode, HeldRequest, Origin, Outcome, OutcomeStatus, RequestCause};

use crate::connection::AskMode;
use crate::hands::Hands;
use crate::requests::{not_held, report_requests, request_line};
use crate::world::{Activity, Repetition};

/// The action whose requests were stopped, and the facts that must still be the same when it is done again.
#[derive(Debug)]
pub(crate) struct StoppedAction {
    /// The action that sends the same once more.
    again: Action,
    origin: Option<Origin>,
    facts: Facts,
}

impl Hands {
    /// The facts of an action before it is performed, where it may have to be done again.
    pub(super) async fn facts_before(&self, approved: &Approved) -> Option<Facts> {
        let action = approved.action();
        if self.access.browser.options.ask_mode == AskMode::Hold || !leaves_page_as_it_is(action) {
            return None;
        }
        self.inspector.facts(action).await.ok()
    }

    /// Forgets the action before, and what the person allowed to go with it.
    pub(super) fn forget_stopped(&self) {
        *self.stopped_action.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.clear_passes();
    }

    fn clear_passes(&self) {
        self.access.change(|world| world.leases.get_mut(self.access.lease).map(|own| own.passes.clear()));
    }

    /// Remembers an action whose requests were stopped. Where it cannot be done again nobody is asked about them.
    pub(super) async fn remember_stopped(&self, approved: &Approved, before: Option<Facts>, outcome: &mut Outcome) {
        let lease = self.access.lease;
        if !self.access.read(|world| world.held.has_stopped(lease)) {
            return;
        }
        let has_sent = self.access.read(|world| world.leases.get(lease).is_some_and(|own| own.passes.has_sent()));
        let stopped = match repetition_of(approved.action()).filter(|_| !has_sent) {
            None => None,
            Some(again) => {
                // An action that enters something changes the page, so the page afterwards is the one to compare with.
                let facts = match before {
                    Some(before) => Some(before),
                    None => self.inspector.facts(&again).await.ok(),
                };
                facts.map(|facts| StoppedAction { again, origin: approved.origin().cloned(), facts })
            }
        };
        if stopped.is_none() {
            let why = if has_sent { SENDS_TWICE } else { NOT_REPEATABLE };
            self.drop_stopped(outcome, why);
        }
        *self.stopped_action.lock().unwrap_or_else(PoisonError::into_inner) = stopped;
    }

    /// Gives up what was stopped and cannot be sent by doing an action again.
    fn drop_stopped(&self, outcome: &mut Outcome, why: &str) {
        let dropped = self.access.change(|world| world.held.take_stopped(self.access.lease));
        for request in &dropped {
            let line = request_line(request);
            // Writing into a string cannot fail.
            let _ = write!(outcome.text, "; {line} cannot be approved here and was not sent: {why}");
            outcome.changes.push(Change::Unapprovable { request: line });
        }
        if !dropped.is_empty() && outcome.status == OutcomeStatus::Done {
            outcome.status = OutcomeStatus::Refused;
        }
    }

    /// Releases or stops a request. One that has failed already is sent by doing its action again, once all requests of the
    /// action are decided.
    pub(super) async fn resolve(&self, resolution: &RequestResolution) -> Outcome {
        let id = resolution.request().id;
        if !self.access.read(|world| world.held.is_stopped(id)) {
            return self.requests.resolve(resolution).await;
        }
        let _turn = self.access.turn.lock().await;
        let _acting = self.access.begin_activity(Activity::Acting);
        let mut outcome = self.resolve_stopped(resolution).await;
        report_requests(&self.access, &mut outcome);
        outcome
    }

    async fn resolve_stopped(&self, resolution: &RequestResolution) -> Outcome {
        let request = resolution.request();
        let lease = self.access.lease;
        let (is_taken, is_last, has_passes) = self.access.change(|world| {
            let is_taken = world.held.take(lease, request).is_some();
            if let Some(own) = world.leases.get_mut(lease).filter(|_| is_taken) {
                if request.only_reads() && resolution.releases() {
                    own.requests.let_go(&request.url);
                }
                own.passes.extend(RequestPass::of(resolution));
            }
            let has_passes = world.leases.get(lease).is_some_and(|own| !own.passes.is_empty());
            (is_taken, !world.held.has_stopped(lease), has_passes)
        });
        let line = request_line(request);
        if !is_taken {
            return not_held(request).into();
        }
        if is_last && has_passes {
            let mut outcome = self.repeat().await;
            self.drop_stopped(&mut outcome, SENDS_TWICE);
            return outcome;
        }
        if resolution.releases() {
            return Outcome::done(format!("{line} goes together with the others"));
        }
        Outcome::done(format!("{line} was stopped and did not leave the browser"))
    }

    /// Does the action again, if the page is still as it was.
    async fn repeat(&self) -> Outcome {
        let stopped = self.stopped_action.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(StoppedAction { again, origin, facts }) = stopped else {
            self.clear_passes();
            return unapprovable(NOT_REPEATABLE, &[]);
        };
        let now = self.inspector.facts(&again).await;
        if now.as_ref().ok() != Some(&facts) {
            self.clear_passes();
            return Outcome::failed(FailCode::Changed, PAGE_CHANGED);
        }
        let (outcome, repetition) = self.repeat_once(&again, origin.as_ref()).await;
        if repetition.rehearsed.is_empty() {
            return self.report_repetition(outcome, repetition);
        }
        self.send_rehearsed(&again, origin.as_ref(), &facts, repetition).await
    }

    async fn repeat_once(&self, again: &Action, origin: Option<&Origin>) -> (Outcome, Repetition) {
        self.access.change(|world| world.leases.get_mut(self.access.lease).map(|own| own.passes.begin_repetition()));
        self.pre_aims.keep_for(again);
        let done = self.perform(again, origin).await;
        let repetition = self
            .access
            .change(|world| world.leases.get_mut(self.access.lease).map(|own| own.passes.end_repetition()))
            .unwrap_or_default();
        let outcome = match done {
            Ok(done) => done.outcome,
            Err(error) => error.into(),
        };
        (outcome, repetition)
    }

    /// Does the action once more with rules that let its requests through. A rule knows no contents, so this is done only
    /// after a repetition that sent exactly what was allowed and nothing else, and was stopped.
    async fn send_rehearsed(
        &self,
        again: &Action,
        origin: Option<&Origin>,
        facts: &Facts,
        repetition: Repetition,
    ) -> Outcome {
        let Repetition { sent, stopped, missing, rehearsed, leaked } = repetition;
        let is_same = self.inspector.facts(again).await.as_ref().ok() == Some(facts);
        let session = self.access.current().map(|(_, session)| session);
        let requests = self.access.driver().held_requests();
        let is_alone = sent.is_empty() && stopped.is_empty() && missing.is_empty() && leaked.is_empty();
        let (true, true, Ok(session), Some(requests)) = (is_same, is_alone, session, requests) else {
            let stopped: Vec<_> = rehearsed.iter().map(|pass| pass.request().clone()).chain(stopped).collect();
            return needs_debugger("it goes together with others, or its page has changed", &stopped);
        };
        for pass in &rehearsed {
            let HeldRequest { method, url, .. } = pass.request();
            if let Err(error) = requests.allow_once(&session, method, url, RULED_WITHIN).await {
                tracing::debug!(%error, "a request cannot be let through");
            }
        }
        self.access.change(|world| world.leases.get_mut(self.access.lease).map(|own| own.passes.extend(rehearsed)));
        let (outcome, repetition) = self.repeat_once(again, origin).await;
        if let Err(error) = requests.end_allow(RULED_WITHIN).await {
            tracing::warn!(%error, "a rule that lets a request through may be left");
        }
        self.report_repetition(outcome, repetition)
    }

    fn report_repetition(&self, mut outcome: Outcome, repetition: Repetition) -> Outcome {
        let Repetition { sent, stopped, missing, leaked, .. } = repetition;
        if !leaked.is_empty() {
            outcome.status = OutcomeStatus::InDoubt;
            for request in &leaked {
                let line = request_line(request);
                let _ = write!(outcome.text, "; {line} left with other content than was allowed: look before going on");
                outcome.changes.push(Change::MayHaveLeft { request: line, cause: RequestCause::Action });
            }
        } else if sent.is_empty() && !missing.is_empty() {
            return if stopped.is_empty() {
                Outcome::failed(FailCode::Changed, "the page did not send it again, so nothing was sent")
            } else {
                unapprovable("the page sends something else each time", &stopped)
            };
        }
        outcome.text = format!("done again after the person's yes: {}", outcome.text);
        for (request, network) in sent {
            let exchange = network.and_then(|id| self.access.read(|world| world.traffic.first(&id).cloned()));
            let status = exchange.and_then(|exchange| exchange.status);
            let line = request_line(&request);
            // Writing into a string cannot fail.
            let _ = match status {
                Some(status) => write!(outcome.text, "; {line} answered {status}"),
                None => write!(outcome.text, "; {line} was sent; no answer yet"),
            };
            outcome.changes.push(Change::Sent { request: line, status, cause: RequestCause::Action });
        }
        for request in missing.iter().chain(&stopped) {
            let _ = write!(outcome.text, "; {} cannot be approved here and was not sent", request_line(request));
            outcome.changes.push(Change::Unapprovable { request: request_line(request) });
        }
        outcome
    }
}

/// The action that makes a page send the same again; `None` where doing it again does something else.
fn repetition_of(action: &Action) -> Option<Action> {
    // The text stands in the field already.
    if let Action::Type { target, submit: Some(true), .. } = action {
        return Some(Action::Press { key: "Enter".to_owned(), target: *target, hold: None });
    }
    let enters_same = matches!(action, Action::Fill { .. } | Action::Clear { .. });
    (enters_same || leaves_page_as_it_is(action)).then(|| action.clone())
}

/// Whether the page is the same after the action as before it, if nothing is sent.
fn leaves_page_as_it_is(action: &Action) -> bool {
    if let Action::Press { key, .. } = action {
        return key.eq_ignore_ascii_case("enter");
    }
    matches!(
        action,
        Action::Click { .. }
            | Action::Dblclick { .. }
            | Action::ClickAt { .. }
            | Action::Open { .. }
            | Action::Reload {}
    )
}

fn unapprovable(why: &str, stopped: &[HeldRequest]) -> Outcome {
    let mut outcome = Outcome::refused(format!("cannot be approved here: {why}; nothing was sent"));
    let lines = stopped.iter().map(request_line);
    outcome.changes.extend(lines.map(|request| Change::Unapprovable { request }));
    outcome
}

fn needs_debugger(why: &str, stopped: &[HeldRequest]) -> Outcome {
    let text = format!("cannot be approved at the quiet level: {why}; nothing was sent");
    let mut outcome = Outcome::failed(FailCode::NeedsDebugger, text);
    let lines = stopped.iter().map(request_line);
    outcome.changes.extend(lines.map(|request| Change::Unapprovable { request }));
    outcome
}

const RULED_WITHIN: Duration = Duration::from_secs(2);
const NOT_REPEATABLE: &str = "what this action sends cannot be sent by doing it again";
const SENDS_TWICE: &str =
    "doing the action again would send twice what has left already; allow the site beforehand to let all of it go";
const PAGE_CHANGED: &str = "the page changed after the person was asked, so the action was not done again and nothing was sent; look at the page";
