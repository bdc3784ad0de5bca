//! Held requests: resolved one by one before the call that started them counts as finished.

use std::collections::VecDeque;

use webhand_guard::{PendingRequest, RequestResolution, RequestVerdict, Ticket};
use webhand_model::{FailCode, HeldRequest, Millis, Outcome, OutcomeStatus, PersonReply, RunOutcome};

use super::finish_call;
use crate::resume::{reload_after_approval, reload_last_page};
use crate::state::{PagePresence, QuestionSubject, State};
use crate::{Effect, Run};

/// The outcome of an action, and the requests it started that are not resolved yet.
#[derive(Debug)]
pub(crate) struct UnresolvedRequests {
    outcome: Outcome,
    held: VecDeque<HeldRequest>,
    /// Permission for the request of the form that was approved with the action.
    ticket: Option<Ticket>,
    /// A request of the action was released.
    has_sent: bool,
    /// Every further request of the action is stopped without asking, because its agent withdrew the call.
    is_withdrawn: bool,
}

impl UnresolvedRequests {
    pub(super) fn new(outcome: Outcome, ticket: Option<Ticket>) -> Self {
        let held = outcome.held.iter().cloned().collect();
        Self { outcome, held, ticket, has_sent: false, is_withdrawn: false }
    }

    pub(crate) fn has_sent(&self) -> bool {
        self.has_sent
    }

    /// Forgets the held requests, because the browser that held them is gone.
    pub(crate) fn forget_held(&mut self) {
        self.held.clear();
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
            action.text.push_str(if self.is_withdrawn {
                "; but nobody had allowed what the page then wanted to send, so it was not sent"
            } else {
                "; but the person refused what the page then wanted to send, so it was not sent"
            });
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
    let Some(request) = requests.held.pop_front() else { return finish_call(run, &requests.outcome, now) };
    if requests.is_withdrawn {
        return resolve(run, RequestResolution::stop(request), true, requests);
    }
    match run.permissions.judge_request(request, &mut requests.ticket) {
        RequestVerdict::Resolve(resolution) => resolve(run, resolution, false, requests),
        RequestVerdict::Ask { asked, question } => {
            run.ask_person(question, QuestionSubject::Request { asked, requests })
        }
    }
}

pub(crate) fn apply_request_reply(
    run: &mut Run,
    asked: PendingRequest,
    requests: UnresolvedRequests,
    page: PagePresence,
    reply: &PersonReply,
) -> State {
    match reply {
        PersonReply::Yes if page == PagePresence::Gone => {
            run.permissions.keep_request_approval(asked);
            reload_after_approval(run)
        }
        PersonReply::Yes => {
            let resolution = run.permissions.approve_request(asked);
            resolve(run, resolution, false, requests)
        }
        PersonReply::No | PersonReply::Entered | PersonReply::Text(_) if page == PagePresence::Gone => {
            let text = "The person refused what the page wanted to send; it was not sent.";
            reload_last_page(run, &Outcome::refused(text))
        }
        PersonReply::No | PersonReply::Entered | PersonReply::Text(_) => {
            run.permissions.count_refusal();
            resolve(run, RequestResolution::stop(asked.request().clone()), true, requests)
        }
    }
}

/// Stops the request that the person was asked about, and every other of the same action without asking.
pub(crate) fn withdraw_requests(run: &mut Run, asked: &PendingRequest, requests: UnresolvedRequests) -> State {
    let stop = RequestResolution::stop(asked.request().clone());
    resolve(run, stop, true, UnresolvedRequests { is_withdrawn: true, ..requests })
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
    if refused && run.is_refused_too_often() {
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
