//! The loop: observe, decide, guard, act, again.

use std::collections::VecDeque;
use std::mem;

use webhand_guard::{Approved, PendingApproval, PendingRequest, Policy, Ticket, Verdict, judge, redact_frames};
use webhand_model::{
    Action, BrainAnswer, EffectNo, Facts, HeldRequest, Input, Limits, Millis, Outcome, OutcomeStatus, PersonReply,
    Question, RunOutcome, Snapshot, Task, ToolCall, Turn, WebUrl, quote,
};

use crate::Effect;
use crate::attempts::Attempts;
use crate::budget::Used;
use crate::calls::Batch;
use crate::evidence::Evidence;
use crate::giving_up::Surrender;
use crate::handover::Handover;
use crate::hindsight::Hindsight;
use crate::readings::Readings;
use crate::secrets::Secrets;
use crate::sight::Sight;
use crate::state::{State, Then};

/// One attempt at a task.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says one thing that holds in every state")]
pub struct Run {
    pub(crate) task: Task,
    /// The task's, as far as the person has not raised them since.
    pub(crate) limits: Limits,
    pub(crate) used: Used,
    pub(crate) policy: Policy,
    pub(crate) state: State,
    /// The effect whose answer the state waits for.
    pub(crate) awaited: EffectNo,
    /// The effect that was numbered last.
    last: EffectNo,
    effects: VecDeque<(EffectNo, Effect)>,
    pub(crate) page: Option<Snapshot>,
    pub(crate) sight: Sight,
    pub(crate) turns: Vec<Turn>,
    /// The answer being carried out.
    pub(crate) batch: Option<Batch>,
    /// Requests that wait for a ruling.
    pub(crate) held: VecDeque<HeldRequest>,
    /// Permission for the request of the form just approved.
    pub(crate) ticket: Option<Ticket>,
    /// A yes given while the page was gone: good for the same thing with the same values, once.
    pub(crate) standing_yes: Option<PendingApproval>,
    pub(crate) standing_yes_to_request: Option<PendingRequest>,
    /// What webhand has to say to the brain with the next prompt.
    pub(crate) notes: Vec<String>,
    pub(crate) readings: Readings,
    pub(crate) secrets: Secrets,
    pub(crate) hindsight: Hindsight,
    pub(crate) evidence: Evidence,
    pub(crate) steps: u32,
    pub(crate) errors: u32,
    pub(crate) last_error: String,
    pub(crate) refusals: u32,
    pub(crate) wants_picture: bool,
    /// A call of the newest answer took a picture, and nothing has changed what can be seen since.
    pub(crate) took_picture: bool,
    /// A call of an outside agent that waits until the one before it is withdrawn.
    pub(crate) next_call: Option<ToolCall>,
    /// The browser was replaced while the person was being asked, and the page is not loaded again yet.
    pub(crate) page_gone: bool,
    pub(crate) handover: Handover,
    pub(crate) attempts: Attempts,
    pub(crate) surrender: Surrender,
    paused: bool,
}

/// After this many refusals a run ends.
const MOST_REFUSALS: u32 = 3;
const FIRST_REST: u64 = 1_000;
const LONGEST_REST: u64 = 8_000;

impl Run {
    /// A run at its beginning.
    #[must_use]
    pub fn start(task: Task) -> Self {
        let mut run = Self {
            policy: Policy::of(&task),
            limits: task.limits,
            used: Used::default(),
            state: State::Over,
            awaited: EffectNo(0),
            last: EffectNo(0),
            effects: VecDeque::new(),
            page: None,
            sight: Sight::default(),
            turns: Vec::new(),
            batch: None,
            held: VecDeque::new(),
            ticket: None,
            standing_yes: None,
            standing_yes_to_request: None,
            notes: Vec::new(),
            readings: Readings::of(&task.before),
            secrets: Secrets::default(),
            hindsight: Hindsight::default(),
            evidence: Evidence::default(),
            steps: 0,
            errors: 0,
            last_error: String::new(),
            refusals: 0,
            wants_picture: true,
            took_picture: false,
            next_call: None,
            page_gone: false,
            handover: Handover::default(),
            attempts: Attempts::default(),
            surrender: Surrender::default(),
            paused: false,
            task,
        };
        run.state = match run.task.start.clone() {
            Some(url) => run.arrive(url, Then::Look),
            None => run.observe(),
        };
        run
    }

