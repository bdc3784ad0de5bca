//! A run that an outside agent drives: the agent makes calls, looks included, and gets a reply to each.
//!
//! Invariant: every `Input::ToolCalled` that is accepted leads to exactly one [`Effect::ReplyToCall`] with the number of
//! that call, in the same order.

use webhand_model::{
    Action, ActionClass, Decision, FailCode, Millis, Outcome, Ref, RefResolver, RunOutcome, TabVerb, ToolCall,
    UnknownRef,
};

use crate::calls::batch::Batch;
use crate::calls::caller::CallNo;
use crate::calls::requests::withdraw_requests;
use crate::calls::start_call;
use crate::person::handover::browser_is_with_person;
use crate::state::{QuestionSubject, State};
use crate::{Effect, Run};

/// The refs of a call, as the browser resolved them.
#[derive(Debug, Default)]
struct ResolvedRefs(Vec<(String, Result<Ref, UnknownRef>)>);

impl RefResolver for ResolvedRefs {
    fn resolve(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.0.iter().find(|(own, _)| own == written).map(|(_, found)| found.clone());
        found.unwrap_or_else(|| Err(UnknownRef::without_suggestion(written)))
    }
}

/// Accepts a call. A call that comes while a question about an earlier call is open withdraws the earlier one.
pub(crate) fn accept_call(run: &mut Run, state: State, call: ToolCall, now: Millis) -> State {
    let no = run.caller.number_call();
    match state {
        State::Waiting => start_outside_call(run, no, call, now),
        State::AskingPerson { .. } => {
            run.caller.queue_call(no, call);
            withdraw_call(run, state, now)
        }
        state @ (State::HandingOver { .. } | State::PersonHas { .. }) => {
            run.caller.queue_call(no, call);
            drop_calls(run, given_up());
            state
        }
        // Calls are performed one at a time, so a call that comes early waits.
        state @ (State::Arriving { .. }
        | State::Observing
        | State::Deciding
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Rechecking { .. }
        | State::Acting { .. }
        | State::ResolvingRequest { .. }
        | State::TakingBack { .. }
        | State::Verifying { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::ChangingLevel { .. }
        | State::Resting { .. }
        | State::Parked
        | State::Over) => {
            run.caller.queue_call(no, call);
            state
        }
    }
}

fn start_outside_call(run: &mut Run, no: CallNo, call: ToolCall, now: Millis) -> State {
    run.caller.start_call(no);
    let refs = Decision::refs_named(&call.name, &call.arguments);
    if refs.is_empty() {
        return parse_call(run, call, &ResolvedRefs::default(), now);
    }
    run.effects.emit(Effect::ResolveRefs(refs.clone()));
    State::ResolvingRefs { call, refs }
}

pub(crate) fn apply_resolved_refs(
    run: &mut Run,
    call: ToolCall,
    refs: Vec<String>,
    found: Vec<Result<Ref, UnknownRef>>,
    now: Millis,
) -> State {
    let refs = ResolvedRefs(refs.into_iter().zip(found).collect());
    if run.is_outside() {
        return parse_call(run, call, &refs, now);
    }
    start_call(run, Decision::parse(&call.name, &call.arguments, &refs), now)
}

fn parse_call(run: &mut Run, call: ToolCall, refs: &ResolvedRefs, now: Millis) -> State {
    let decision = Decision::parse(&call.name, &call.arguments, refs);
    run.caller.start_batch(Batch::of_call(call));
    start_call(run, decision, now)
}

/// Withdraws the call under way, because the agent no longer waits for it: an action that was not begun is not
/// performed, and held requests are stopped. An action that already touches a page is finished.
pub(crate) fn withdraw_call(run: &mut Run, state: State, now: Millis) -> State {
    match state {
        State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Rechecking { .. }
        | State::AskingPerson { subject: QuestionSubject::Action(_) | QuestionSubject::Brain, .. } => {
            reply_to_call(run, given_up(), now)
        }
        State::Acting { action, .. } if action.class() == ActionClass::Read => reply_to_call(run, given_up(), now),
        // A page that is still loading has no effect elsewhere, and would keep every other call waiting.
        State::Acting { action: Action::Open { .. } | Action::Tab { action: TabVerb::New, .. }, .. } => {
            reply_to_call(run, not_opened(), now)
        }
        State::AskingPerson { subject: QuestionSubject::Request { asked, requests }, .. } => {
            withdraw_requests(run, &asked, *requests, now)
        }
        // The person may still be doing what they were asked to do.
        state @ (State::HandingOver { .. } | State::PersonHas { .. }) => {
            drop_calls(run, given_up());
            state
        }
        state @ (State::Acting { .. }
        | State::TakingBack { .. }
        | State::ResolvingRequest { .. }
        | State::Arriving { .. }
        | State::Observing
        | State::Deciding
        | State::Waiting
        | State::AskingPerson {
            subject: QuestionSubject::Secret(_) | QuestionSubject::Budget(_) | QuestionSubject::Debugger(_),
            ..
        }
        | State::Verifying { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::ChangingLevel { .. }
        | State::Resting { .. }
        | State::Parked
        | State::Over) => state,
    }
}

/// Replies to the agent's call with its outcome, and starts the next call.
pub(crate) fn reply_to_call(run: &mut Run, outcome: Outcome, now: Millis) -> State {
    run.caller.take_batch();
    run.budget.count_step();
    run.effects.emit(Effect::ReplyToCall(run.caller.current_call(), Box::new(outcome)));
    start_queued_call(run, now)
}

/// Starts the call that came early, if there is one.
pub(crate) fn start_queued_call(run: &mut Run, now: Millis) -> State {
    match run.caller.take_queued_call() {
        Some((no, call)) => start_outside_call(run, no, call, now),
        None => State::Waiting,
    }
}

/// Replies to the call under way with this outcome, and to a queued call that the person has the browser.
pub(crate) fn drop_calls(run: &mut Run, outcome: Outcome) {
    if run.caller.take_batch().is_some() {
        reply_beside(run, run.caller.current_call(), outcome);
    }
    if let Some((no, _)) = run.caller.take_queued_call() {
        reply_beside(run, no, browser_is_with_person());
    }
}

/// Replies to a call while the run waits for the answer to another effect.
pub(crate) fn reply_beside(run: &mut Run, call: CallNo, outcome: Outcome) {
    run.budget.count_step();
    run.effects.emit_reply_beside(call, outcome);
}

/// Ends the run, because the agent has closed its session.
pub(crate) fn close_session(run: &mut Run) -> State {
    let answer = format!("The session was closed after {} calls.", run.budget.steps());
    run.finish(RunOutcome::Done { answer, evidence: Vec::new() })
}

fn not_opened() -> Outcome {
    Outcome::failed(
        FailCode::TimedOut,
        "The page did not come in time and was given up; look at what is there, or open it again with more time.",
    )
}

pub(crate) fn given_up() -> Outcome {
    Outcome::failed(
        FailCode::TimedOut,
        "The call was given up before anything was done; look at the page, then make it again or give it more time.",
    )
}
