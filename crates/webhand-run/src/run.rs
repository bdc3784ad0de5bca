//! The loop: observe, decide, guard, act, again.

use std::mem;

use webhand_guard::Verdict;
use webhand_model::{
    Action, BrainAnswer, EffectNo, Facts, Input, Millis, Outcome, OutcomeStatus, PersonReply, Question, RunOutcome,
    Snapshot, Task, Turn, WebUrl,
};

use crate::Effect;
use crate::budget::Budget;
use crate::calls::batch::Batch;
use crate::calls::caller::{CallNo, RunCaller};
use crate::calls::{self, action, ending_for_failure, extract, requests, verify};
use crate::effect_queue::EffectQueue;
use crate::memory::RunMemory;
use crate::outside;
use crate::permissions::Permissions;
use crate::person::{self, budget_question, handover, told};
use crate::prompt::decision_prompt;
use crate::resume::resume_run;
use crate::state::{AfterOpening, PagePresence, QuestionSubject, State};

/// One attempt at a task.
#[derive(Debug)]
pub struct Run {
    task: Task,
    state: State,
    paused: bool,
    pub(crate) effects: EffectQueue,
    pub(crate) budget: Budget,
    pub(crate) permissions: Permissions,
    pub(crate) memory: RunMemory,
    pub(crate) caller: RunCaller,
}

impl Run {
    /// A run at its beginning.
    #[must_use]
    pub fn start(task: Task) -> Self {
        let mut run = Self {
            state: State::Over,
            paused: false,
            effects: EffectQueue::new(),
            budget: Budget::new(task.limits),
            permissions: Permissions::new(&task),
            memory: RunMemory::default(),
            caller: RunCaller::new(task.decided_by),
            task,
        };
        if !run.is_outside() {
            run.memory.seen.record_task(&run.task);
        }
        run.state = match run.task.start.clone() {
            Some(url) => run.open_page(url, AfterOpening::Observe),
            None => run.observe(),
        };
        run
    }

    /// Applies an input. An input that does not fit the state, or answers another effect, is late and is dropped.
    pub fn handle(&mut self, to: Option<EffectNo>, input: Input, now: Millis) {
        if to.is_some_and(|to| to != self.effects.awaited()) {
            return;
        }
        self.state = match (mem::replace(&mut self.state, State::Over), input) {
            (State::Over, _) => State::Over,
            (_, Input::Cancel) => self.finish(RunOutcome::Cancelled),
            (state, Input::Pause) => self.set_paused(state, true),
            (state, Input::Continue) => self.set_paused(state, false),
            // A record only; what the brain is told of it comes with the next outcome.
            (state, Input::SentByGrant(_)) => state,
            (state, Input::Resumed) => resume_run(self, state),
            (state, Input::TakenOver) => {
                self.paused = false;
                handover::apply_takeover(self, state)
            }
            (state, Input::Told(text)) if !self.is_outside() => told::hear(self, state, &text, now),
            (state, Input::BrainChanged(brain)) if !self.is_outside() => self.change_brain(state, brain, now),
            (_, Input::Closed) if self.is_outside() => outside::close_session(self),
            (state, Input::ToolCalled(call)) if self.is_outside() => outside::accept_call(self, state, call, now),
            (state, Input::CallWithdrawn) if self.is_outside() => outside::withdraw_call(self, state, now),
            (state, Input::Replied(reply) | Input::RepliedFrom { reply, .. }) => self.handle_reply(state, reply, now),
            (State::Resting { .. }, Input::TimerFired) => self.observe(),
            (state, Input::TimerFired) if self.budget.is_past_deadline(now) => {
                budget_question::stop_waiting_for_brain(self, state, now)
            }
            (state, input) => self.handle_answer(state, input, now),
        };
    }