    /// Takes in what happened. An input that does not fit the state, or answers another effect, is late and is dropped.
    pub fn handle(&mut self, to: Option<EffectNo>, input: Input, now: Millis) {
        if to.is_some_and(|to| to != self.awaited) {
            return;
        }
        self.state = match (mem::replace(&mut self.state, State::Over), input) {
            (State::Over, _) => State::Over,
            (_, Input::Cancel) => self.finish(RunOutcome::Cancelled),
            (state, Input::Pause) => self.pause(state, true),
            (state, Input::Continue) => self.pause(state, false),
            (state, Input::Resumed) => self.resume(state),
            (state, Input::TakenOver) => {
                self.paused = false;
                self.taken_over(state)
            }
            (state, Input::BrainChanged(brain)) if !self.is_outside() => self.change_brain(state, brain, now),
            (State::SteppingAside { what }, Input::HandedOver(shown)) => self.stepped_aside(what, shown),
            (State::PersonHas { .. }, Input::Replied(reply)) => self.given_back(&reply),
            (State::SteppingIn { said }, Input::TakenBack) => self.stepped_in(said, now),
            (_, Input::Closed) if self.is_outside() => self.close(),
            (state, Input::ToolCalled(call)) if self.is_outside() => self.called(state, call, now),
            (state, Input::CallWithdrawn) if self.is_outside() => self.withdraw(state, now),
            (State::Recalling { call, refs }, Input::RefsResolved(found)) => self.recalled(call, refs, found, now),
            (State::Arriving { then }, Input::Acted(outcome)) => self.arrived(then, outcome),
            (State::Observing, Input::Observed(page)) => self.look_at(*page, now),
            (State::Observing, Input::NotObserved { why, browser_gone }) => self.lost_sight(why, browser_gone, now),
            (State::Deciding, Input::Answered(answer)) => self.take_answer(answer, now),
            (State::Deciding, Input::NotAnswered { why, retry: true }) => self.stumble(why, now),
            (State::Deciding, Input::NotAnswered { why, retry: false }) => {
                self.finish(RunOutcome::Failed { reason: why })
            }
            (State::Verifying { claim }, Input::Answered(answer)) => self.verified(claim, &answer, now),
            (State::Verifying { claim }, Input::NotAnswered { why, .. }) => self.unverified(claim, &why),
            (State::Reading { errand }, Input::Acted(outcome)) => self.read(errand, &outcome, now),
            (State::Extracting { reading }, Input::Extracted(answer)) => self.extracted(reading, answer, now),
            (State::Extracting { reading }, Input::NotAnswered { why, .. }) => self.unextracted(&reading, &why, now),
            (State::Inspecting { action }, Input::Inspected(facts)) => self.guard(action, facts, now),
            (State::Rechecking { asked }, Input::Inspected(facts)) => self.go_ahead(asked, facts, now),
            (State::Inspecting { .. } | State::Rechecking { .. }, Input::NotInspected(outcome)) => {
                self.finish_call(&outcome, now)
            }
            (State::AskingAction { asked, .. }, Input::Replied(reply)) => self.person_on_action(asked, &reply, now),
            (State::AskingRequest { asked, .. }, Input::Replied(reply)) => self.person_on_request(asked, &reply),
            (State::AskingForBrain { .. }, Input::Replied(reply)) => self.person_to_brain(reply, now),
            (State::AskingSecret { question }, Input::Replied(reply)) => self.person_on_secret(question, reply, now),
            (State::AskingBudget { budget, .. }, Input::Replied(reply)) => self.person_on_budget(budget, &reply, now),
            (State::Acting { action }, Input::Acted(outcome)) => self.acted(&action, outcome, now),
            (State::ResolvingRequest { refused }, Input::RequestResolved(outcome)) => self.ruled(refused, outcome, now),
            (State::Resting { .. }, Input::TimerFired) => self.observe(),
            (state, Input::TimerFired) if self.is_late(now) => self.late(state, now),
            (state, _late) => state,
        };
    }

    /// The next thing to do, if any; none while the run is paused.
    pub fn poll_effect(&mut self) -> Option<(EffectNo, Effect)> {
        if self.paused && !matches!(self.state, State::Over) {
            return None;
        }
        self.effects.pop_front()
    }

