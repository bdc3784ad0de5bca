//! Held requests: all are resolved before the call that started them counts as finished.
//!
//! Requests that are allowed already go first. About the others the person is asked once for each site, and their yes
//! covers exactly the requests that they were shown; one that comes later is asked about anew.

use std::collections::VecDeque;

use webhand_guard::{PendingRequest, RequestResolution, RequestVerdict, Ticket, YesScope, ask_together};
use webhand_model::{
    FailCode, HeldRequest, Millis, Outcome, OutcomeStatus, PersonReply, Question, RequestQuestions, RunOutcome,
};

use super::action::NOT_ASKED_AGAIN;
use super::finish_call;
use crate::resume::{reload_after_approval, reload_last_page};
use crate::state::{PagePresence, QuestionSubject, State};
use crate::{Effect, Run};

/// The outcome of an action, and the requests it started that are not resolved yet.
#[derive(Debug)]
pub(crate) struct UnresolvedRequests {
    outcome: Outcome,
    held: VecDeque<HeldRequest>,
    /// The resolutions that the person decided in one answer, as far as they are not performed yet.
    decided: VecDeque<RequestResolution>,
    /// Permission for the request of the form that was approved with the action.
    ticket: Option<Ticket>,
    /// A request of the action was released.
    has_sent: bool,
    /// Every further request of the action is stopped without asking, because its agent withdrew the call.
    is_withdrawn: bool,
    /// The person refused such requests so often that they were not asked about this one.
    is_refused_before: bool,
}

impl UnresolvedRequests {
    pub(super) fn new(outcome: Outcome, ticket: Option<Ticket>) -> Self {
        let held = outcome.held.iter().cloned().collect();
        let decided = VecDeque::new();
        Self { outcome, held, decided, ticket, has_sent: false, is_withdrawn: false, is_refused_before: false }
    }

    pub(crate) fn has_sent(&self) -> bool {
        self.has_sent
    }

    /// Forgets the held requests, because the browser that held them is gone.
    pub(crate) fn forget_held(&mut self) {
        self.held.clear();
        self.decided.clear();
        self.ticket = None;
    }

    /// Joins the outcome of one request to the outcome of the action.
    fn join(&mut self, refused: bool, resolved: Outcome) {
        self.held.extend(resolved.held.iter().cloned());
        self.has_sent |= !refused;
        let action = &mut self.outcome;
        // Refs in the visible changes of a page that was left are void.
        let earlier = action.visible_changes.take().filter(|_| refused || !resolved.has_left_page());
        action.changes.extend(resolved.changes);
        if refused {
            action.status = OutcomeStatus::Refused;
            let why = if self.is_withdrawn {
                "; but nobody had allowed what the page then wanted to send, so it was not sent"
            } else {
                "; but the person refused what the page then wanted to send, so it was not sent"
            };
            // One answer may refuse several requests.
            if !action.text.contains(why) {
                action.text.push_str(why);
            }
            if self.is_refused_before && !action.text.contains(NOT_ASKED_AGAIN) {
                action.text.push_str(". ");
                action.text.push_str(NOT_ASKED_AGAIN);
            }
        } else {
            // A request that was cancelled because its page was left does not make the action fail.
            let cancelled_with_page =
                resolved.status == OutcomeStatus::Failed(FailCode::Gone) && action.has_left_page();
            if resolved.status != OutcomeStatus::Done && !cancelled_with_page {
                action.status = resolved.status;
            }
            action.text.push_str("; ");
            action.text.push_str(&resolved.text);
        }
        action.visible_changes = join_lines(earlier, resolved.visible_changes.filter(|_| !refused));
    }
}

/// Resolves the next held request, or finishes the call when there is none.
pub(super) fn resolve_next_request(run: &mut Run, mut requests: UnresolvedRequests, now: Millis) -> State {
    if let Some(decided) = requests.decided.pop_front() {
        let refused = !decided.releases();
        return resolve(run, decided, refused, requests);
    }
    if requests.held.is_empty() {
        return finish_call(run, &requests.outcome, now);
    }
    if requests.is_withdrawn {
        requests.decided = requests.held.drain(..).map(RequestResolution::stop).collect();
        return resolve_next_request(run, requests, now);
    }
    let task = run.task().text.clone();
    // In journals of earlier versions the person was asked about each request in turn.
    let judged_at_once = if run.task().request_questions == RequestQuestions::Each { 1 } else { requests.held.len() };
    let mut asked = Vec::new();
    for at in 0..judged_at_once {
        let Some(request) = requests.held.get(at).cloned() else { break };
        match run.permissions.judge_request(request, &mut requests.ticket, &task) {
            RequestVerdict::Resolve(resolution) => {
                requests.held.remove(at);
                return resolve(run, resolution, false, requests);
            }
            RequestVerdict::Ask { asked: pending, .. }
                if run.permissions.is_refused_for_good(&pending.topic(), run.task()) =>
            {
                requests.held.remove(at);
                requests.is_refused_before = true;
                return resolve(run, RequestResolution::stop(pending.request().clone()), true, requests);
            }
            RequestVerdict::Ask { asked: pending, question } => asked.push((*pending, question)),
        }
    }
    ask_about(run, asked, requests)
}