    /// Applies the person's reply to the question that the state asks.
    fn handle_reply(&mut self, state: State, reply: PersonReply, now: Millis) -> State {
        match state {
            State::PersonHas { .. } => handover::take_back(self, &reply),
            State::AskingPerson { subject, page, .. } => person::apply_reply(self, subject, page, reply, now),
            late @ (State::Arriving { .. }
            | State::Observing
            | State::Deciding
            | State::Waiting
            | State::ResolvingRefs { .. }
            | State::Inspecting { .. }
            | State::Rechecking { .. }
            | State::Acting { .. }
            | State::ResolvingRequest { .. }
            | State::HandingOver { .. }
            | State::TakingBack { .. }
            | State::ReadingPage { .. }
            | State::Extracting { .. }
            | State::Verifying { .. }
            | State::ChangingLevel { .. }
            | State::Resting { .. }
            | State::Parked
            | State::Over) => late,
        }
    }

    /// Applies the answer to the effect that the state awaits.
    fn handle_answer(&mut self, state: State, input: Input, now: Millis) -> State {
        match (state, input) {
            (State::HandingOver { what }, Input::HandedOver(shown)) => handover::ask_to_give_back(self, what, shown),
            (State::TakingBack { outcome }, Input::TakenBack) => handover::continue_after_handover(self, outcome, now),
            (State::ResolvingRefs { call, refs }, Input::RefsResolved(found)) => {
                outside::apply_resolved_refs(self, call, refs, found, now)
            }
            (State::Arriving { then }, Input::Acted(outcome)) => self.finish_opening(then, outcome),
            (State::Observing, Input::Observed(page)) => self.apply_page(*page, now),
            (State::Observing, Input::NotObserved { why, browser_gone }) => self.apply_no_page(why, browser_gone, now),
            (State::Deciding, Input::Answered(answer)) => self.apply_answer(answer, now),
            (State::Deciding, Input::BrainUnavailable { why, after_person: true, .. }) => self.park_for_person(why),
            (State::Deciding, Input::BrainUnavailable { why, wait, .. }) => self.wait_for_brain(why, wait, now),
            (State::Deciding, Input::NotAnswered { why, retry: true }) => self.rest_after_error(why, now),
            (State::Deciding, Input::NotAnswered { why, retry: false }) => {
                self.finish(RunOutcome::Failed { reason: why, tried: Vec::new() })
            }
            (State::Verifying { claim, page }, Input::Answered(answer)) => {
                verify::apply_verification(self, claim, page, &answer, now)
            }
            (State::Verifying { claim, .. }, Input::NotAnswered { why, .. } | Input::BrainUnavailable { why, .. }) => {
                verify::accept_unchecked(self, claim, &why)
            }
            (State::ReadingPage { extraction }, Input::Acted(outcome)) => {
                extract::start_extraction(self, extraction, &outcome, now)
            }
            (State::Extracting { reading }, Input::Extracted(answer)) => {
                extract::apply_extraction(self, reading, answer, now)
            }
            (State::Extracting { reading }, Input::NotAnswered { why, .. } | Input::BrainUnavailable { why, .. }) => {
                extract::fail_extraction(self, &reading, &why, now)
            }
            (State::Inspecting { action }, Input::Inspected(facts)) => action::judge_action(self, action, facts, now),
            (State::Rechecking { asked, scope }, Input::Inspected(facts)) => {
                action::act_as_approved(self, asked, scope, facts, now)
            }
            (State::Inspecting { .. } | State::Rechecking { .. }, Input::NotInspected(outcome)) => {
                calls::finish_call(self, &outcome, now)
            }
            (State::Acting { action, ticket, invalid_fields }, Input::Acted(outcome)) => {
                action::finish_action(self, &action, ticket, &invalid_fields, outcome, now)
            }
            (State::ResolvingRequest { refused, requests }, Input::RequestResolved(outcome)) => {
                requests::finish_request(self, refused, requests, outcome, now)
            }
            (state, _late) => state,
        }
    }

    /// The next effect to perform, if any; none while the run is paused.
    pub fn poll_effect(&mut self) -> Option<(EffectNo, Effect)> {
        if self.paused && !matches!(self.state, State::Over) {
            return None;
        }
        self.effects.pop()
    }

