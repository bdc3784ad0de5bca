//! The calls of one answer: carried out in order, each judged by itself, each answered.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde_json::Value;
use webhand_model::{
    Action, ActionClass, BrainAnswer, BrainMessage, Decision, FailCode, Millis, Outcome, OutcomeStatus, PersonReply,
    Question, QuestionKind, RefResolver as _, RunOutcome, ToolCall, ToolCallError, ToolResult, Turn, clean,
    paginate_text, truncate,
};

use crate::run::needs_inspection;
use crate::state::State;
use crate::{Effect, Run};

/// One answer on its way: calls still to do, results so far.
#[derive(Debug)]
pub(crate) struct Batch {
    answer: BrainAnswer,
    waiting: VecDeque<ToolCall>,
    results: Vec<ToolResult>,
    /// What came of the call under way, before its held requests are ruled on.
    pub(crate) under_way: Option<Outcome>,
    /// A held request of the call under way was let go.
    pub(crate) has_sent: bool,
    /// The person confirmed the call under way, about which the brain's provider was cautious.
    pub(crate) is_confirmed: bool,
    /// What the call under way would still send is stopped unasked: its agent has turned to something else.
    pub(crate) is_withdrawn: bool,
}

/// The most calls of one answer that are carried out.
const MOST_CALLS: usize = 20;
/// The most characters of a result that go into the history.
const MOST_RESULT: usize = 8_000;

impl Batch {
    pub(crate) fn new(answer: BrainAnswer) -> Self {
        let waiting = answer.calls.iter().cloned().collect();
        Self {
            answer,
            waiting,
            results: Vec::new(),
            under_way: None,
            has_sent: false,
            is_confirmed: false,
            is_withdrawn: false,
        }
    }

    fn record(&mut self, end: OutcomeStatus, text: &str) {
        let confirmed = std::mem::take(&mut self.is_confirmed);
        self.results.push(ToolResult { confirmed, ..ToolResult::new(end, self.shortened(text)) });
    }

    /// As much of a result as goes into the history; of a page that was read, also where to go on.
    fn shortened<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let call = self.answer.calls.get(self.results.len());
        let reads = call.filter(|call| call.name == "read" && call.arguments.get("tabs").is_none());
        let Some(call) = reads else { return truncate(text, MOST_RESULT) };
        let before = call.arguments.get("offset").and_then(Value::as_u64).unwrap_or(0);
        paginate_text(text, usize::try_from(before).unwrap_or(0), MOST_RESULT)
    }

    /// Why the brain's provider is cautious about the call under way.
    pub(crate) fn cautions(&self) -> Vec<String> {
        let own = self.answer.cautions.iter().filter(|caution| caution.call == self.results.len());
        own.map(|caution| clean(&caution.why)).collect()
    }
}

impl Run {
    /// Takes the next call of the answer, or closes the turn when there is none.
    pub(crate) fn next_call(&mut self, now: Millis) -> State {
        let Some(batch) = &mut self.batch else { return self.observe() };
        if batch.results.len() >= MOST_CALLS {
            return self.skip_rest("too many calls in one answer", now);
        }
        let Some(call) = batch.waiting.pop_front() else { return self.close_turn(now) };
        let Some(page) = &self.page else { return self.observe() };
        let refs = Decision::refs_named(&call.name, &call.arguments);
        // What was found or read further away is not in a look at what is near: the hands know it all the same.
        if page.is_partial() && refs.iter().any(|written| page.resolve(written).is_err()) {
            self.emit(Effect::Recall(refs.clone()));
            return State::Recalling { call, refs };
        }
        let decision = Decision::parse(&call.name, &call.arguments, page);
        self.begin_call(decision, now)
    }

    /// Begins a call that was read against what its caller saw.
    pub(crate) fn begin_call(&mut self, decision: Result<Decision, ToolCallError>, now: Millis) -> State {
        match decision {
            Ok(Decision::Act(action)) => self.consider(action, now),
            Ok(Decision::Say(talk)) => self.listen(talk, now),
            Err(error) => self.finish_call(&Outcome::failed(code_of(&error), error.to_string()), now),
        }
    }

    fn consider(&mut self, action: Action, now: Millis) -> State {
        if let Some(outcome) = self.secrets.missing(&action) {
            return self.finish_call(&outcome, now);
        }
        if needs_inspection(&action) {
            self.emit(Effect::Inspect(action.clone()));
            State::Inspecting { action }
        } else {
            self.guard(action, crate::state::without_facts(), now)
        }
    }

    fn listen(&mut self, talk: BrainMessage, now: Millis) -> State {
        match talk {
            BrainMessage::Ask { question, secret: Some(name), .. } => self.ask_secret(&question, name, now),
            BrainMessage::Ask { question, options, secret: None } => {
                self.ask_for_brain(&question, &options.unwrap_or_default())
            }
            BrainMessage::HandOver { what } => self.step_aside(Some(what)),
            BrainMessage::Note { .. } => self.finish_call(&Outcome::done("noted"), now),
            // An outside agent's task is its own; that it calls it finished ends nothing here.
            BrainMessage::Done { .. } | BrainMessage::Fail { .. } if self.is_outside() => {
                self.finish_call(&Outcome::done("noted"), now)
            }
            BrainMessage::Done { answer, evidence } => self.conclude(answer, evidence.unwrap_or_default(), now),
            BrainMessage::Fail { reason } => self.give_up(reason, now),
        }
    }

    fn ask_for_brain(&mut self, question: &str, options: &[String]) -> State {
        let shown = |text: &str| truncate(&clean(text), 500).into_owned();
        let question = Question {
            kind: QuestionKind::Brain,
            text: shown(question),
            details: Vec::new(),
            options: options.iter().take(10).map(|option| shown(option)).collect(),
        };
        self.emit(Effect::AskPerson(question.clone()));
        State::AskingForBrain { question }
    }