/// Asks about the first of these requests, and in the same question about those that go to the same site.
fn ask_about(run: &mut Run, pending: Vec<(PendingRequest, Question)>, mut requests: UnresolvedRequests) -> State {
    let mut pending = pending.into_iter();
    let Some((first, alone)) = pending.next() else { return run.observe() };
    let mut asked = vec![first];
    for (further, _) in pending {
        if asked.first().is_some_and(|first| first.is_asked_with(&further)) {
            asked.push(further);
        }
    }
    let (together, _asked_later) = ask_together(&mut asked);
    let question = if asked.len() == 1 { alone } else { together };
    requests.held.retain(|held| asked.iter().all(|asked| asked.request().id != held.id));
    run.ask_person(question, QuestionSubject::Request { asked, requests: Box::new(requests) })
}

pub(crate) fn apply_request_reply(
    run: &mut Run,
    asked: Vec<PendingRequest>,
    mut requests: UnresolvedRequests,
    page: PagePresence,
    reply: &PersonReply,
    now: Millis,
) -> State {
    let scope = if *reply == PersonReply::YesToKind { YesScope::ThisKind } else { YesScope::Once };
    match reply {
        PersonReply::Yes | PersonReply::YesToKind if page == PagePresence::Gone => {
            run.permissions.keep_request_approvals(asked, scope);
            reload_after_approval(run)
        }
        PersonReply::Yes | PersonReply::YesToKind => {
            let approve = |asked| run.permissions.approve_request(asked, scope);
            requests.decided = asked.into_iter().map(approve).collect();
            resolve_next_request(run, requests, now)
        }
        PersonReply::No | PersonReply::Entered | PersonReply::Text(_) if page == PagePresence::Gone => {
            let text = "The person refused what the page wanted to send; it was not sent.";
            reload_last_page(run, &Outcome::refused(text))
        }
        PersonReply::No | PersonReply::Entered | PersonReply::Text(_) => {
            run.permissions.count_refusal(asked.first().map(PendingRequest::topic));
            requests.decided = stop_all(&asked);
            resolve_next_request(run, requests, now)
        }
    }
}

/// Stops the requests that the person was asked about, and every other of the same action without asking.
pub(crate) fn withdraw_requests(
    run: &mut Run,
    asked: &[PendingRequest],
    requests: UnresolvedRequests,
    now: Millis,
) -> State {
    let decided = stop_all(asked);
    resolve_next_request(run, UnresolvedRequests { decided, is_withdrawn: true, ..requests }, now)
}

fn stop_all(asked: &[PendingRequest]) -> VecDeque<RequestResolution> {
    asked.iter().map(|asked| RequestResolution::stop(asked.request().clone())).collect()
}

fn resolve(run: &mut Run, resolution: RequestResolution, refused: bool, requests: UnresolvedRequests) -> State {
    run.effects.emit(Effect::ResolveRequest(resolution));
    State::ResolvingRequest { refused, requests }
}

/// Joins the outcome of a request to that of its call, and goes on to the next request.
pub(crate) fn finish_request(
    run: &mut Run,
    refused: bool,
    mut requests: UnresolvedRequests,
    resolved: Outcome,
    now: Millis,
) -> State {
    if refused && requests.decided.is_empty() && run.is_refused_too_often() {
        return run
            .finish(RunOutcome::Refused { reason: "The person refused what the page wanted to send.".to_owned() });
    }
    run.memory.pictures.want();
    requests.join(refused, resolved);
    resolve_next_request(run, requests, now)
}

/// The visible changes of an action, and below them those that the answer to its request made.
fn join_lines(first: Option<String>, then: Option<String>) -> Option<String> {
    match (first, then) {
        (Some(first), Some(then)) => Some(format!("{}\n{then}", first.trim_end())),
        (first, then) => first.or(then),
    }
}
