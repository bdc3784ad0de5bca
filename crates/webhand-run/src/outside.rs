//! A run that an outside agent drives: the agent calls when it wants something done, looks for itself, and gets a reply
//! to each call.
//!
//! Invariant: every `Input::ToolCalled` that is accepted leads to exactly one [`Effect::ReplyToCall`] with the number of
//! that call, in the same order.

use webhand_model::{
    Action, ActionClass, Decision, FailCode, Millis, Outcome, Ref, RefResolver, RunOutcome, TabVerb, ToolCall,
    UnknownRef,
};

use crate::calls::batch::Batch;
use crate::calls::requests::withdraw_requests;
use crate::calls::start_call;
use crate::person::handover::browser_is_with_person;
use crate::state::State;
use crate::{Effect, Run};

/// The number of an outside agent's call: calls are numbered in the order in which the run accepts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallNo(pub u64);

/// Which elements a call names, as the hands know them.
#[derive(Debug, Default)]
struct ResolvedRefs(Vec<(String, Result<Ref, UnknownRef>)>);

impl RefResolver for ResolvedRefs {
    fn resolve(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.0.iter().find(|(own, _)| own == written).map(|(_, found)| found.clone());
        found.unwrap_or_else(|| Err(UnknownRef::without_suggestion(written)))
    }
}

/// Takes a call. One that comes while a question about an earlier one is open withdraws that one.
pub(crate) fn accept_call(run: &mut Run, state: State, call: ToolCall, now: Millis) -> State {
    run.last_call = CallNo(run.last_call.0 + 1);
    let no = run.last_call;
    match state {
        State::Waiting => start_outside_call(run, no, call, now),
        State::AskingAction { .. } | State::AskingRequest { .. } | State::AskingForBrain { .. } => {
            run.early_call = Some((no, call));
            withdraw_call(run, state, now)
        }
        state @ (State::HandingOver { .. } | State::PersonHas { .. }) => {
            run.early_call = Some((no, call));
            drop_calls(run, given_up());
            state
        }
        // One call at a time is the rule; one that comes early waits.
        state @ (State::Arriving { .. }
        | State::Observing
        | State::Deciding
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Rechecking { .. }
        | State::Acting { .. }
        | State::ResolvingRequest { .. }
        | State::AskingBudget { .. }
        | State::AskingSecret { .. }
        | State::TakingBack { .. }
        | State::Verifying { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::Resting { .. }
        | State::Over) => {
            run.early_call = Some((no, call));
            state
        }
    }
}

fn start_outside_call(run: &mut Run, no: CallNo, call: ToolCall, now: Millis) -> State {
    run.current_call = no;
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
    run.batch = Some(Batch::of_call(call));
    start_call(run, decision, now)
}

/// The agent no longer waits: what was not begun is not done, and what would be sent is not. Hands that touch a
/// page finish what they are at.
pub(crate) fn withdraw_call(run: &mut Run, state: State, now: Millis) -> State {
    match state {
        State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Rechecking { .. }
        | State::AskingAction { .. }
        | State::AskingForBrain { .. } => reply_to_call(run, given_up(), now),
        State::Acting { action, .. } if action.class() == ActionClass::Read => reply_to_call(run, given_up(), now),
        // A page that does not come leaves no mark, and would keep every other call waiting.
        State::Acting { action: Action::Open { .. } | Action::Tab { action: TabVerb::New, .. }, .. } => {
            reply_to_call(run, not_opened(), now)
        }
        State::AskingRequest { asked, requests, .. } => withdraw_requests(run, &asked, requests),
        // What the person was asked to do they may still be at.
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
        | State::AskingBudget { .. }
        | State::AskingSecret { .. }
        | State::Verifying { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::Resting { .. }
        | State::Over) => state,
    }
}

/// Tells the agent what came of its call, and turns to the next one.
pub(crate) fn reply_to_call(run: &mut Run, outcome: Outcome, now: Millis) -> State {
    run.batch = None;
    run.page_gone = false;
    run.budget.count_step();
    run.effects.emit(Effect::ReplyToCall(run.current_call, Box::new(outcome)));
    start_waiting_call(run, now)
}

/// Turns to the call that came early, if there is one.
pub(crate) fn start_waiting_call(run: &mut Run, now: Millis) -> State {
    match run.early_call.take() {
        Some((no, call)) => start_outside_call(run, no, call, now),
        None => State::Waiting,
    }
}

/// Tells of the call under way that nothing comes of it, and of one behind it that the person has the browser.
pub(crate) fn drop_calls(run: &mut Run, outcome: Outcome) {
    if run.batch.take().is_some() {
        reply_beside(run, run.current_call, outcome);
    }
    if let Some((no, _)) = run.early_call.take() {
        reply_beside(run, no, browser_is_with_person());
    }
}

/// Replies to a call while the run waits for the answer to another effect.
pub(crate) fn reply_beside(run: &mut Run, call: CallNo, outcome: Outcome) {
    run.budget.count_step();
    run.effects.emit_reply_beside(call, outcome);
}

/// The agent has left.
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
