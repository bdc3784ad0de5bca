//! The calls of one answer: performed in order, each judged by itself, each with a result.

pub(crate) mod action;
pub(crate) mod batch;
pub(crate) mod caller;
pub(crate) mod extract;
pub(crate) mod finish;
mod open_tool;
pub(crate) mod requests;
pub(crate) mod verify;

use webhand_model::{
    Action, BrainMessage, Decision, FailCode, Millis, Outcome, OutcomeStatus, PersonReply, Question, QuestionKind,
    RefResolver as _, RunOutcome, ToolCallError, clean, truncate,
};

use crate::outside::reply_to_call;
use crate::person::debugger_question;
use crate::person::handover::hand_over;
use crate::person::secret_question::ask_secret;
use crate::person::told::said_meanwhile;
use crate::resume::reload_last_page;
use crate::state::{PagePresence, QuestionSubject, State};
use crate::{Effect, Run};
use verify::Extent;

/// Starts the next call of the answer, or closes the turn when there is none.
pub(crate) fn start_next_call(run: &mut Run, now: Millis) -> State {
    let Some(batch) = run.caller.batch_mut() else { return run.observe() };
    if batch.is_too_long() {
        return skip_remaining_calls(run, "too many calls in one answer", now);
    }
    let Some(call) = batch.pop_call() else { return close_turn(run, now) };
    let Some(page) = run.memory.page() else { return run.observe() };
    let refs = Decision::refs_named(&call.name, &call.arguments);
    // A partial look lacks elements far from the viewport that `find` or `read` named; the browser still knows their refs.
    if page.is_partial() && refs.iter().any(|written| page.resolve(written).is_err()) {
        run.effects.emit(Effect::ResolveRefs(refs.clone()));
        return State::ResolvingRefs { call, refs };
    }
    let decision = Decision::parse(&call.name, &call.arguments, page);
    start_call(run, decision, now)
}

/// Starts a call that was parsed against the refs its caller saw.
pub(crate) fn start_call(run: &mut Run, decision: Result<Decision, ToolCallError>, now: Millis) -> State {
    match decision {
        // Without saved tools the hands answer, as in journals of earlier versions.
        Ok(Decision::Act(Action::OpenTool { name })) if !run.task().tools.is_empty() => {
            open_tool::open_tool(run, &name, now)
        }
        Ok(Decision::Act(action)) => action::inspect_or_judge(run, action, now),
        Ok(Decision::Say(message)) => handle_message(run, message, now),
        Err(error) => finish_call(run, &Outcome::failed(code_of(&error), error.to_string()), now),
    }
}

fn handle_message(run: &mut Run, message: BrainMessage, now: Millis) -> State {
    match message {
        BrainMessage::Ask { question, secret: Some(name), .. } => ask_secret(run, &question, name, now),
        BrainMessage::Ask { question, options, secret: None } => {
            ask_for_brain(run, &question, &options.unwrap_or_default())
        }
        BrainMessage::HandOver { what } => hand_over(run, Some(what)),
        BrainMessage::Note { .. } => finish_call(run, &Outcome::done("noted"), now),
        // Only closing the session ends an outside agent's run.
        BrainMessage::Done { .. } | BrainMessage::Fail { .. } if run.is_outside() => {
            finish_call(run, &Outcome::done("noted"), now)
        }
        BrainMessage::Done { .. } | BrainMessage::Fail { .. } if run.memory.told.has_unshown() => {
            finish_call(run, &said_meanwhile(), now)
        }
        BrainMessage::Done { answer, evidence, partly } => {
            let extent = if partly == Some(true) { Extent::Part } else { Extent::Whole };
            finish::check_done(run, answer, &evidence.unwrap_or_default(), extent, now)
        }
        BrainMessage::Fail { reason, tried } => finish::give_up(run, reason, tried.unwrap_or_default(), now),
    }
}

fn ask_for_brain(run: &mut Run, question: &str, options: &[String]) -> State {
    let shorten = |text: &str| truncate(&clean(text), 500).into_owned();
    let question = Question {
        kind: QuestionKind::Brain,
        text: shorten(question),
        details: Vec::new(),
        options: options.iter().take(10).map(|option| shorten(option)).collect(),
        ..Question::default()
    };
    run.ask_person(question, QuestionSubject::Brain)
}

/// Returns the person's reply to the brain that asked.
pub(crate) fn answer_brain(run: &mut Run, page: PagePresence, reply: PersonReply, now: Millis) -> State {
    let text = match reply {
        PersonReply::Yes | PersonReply::YesToKind | PersonReply::Entered => "yes".to_owned(),
        PersonReply::No => "no".to_owned(),
        PersonReply::Text(text) => text,
    };
    finish_asked_call(run, page, &Outcome::done(text), now)
}