    pub(crate) fn person_to_brain(&mut self, reply: PersonReply, now: Millis) -> State {
        let text = match reply {
            PersonReply::Yes | PersonReply::Entered => "yes".to_owned(),
            PersonReply::No => "no".to_owned(),
            PersonReply::Text(text) => text,
        };
        self.finish_call(&Outcome::done(text), now)
    }

    /// What giving up means depends on what came of the last thing tried.
    pub(crate) fn giving_up(&self, reason: String) -> RunOutcome {
        let in_batch = self.batch.iter().flat_map(|batch| batch.results.iter().rev());
        let before = self.turns.last().into_iter().flat_map(|turn| turn.results.iter().rev());
        let says_nothing =
            |end| matches!(end, OutcomeStatus::Failed(FailCode::Skipped | FailCode::Unproven | FailCode::Untried));
        let last = in_batch.chain(before).find(|result| !says_nothing(result.status));
        match last.map(|result| result.status) {
            Some(OutcomeStatus::Refused) => RunOutcome::Refused { reason },
            Some(OutcomeStatus::InDoubt) => RunOutcome::InDoubt { reason },
            Some(OutcomeStatus::Done | OutcomeStatus::Failed(_)) | None => RunOutcome::Failed { reason },
        }
    }

    pub(crate) fn acted(&mut self, action: &Action, outcome: Outcome, now: Millis) -> State {
        if let Some(errand) = self.left_to_read(action, &outcome) {
            return self.read_for(errand, now);
        }
        self.note_pictures(action, &outcome);
        if let Some(page) = self.page.as_ref().filter(|_| action.class() == ActionClass::Read) {
            self.readings.take_in_told(page.origin(), &outcome.text);
        }
        self.held.extend(outcome.held.iter().cloned());
        if let Some(batch) = &mut self.batch {
            batch.under_way = Some(outcome);
            batch.has_sent = false;
        }
        self.next_request(now)
    }

    /// Records what came of a call. Anything but a plain success keeps the rest of the answer from running.
    pub(crate) fn finish_call(&mut self, outcome: &Outcome, now: Millis) -> State {
        self.ticket = None;
        if self.is_outside() {
            return self.tell(outcome.clone(), now);
        }
        if self.page_gone {
            return self.return_to_page(outcome);
        }
        let Some(batch) = &mut self.batch else { return self.observe() };
        if let (Some(call), Some(page)) = (batch.answer.calls.get(batch.results.len()), &self.page) {
            self.attempts.take_in(call, outcome.status, page);
        }
        batch.record(outcome.status, &outcome.text);
        if let Some(result) = batch.results.last_mut() {
            result.picture.clone_from(&outcome.picture);
        }
        self.evidence.take_in(outcome);
        if outcome.status == OutcomeStatus::Done && !outcome.has_left_page() {
            return self.next_call(now);
        }
        let why =
            if outcome.status == OutcomeStatus::Done { "the page changed" } else { "an earlier call did not succeed" };
        self.skip_rest(why, now)
    }

    /// Records what came of a call after which the rest of the answer has no sense.
    pub(crate) fn end_batch_with(&mut self, outcome: &Outcome, why: &str, now: Millis) -> State {
        if let Some(batch) = &mut self.batch {
            batch.record(outcome.status, &outcome.text);
        }
        self.evidence.take_in(outcome);
        self.skip_rest(why, now)
    }

    fn skip_rest(&mut self, why: &str, now: Millis) -> State {
        if let Some(batch) = &mut self.batch {
            let text = format!("not done: {why}");
            for _ in std::mem::take(&mut batch.waiting) {
                batch.record(OutcomeStatus::Failed(FailCode::Skipped), &text);
            }
        }
        self.close_turn(now)
    }

    pub(crate) fn close_turn(&mut self, now: Millis) -> State {
        let Some(batch) = self.batch.take() else { return self.observe() };
        let failure = batch.results.iter().find(|result| is_error(result.status)).map(|result| result.text.clone());
        self.turns.push(Turn { answer: batch.answer, results: batch.results });
        if let Some(why) = failure {
            return self.stumble(why, now);
        }
        self.errors = 0;
        self.observe()
    }

    /// Answers the call under way and the rest of the answer without carrying anything out.
    pub(crate) fn abandon_batch(&mut self, outcome: &Outcome, why: &str) {
        self.evidence.take_in(outcome);
        if let Some(mut batch) = self.batch.take() {
            let skipped = format!("not done: {why}");
            let missing = batch.answer.calls.len().saturating_sub(batch.results.len());
            for at in 0..missing {
                let end = if at == 0 { outcome.status } else { OutcomeStatus::Failed(FailCode::Skipped) };
                let text = if at == 0 { outcome.text.as_str() } else { skipped.as_str() };
                batch.record(end, text);
            }
            self.turns.push(Turn { answer: batch.answer, results: batch.results });
        }
    }
}

fn code_of(error: &ToolCallError) -> FailCode {
    if matches!(error, ToolCallError::UnknownRef(_)) { FailCode::UnknownRef } else { FailCode::BadCall }
}

fn is_error(end: OutcomeStatus) -> bool {
    match end {
        OutcomeStatus::Done
        | OutcomeStatus::Refused
        | OutcomeStatus::InDoubt
        | OutcomeStatus::Failed(FailCode::Skipped | FailCode::Unproven | FailCode::Untried) => false,
        OutcomeStatus::Failed(_) => true,
    }
}
