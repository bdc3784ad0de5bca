//! A run whose brain is outside: an agent that calls when it wants something done, looks for itself, and is told what
//! came of each call.
//!
//! Invariant: every [`Input::ToolCalled`] that is taken in leads to exactly one [`Effect::Tell`], in the same order.

use webhand_guard::RequestResolution;
use webhand_model::{
    Action, ActionClass, BrainAnswer, Decision, Driver, FailCode, Millis, Outcome, Ref, RefResolver, RunOutcome,
    TabVerb, ToolCall, UnknownRef,
};

use crate::calls::Batch;
use crate::handover::is_with_person;
use crate::state::State;
use crate::{Effect, Run};

/// Which elements a call names, as the hands know them.
#[derive(Debug, Default)]
struct Named(Vec<(String, Result<Ref, UnknownRef>)>);

impl RefResolver for Named {
    fn resolve(&self, written: &str) -> Result<Ref, UnknownRef> {
        let found = self.0.iter().find(|(own, _)| own == written).map(|(_, found)| found.clone());
        found.unwrap_or_else(|| Err(UnknownRef::without_suggestion(written)))
    }
}

impl Run {
    pub(crate) fn is_outside(&self) -> bool {
        self.task.driver == Driver::Outside
    }

    /// Takes a call. One that comes while a question about an earlier one is open withdraws that one.
    pub(crate) fn called(&mut self, state: State, call: ToolCall, now: Millis) -> State {
        match state {
            State::Waiting => self.take_call(call, now),
            State::AskingAction { .. } | State::AskingRequest { .. } | State::AskingForBrain { .. } => {
                self.next_call = Some(call);
                self.withdraw(state, now)
            }
            state @ (State::SteppingAside { .. } | State::PersonHas { .. }) => {
                self.next_call = Some(call);
                self.give_up_calls(unbegun());
                state
            }
            // One call at a time is the rule; one that comes early waits.
            state @ (State::Arriving { .. }
            | State::Observing
            | State::Deciding
            | State::Recalling { .. }
            | State::Inspecting { .. }
            | State::Rechecking { .. }
            | State::Acting { .. }
            | State::ResolvingRequest { .. }
            | State::AskingBudget { .. }
            | State::AskingSecret { .. }
            | State::SteppingIn { .. }
            | State::Verifying { .. }
            | State::Reading { .. }
            | State::Extracting { .. }
            | State::Resting { .. }
            | State::Over) => {
                self.next_call = Some(call);
                state
            }
        }
    }

    fn take_call(&mut self, call: ToolCall, now: Millis) -> State {
        let refs = Decision::refs_named(&call.name, &call.arguments);
        if refs.is_empty() {
            return self.read_call(call, &Named::default(), now);
        }
        self.emit(Effect::Recall(refs.clone()));
        State::Recalling { call, refs }
    }

    pub(crate) fn recalled(
        &mut self,
        call: ToolCall,
        refs: Vec<String>,
        found: Vec<Result<Ref, UnknownRef>>,
        now: Millis,
    ) -> State {
        let refs = Named(refs.into_iter().zip(found).collect());
        if self.is_outside() {
            return self.read_call(call, &refs, now);
        }
        self.begin_call(Decision::parse(&call.name, &call.arguments, &refs), now)
    }

    fn read_call(&mut self, call: ToolCall, refs: &Named, now: Millis) -> State {
        let decision = Decision::parse(&call.name, &call.arguments, refs);
        self.batch = Some(Batch::new(BrainAnswer { calls: vec![call], ..BrainAnswer::default() }));
        self.begin_call(decision, now)
    }

    /// The agent no longer waits: what was not begun is not done, and what would be sent is not. Hands that touch a
    /// page finish what they are at.
    pub(crate) fn withdraw(&mut self, state: State, now: Millis) -> State {
        match state {
            State::Recalling { .. }
            | State::Inspecting { .. }
            | State::Rechecking { .. }
            | State::AskingAction { .. }
            | State::AskingForBrain { .. } => self.tell(unbegun(), now),
            State::Acting { action } if action.class() == ActionClass::Read => self.tell(unbegun(), now),
            // A page that does not come leaves no mark, and would keep every other call waiting.
            State::Acting { action: Action::Open { .. } | Action::Tab { action: TabVerb::New, .. } } => {
                self.tell(unarrived(), now)
            }
            State::AskingRequest { asked, .. } => {
                if let Some(batch) = &mut self.batch {
                    batch.is_withdrawn = true;
                }
                self.rule(RequestResolution::stop(asked.request().clone()), true)
            }
            // What the person was asked to do they may still be at.
            state @ (State::SteppingAside { .. } | State::PersonHas { .. }) => {
                self.give_up_calls(unbegun());
                state
            }
            state @ (State::Acting { .. }
            | State::SteppingIn { .. }
            | State::ResolvingRequest { .. }
            | State::Arriving { .. }
            | State::Observing
            | State::Deciding
            | State::Waiting
            | State::AskingBudget { .. }
            | State::AskingSecret { .. }
            | State::Verifying { .. }
            | State::Reading { .. }
            | State::Extracting { .. }
            | State::Resting { .. }
            | State::Over) => state,
        }
    }

    /// Tells the agent what came of its call, and turns to the next one.
    pub(crate) fn tell(&mut self, outcome: Outcome, now: Millis) -> State {
        self.batch = None;
        self.page_gone = false;
        self.steps += 1;
        self.emit(Effect::Tell(Box::new(outcome)));
        self.await_call(now)
    }

    /// Turns to the call that came early, if there is one.
    pub(crate) fn await_call(&mut self, now: Millis) -> State {
        match self.next_call.take() {
            Some(call) => self.take_call(call, now),
            None => State::Waiting,
        }
    }

    /// Tells of the call under way that nothing comes of it, and of one behind it that the person has the browser.
    pub(crate) fn give_up_calls(&mut self, outcome: Outcome) {
        if self.batch.take().is_some() {
            self.tell_beside(outcome);
        }
        if self.next_call.take().is_some() {
            self.tell_beside(is_with_person());
        }
    }

    /// The agent has left.
    pub(crate) fn close(&mut self) -> State {
        let answer = format!("The session was closed after {} calls.", self.steps);
        self.finish(RunOutcome::Done { answer, evidence: Vec::new() })
    }
}

fn unarrived() -> Outcome {
    Outcome::failed(
        FailCode::TimedOut,
        "The page did not come in time and was given up; look at what is there, or open it again with more time.",
    )
}

pub(crate) fn unbegun() -> Outcome {
    Outcome::failed(
        FailCode::TimedOut,
        "The call was given up before anything was done; look at the page, then make it again or give it more time.",
    )
}