/// Records the outcome of a call that waited for a person or a second brain. If the browser was replaced meanwhile,
/// the page is loaded again and the rest of the answer is dropped.
pub(crate) fn finish_asked_call(run: &mut Run, page: PagePresence, outcome: &Outcome, now: Millis) -> State {
    match page {
        PagePresence::Loaded => finish_call(run, outcome, now),
        PagePresence::Gone => reload_last_page(run, outcome),
    }
}

/// Records the outcome of a call. Anything but a plain success skips the rest of the answer.
pub(crate) fn finish_call(run: &mut Run, outcome: &Outcome, now: Millis) -> State {
    if run.is_outside() {
        return reply_to_call(run, outcome.clone(), now);
    }
    if debugger_question::is_needed(run, outcome) {
        return debugger_question::ask_or_change(run, outcome.clone());
    }
    let Some(batch) = run.caller.batch_mut() else { return run.observe() };
    let call = batch.call_under_way();
    if let Some(call) = call {
        run.memory.record_attempt(call, outcome.status);
    }
    run.memory.record_outcome(call, outcome);
    batch.record(outcome);
    run.memory.record_passing(outcome);
    if outcome.status == OutcomeStatus::Done && !outcome.has_left_page() {
        return start_next_call(run, now);
    }
    let why =
        if outcome.status == OutcomeStatus::Done { "the page changed" } else { "an earlier call did not succeed" };
    skip_remaining_calls(run, why, now)
}

/// Records the outcome of a call after which the rest of the answer makes no sense.
pub(crate) fn finish_call_and_skip_rest(run: &mut Run, outcome: &Outcome, why: &str, now: Millis) -> State {
    if let Some(batch) = run.caller.batch_mut() {
        batch.record_text(outcome.status, &outcome.text);
    }
    run.memory.record_outcome(None, outcome);
    skip_remaining_calls(run, why, now)
}

fn skip_remaining_calls(run: &mut Run, why: &str, now: Millis) -> State {
    if let Some(batch) = run.caller.batch_mut() {
        batch.skip_waiting(why);
    }
    close_turn(run, now)
}

fn close_turn(run: &mut Run, now: Millis) -> State {
    let Some(batch) = run.caller.take_batch() else { return run.observe() };
    let failure = batch.results().iter().find(|result| is_error(result.status)).map(|result| result.text.clone());
    let is_effective = batch.results().iter().any(|result| !is_failure(result.status));
    run.memory.add_turn(batch.into_turn());
    if is_effective && run.task().rules.check_claims() {
        run.budget.reset_errors();
    }
    if let Some(why) = failure {
        return run.rest_after_error(why, now);
    }
    run.budget.reset_errors();
    run.observe()
}

fn is_failure(status: OutcomeStatus) -> bool {
    matches!(status, OutcomeStatus::Failed(_))
}

/// Gives the call under way this outcome and skips the rest of the answer, without performing anything.
pub(crate) fn abandon_batch(run: &mut Run, outcome: &Outcome, why: &str) {
    run.memory.record_outcome(None, outcome);
    if let Some(batch) = run.caller.take_batch() {
        run.memory.add_turn(batch.abandon(outcome, why));
    }
}

/// The ending of a run that gives up: refused or in doubt if the last attempt was, otherwise failed.
pub(crate) fn ending_for_failure(run: &Run, reason: String) -> RunOutcome {
    let in_batch = run.caller.batch().into_iter().flat_map(|batch| batch.results().iter().rev());
    let before = run.memory.turns().last().into_iter().flat_map(|turn| turn.results.iter().rev());
    let is_no_attempt =
        |status| matches!(status, OutcomeStatus::Failed(FailCode::Skipped | FailCode::Unproven | FailCode::Untried));
    let last = in_batch.chain(before).find(|result| !is_no_attempt(result.status));
    match last.map(|result| result.status) {
        Some(OutcomeStatus::Refused) => RunOutcome::Refused { reason },
        Some(OutcomeStatus::InDoubt) => RunOutcome::InDoubt { reason },
        Some(OutcomeStatus::Done | OutcomeStatus::Failed(_)) | None => RunOutcome::Failed { reason, tried: Vec::new() },
    }
}

fn code_of(error: &ToolCallError) -> FailCode {
    if matches!(error, ToolCallError::UnknownRef(_)) { FailCode::UnknownRef } else { FailCode::BadCall }
}

fn is_error(status: OutcomeStatus) -> bool {
    match status {
        OutcomeStatus::Done
        | OutcomeStatus::Refused
        | OutcomeStatus::InDoubt
        | OutcomeStatus::Failed(FailCode::Skipped | FailCode::Unproven | FailCode::Untried) => false,
        OutcomeStatus::Failed(_) => true,
    }
}