    /// When to feed [`Input::TimerFired`]: at the end of a rest, or at the run's deadline while a brain thinks.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Millis> {
        let is_thinking = matches!(self.state, State::Deciding | State::Verifying { .. } | State::Extracting { .. });
        self.rest_end().or_else(|| self.budget.deadline().filter(|_| is_thinking))
    }

    /// When the rest after an error ends.
    pub(crate) fn rest_end(&self) -> Option<Millis> {
        if let State::Resting { until } = self.state { Some(until) } else { None }
    }

    /// The effect whose answer the run waits for.
    #[must_use]
    pub fn awaited(&self) -> EffectNo {
        self.effects.awaited()
    }

    /// The outside agent's call that was accepted last.
    #[must_use]
    pub fn last_call(&self) -> CallNo {
        self.caller.last_call()
    }

    /// The outside agent's call that was started last: questions are about this one, if it has no reply yet.
    #[must_use]
    pub fn current_call(&self) -> CallNo {
        self.caller.current_call()
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Whether the run waits for the next call of an outside agent.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Waiting)
    }

    /// Whether the run is paused and no effect that touches a page is under way.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let touches =
            matches!(self.state, State::Arriving { .. } | State::Acting { .. } | State::ResolvingRequest { .. });
        // An effect that was not polled was not begun.
        self.paused && (!touches || self.effects.has_unsent())
    }

    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Whether an outside agent drives the run.
    pub(crate) fn is_outside(&self) -> bool {
        self.caller.is_outside()
    }

    pub(crate) fn finish(&mut self, ending: RunOutcome) -> State {
        self.effects.emit_last(Effect::Finish(ending));
        State::Over
    }

    /// Requests a look before the next decision; an outside agent requests its looks by calls.
    pub(crate) fn observe(&mut self) -> State {
        if self.is_outside() {
            return State::Waiting;
        }
        let picture = self.memory.pictures.take_next(self.task.observation_mode);
        self.effects.emit(Effect::Observe { picture });
        State::Observing
    }

    /// Asks the person about something on the page that is loaded.
    pub(crate) fn ask_person(&mut self, question: Question, subject: QuestionSubject) -> State {
        self.effects.emit(Effect::AskPerson(question.clone()));
        State::AskingPerson { subject, question: Box::new(question), page: PagePresence::Loaded }
    }

    /// Opens a page without asking: the person named its address, or the run was there before.
    pub(crate) fn open_page(&mut self, url: WebUrl, then: AfterOpening) -> State {
        let open = Action::Open { url, new_tab: None, behind: None };
        match self.permissions.judge(open, &Facts { known_link: true, ..Facts::default() }) {
            Verdict::Allow(approved) => {
                self.effects.emit(Effect::Act(approved));
                State::Arriving { then }
            }
            Verdict::Ask { .. } | Verdict::Forbid { .. } => self.proceed(then),
        }
    }

    fn proceed(&mut self, then: AfterOpening) -> State {
        match then {
            AfterOpening::Observe => self.observe(),
            AfterOpening::HandOver { what } => handover::hand_over(self, what),
        }
    }

    /// Ends the run if the page could not be opened: a wrong start address is for the person to correct, not for a brain
    /// to work around.
    fn finish_opening(&mut self, then: AfterOpening, outcome: Outcome) -> State {
        self.memory.pictures.want();
        self.memory.record_opening(&outcome);
        match outcome.status {
            OutcomeStatus::Done | OutcomeStatus::InDoubt => self.proceed(then),
            OutcomeStatus::Refused | OutcomeStatus::Failed(_) => self.fail(outcome.text),
        }
    }

    fn apply_page(&mut self, page: Snapshot, now: Millis) -> State {
        let page = self.permissions.admit_page(page);
        if let Some(reason) = self.memory.record_page(page, &self.task) {
            return self.fail(reason);
        }
        if self.task.rules.check_claims() && !self.budget.is_waiting() {
            if !self.memory.is_unchanged() {
                self.budget.reset_errors();
            } else if let Some(last) = self.budget.last_of_idle_turns() {
                return self.finish(RunOutcome::TooManyErrors { last });
            }
        }
        self.decide(now)
    }

    fn apply_no_page(&mut self, why: String, browser_gone: bool, now: Millis) -> State {
        if browser_gone {
            return self.fail(why);
        }
        self.memory.add_note(why.clone());
        self.rest_after_error(why, now)
    }

    fn fail(&mut self, reason: String) -> State {
        let ending = ending_for_failure(self, reason);
        self.finish(ending)
    }

    pub(crate) fn decide(&mut self, now: Millis) -> State {
        if let Some(resource) = self.budget.spent(now) {
            return budget_question::stop_or_ask_for_more(self, resource);
        }
        let Some(prompt) = decision_prompt(&self.task, &self.memory, &self.budget) else { return self.observe() };
        self.budget.count_step();
        self.memory.told.note_shown();
        self.effects.emit(Effect::AskBrain(Box::new(prompt)));
        State::Deciding
    }

    /// Changes the brain. If the old one is being asked, its answer is dropped and the new one gets the same prompt.
    fn change_brain(&mut self, state: State, brain: String, now: Millis) -> State {
        // The brain that decides also extracts, unless the task names another for that.
        if self.task.extractor.as_ref() == Some(&self.task.brain) {
            self.task.extractor = Some(brain.clone());
        }
        self.task.brain = brain;
        if !matches!(state, State::Deciding) {
            return state;
        }
        self.effects.drop_unsent();
        self.budget.uncount_step();
        self.decide(now)
    }

    fn apply_answer(&mut self, answer: BrainAnswer, now: Millis) -> State {
        self.budget.record_usage(answer.usage);
        self.budget.end_waiting();
        if answer.saw_picture {
            self.memory.record_shown_picture();
        }
        self.memory.clear_notes();
        if answer.calls.is_empty() {
            let why = "The answer held no call. Every answer must call at least one action; use done to finish.";
            self.memory.add_note(why);
            self.memory.add_turn(Turn { answer, results: Vec::new() });
            return self.rest_after_error(why.to_owned(), now);
        }
        self.caller.start_batch(Batch::new(answer));
        calls::start_next_call(self, now)
    }

    /// Whether the run ends because of refusals: more questions would wear the person down. An outside agent's run does
    /// not end by them, because its host decides when to stop asking.
    pub(crate) fn is_refused_too_often(&self) -> bool {
        self.permissions.has_many_refusals() && !self.is_outside()
    }

    /// Asks the brain again later, or parks the run where it would have to wait too long.
    fn wait_for_brain(&mut self, why: String, wait: Option<Millis>, now: Millis) -> State {
        self.budget.uncount_step();
        match self.budget.next_attempt(now, wait) {
            Some(until) => State::Resting { until },
            None => self.park(why),
        }
    }

    /// Parks the run until the person has done what the brain needs; nothing is tried before that.
    fn park_for_person(&mut self, why: String) -> State {
        self.budget.uncount_step();
        self.budget.end_waiting();
        self.park(why)
    }

    /// Leaves the run as it is, to be resumed.
    pub(crate) fn park(&mut self, why: String) -> State {
        self.effects.emit(Effect::Park(why));
        State::Parked
    }

    /// Counts an error and rests, longer each time, or ends the run. By the rules of today a run ends only after the look
    /// that follows, because that may bring news.
    pub(crate) fn rest_after_error(&mut self, why: String, now: Millis) -> State {
        if self.task.rules.check_claims() {
            self.memory.pictures.want();
            let is_unseen = self.memory.page().is_none();
            let rest = self.budget.count_idle_turn(why);
            return match self.budget.last_of_idle_turns().filter(|_| is_unseen || self.budget.is_past_idle_limit()) {
                Some(last) => self.finish(RunOutcome::TooManyErrors { last }),
                None => State::Resting { until: Millis(now.0.saturating_add(rest.0)) },
            };
        }
        match self.budget.count_error() {
            None => self.finish(RunOutcome::TooManyErrors { last: why }),
            Some(rest) => {
                self.memory.pictures.want();
                State::Resting { until: Millis(now.0.saturating_add(rest.0)) }
            }
        }
    }

    fn set_paused(&mut self, state: State, paused: bool) -> State {
        self.paused = paused;
        state
    }
}