    /// When to feed [`Input::TimerFired`]: after a rest, or when the time is over that a brain is waited for.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Millis> {
        if let State::Resting { until } = self.state {
            return Some(until);
        }
        let is_thinking = matches!(self.state, State::Deciding | State::Verifying { .. } | State::Extracting { .. });
        self.limits.time.filter(|_| is_thinking)
    }

    /// The effect whose answer the run waits for.
    #[must_use]
    pub fn awaited(&self) -> EffectNo {
        self.awaited
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Whether nothing happens until somebody calls.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Waiting)
    }

    /// Whether it is paused and nothing that touches a page is under way.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let touches =
            matches!(self.state, State::Arriving { .. } | State::Acting { .. } | State::ResolvingRequest { .. });
        // What was not handed out was not begun.
        self.paused && (!touches || !self.effects.is_empty())
    }

    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    pub(crate) fn emit(&mut self, effect: Effect) {
        self.last = self.last.next();
        self.awaited = self.last;
        self.effects.push_back((self.last, effect));
    }

    /// Tells an outside agent something while something else is waited for.
    pub(crate) fn tell_beside(&mut self, outcome: Outcome) {
        self.last = self.last.next();
        self.steps += 1;
        self.effects.push_back((self.last, Effect::Tell(Box::new(outcome))));
    }

    /// Takes back what nobody has polled yet, but for what is only told; says whether there was anything.
    pub(crate) fn drop_unsent(&mut self) -> bool {
        let before = self.effects.len();
        self.effects.retain(|(_, effect)| matches!(effect, Effect::Tell(_)));
        self.effects.len() < before
    }

    pub(crate) fn finish(&mut self, ending: RunOutcome) -> State {
        self.effects.clear();
        self.emit(Effect::Finish(ending));
        State::Over
    }

    /// Looks before the next decision; an outside agent looks for itself.
    pub(crate) fn observe(&mut self) -> State {
        if self.is_outside() {
            return State::Waiting;
        }
        let picture = self.next_picture();
        self.emit(Effect::Observe { picture });
        State::Observing
    }

    /// Opens a page nobody has to be asked about: the person named it, or the run was there before.
    pub(crate) fn arrive(&mut self, url: WebUrl, then: Then) -> State {
        let open = Action::Open { url, new_tab: None, behind: None };
        match judge(open, &Facts { known_link: true, ..Facts::default() }, &self.policy) {
            Verdict::Allow(approved) => {
                self.emit(Effect::Act(approved));
                State::Arriving { then }
            }
            Verdict::Ask { .. } | Verdict::Forbid { .. } => self.follow(then),
        }
    }

    fn follow(&mut self, then: Then) -> State {
        match then {
            Then::Look => self.observe(),
            Then::StepAside { what } => self.step_aside(what),
        }
    }

    /// A first page that cannot be opened is for the person to mend, not for a brain to work around.
    fn arrived(&mut self, then: Then, outcome: Outcome) -> State {
        self.wants_picture = true;
        match outcome.status {
            OutcomeStatus::Done | OutcomeStatus::InDoubt => self.follow(then),
            OutcomeStatus::Refused | OutcomeStatus::Failed(_) => {
                let ending = self.giving_up(outcome.text);
                self.finish(ending)
            }
        }
    }

    fn look_at(&mut self, page: Snapshot, now: Millis) -> State {
        let page = redact_frames(page, &self.policy);
        self.readings.take_in(&page);
        self.compare(&page);
        self.notice_captcha(&page);
        self.notes.extend(self.attempts.other_ways(&page));
        let ending = self.look_back(&page);
        self.sight.take_in(&page, self.turns.len());
        self.page = Some(page);
        if let Some(ending) = ending {
            return self.finish(ending);
        }
        self.decide(now)
    }

    pub(crate) fn decide(&mut self, now: Millis) -> State {
        if let Some(budget) = self.spent(now) {
            return self.over_budget(budget);
        }
        let Some(prompt) = self.prompt() else { return self.observe() };
        self.steps += 1;
        self.emit(Effect::AskBrain(Box::new(prompt)));
        State::Deciding
    }

    fn lost_sight(&mut self, why: String, browser_gone: bool, now: Millis) -> State {
        if browser_gone {
            let ending = self.giving_up(why);
            return self.finish(ending);
        }
        self.notes.push(why.clone());
        self.stumble(why, now)
    }

    /// A brain that was being asked is not waited for any more; the other is asked the same.
    fn change_brain(&mut self, state: State, brain: String, now: Millis) -> State {
        // Whoever decides also reads, unless another was named for that.
        if self.task.extractor.as_ref() == Some(&self.task.brain) {
            self.task.extractor = Some(brain.clone());
        }
        self.task.brain = brain;
        if !matches!(state, State::Deciding) {
            return state;
        }
        self.drop_unsent();
        self.steps = self.steps.saturating_sub(1);
        self.decide(now)
    }

    fn take_answer(&mut self, answer: BrainAnswer, now: Millis) -> State {
        self.used.take_in(answer.usage);
        self.notes.clear();
        if answer.calls.is_empty() {
            let why = "The answer held no call. Every answer must call at least one action; use done to finish.";
            self.notes.push(why.to_owned());
            self.turns.push(Turn { answer, results: Vec::new() });
            return self.stumble(why.to_owned(), now);
        }
        self.batch = Some(Batch::new(answer));
        self.next_call(now)
    }

    /// Judges an action on its facts.
    pub(crate) fn guard(&mut self, action: Action, facts: Facts, now: Millis) -> State {
        let facts = self.with_what_was_read(&action, facts);
        let allowed = self.standing_yes.take_if(|asked| asked.is_about(&action, &facts));
        if let Some(asked) = allowed.and_then(|asked| asked.moved_to(action.clone())) {
            return self.go_ahead(asked, facts, now);
        }
        match judge(action, &facts, &self.policy) {
            Verdict::Allow(approved) => self.act(approved),
            Verdict::Ask { asked, question } => self.ask_about(*asked, question),
            Verdict::Forbid { why } => self.refuse(format!("Not allowed: {why}."), now),
        }
    }

    /// Adds to the browser's facts what only the run knows: where the text and the address come from.
    fn with_what_was_read(&self, action: &Action, mut facts: Facts) -> Facts {
        if let (Some(text), Some(origin)) = (action.composed_text(), &facts.origin) {
            facts.read_on = self.readings.elsewhere(text, origin, &self.task.text);
        }
        facts.entrusted = self.secrets.entrusted(action, &facts);
        facts.cautions = self.batch.as_ref().map(Batch::cautions).unwrap_or_default();
        facts.known_link = action.destination().is_some_and(|url| self.readings.knows_link(url, &self.task.text));
        facts
    }

    fn go_ahead(&mut self, asked: PendingApproval, facts: Facts, now: Millis) -> State {
        let facts = self.with_what_was_read(asked.action(), facts);
        let action = asked.action().clone();
        match Approved::by_user(asked, &facts, &mut self.policy) {
            Ok((approved, ticket)) => {
                self.ticket = ticket;
                if let Some(batch) = &mut self.batch {
                    batch.is_confirmed = !facts.cautions.is_empty();
                }
                self.act(approved)
            }
            // What the person saw is not what would happen: they are asked again about what would.
            Err(webhand_guard::Changed) => self.guard(action, facts, now),
        }
    }

    fn act(&mut self, approved: Approved) -> State {
        let action = approved.action().clone();
        self.emit(Effect::Act(approved));
        State::Acting { action }
    }

    fn ask_about(&mut self, asked: PendingApproval, question: Question) -> State {
        self.emit(Effect::AskPerson(question.clone()));
        State::AskingAction { asked, question }
    }

    fn person_on_action(&mut self, asked: PendingApproval, reply: &PersonReply, now: Millis) -> State {
        match reply {
            PersonReply::Yes if self.page_gone => {
                self.standing_yes = Some(asked);
                self.remember_yes()
            }
            PersonReply::Yes if needs_inspection(asked.action()) => {
                self.emit(Effect::Inspect(asked.action().clone()));
                State::Rechecking { asked }
            }
            PersonReply::Yes => self.go_ahead(asked, crate::state::without_facts(), now),
            PersonReply::No | PersonReply::Entered => self.refuse("The person said no.".to_owned(), now),
            PersonReply::Text(text) => {
                self.refuse(format!("The person did not allow it and said {}.", quote(text)), now)
            }
        }
    }

    pub(crate) fn refuse(&mut self, why: String, now: Millis) -> State {
        self.refusals += 1;
        if self.has_refused_enough() {
            return self.finish(RunOutcome::Refused { reason: why });
        }
        self.finish_call(&Outcome::refused(why), now)
    }

    /// Asking on would wear the person down. Who lets an outside agent in decides when to stop asking for it.
    pub(crate) fn has_refused_enough(&self) -> bool {
        self.refusals >= MOST_REFUSALS && !self.is_outside()
    }

    /// Counts an error and rests, longer each time, or ends the run.
    pub(crate) fn stumble(&mut self, why: String, now: Millis) -> State {
        self.errors += 1;
        self.last_error = why;
        if self.errors >= self.limits.errors {
            let last = mem::take(&mut self.last_error);
            return self.finish(RunOutcome::TooManyErrors { last });
        }
        let rest = (FIRST_REST << (self.errors - 1).min(8)).min(LONGEST_REST);
        self.wants_picture = true;
        State::Resting { until: Millis(now.0.saturating_add(rest)) }
    }

    fn pause(&mut self, state: State, paused: bool) -> State {
        self.paused = paused;
        state
    }
}

/// Whether the guard needs the facts of an element, or of the focus, before it can judge.
pub(crate) fn needs_inspection(action: &Action) -> bool {
    use webhand_model::ActionClass;
    match action.class() {
        ActionClass::Read | ActionClass::Navigate | ActionClass::Policy => false,
        ActionClass::Input
        | ActionClass::Commit
        | ActionClass::Credential
        | ActionClass::File
        | ActionClass::Code
        | ActionClass::Cross => true,
    }
}
