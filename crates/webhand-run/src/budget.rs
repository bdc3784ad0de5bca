//! What the person was ready to spend. A run that has spent it ends, or asks whether it may have as much again.

use webhand_model::{
    Limits, Millis, Money, OnBudgetSpent, Outcome, PersonReply, Question, QuestionKind, RunOutcome, Usage,
};

use crate::state::State;
use crate::{Effect, Run};

/// One thing a run may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Budget {
    Steps,
    Tokens,
    Money,
    /// Money is limited, and nobody knows what the answers cost.
    Price,
    Time,
}

/// What all answers took, and the newest: the next one takes about as much.
#[derive(Debug, Default)]
pub(crate) struct Used {
    all: Usage,
    newest: Usage,
}

impl Used {
    pub(crate) fn take_in(&mut self, usage: Usage) {
        self.all += usage;
        self.newest = usage;
    }

    /// Of a brain that was asked beside the one that decides: what that takes next is not told by it.
    pub(crate) fn take_in_beside(&mut self, usage: Usage) {
        self.all += usage;
    }

    /// Whether another answer like the newest goes beyond `most`.
    fn would_pass(&self, most: u64, amount: impl Fn(&Usage) -> u64) -> bool {
        let used = amount(&self.all);
        used > 0 && used.saturating_add(amount(&self.newest)) > most
    }
}

impl Run {
    /// What is spent, or would be by asking the brain again.
    pub(crate) fn spent(&self, now: Millis) -> Option<Budget> {
        let all = [Budget::Steps, Budget::Tokens, Budget::Money, Budget::Price, Budget::Time];
        all.into_iter().find(|budget| self.is_spent(*budget, now))
    }

    /// Whether a brain can be asked beside the one that decides, which is no step.
    pub(crate) fn can_pay(&self, now: Millis) -> bool {
        let all = [Budget::Tokens, Budget::Money, Budget::Price, Budget::Time];
        !all.into_iter().any(|budget| self.is_spent(budget, now))
    }

    fn is_spent(&self, budget: Budget, now: Millis) -> bool {
        match budget {
            Budget::Steps => self.steps >= self.limits.steps,
            Budget::Tokens => self.limits.tokens.is_some_and(|most| self.used.would_pass(most, Usage::tokens)),
            Budget::Money => self.limits.cost.is_some_and(|most| self.used.would_pass(most.0, |usage| usage.cost.0)),
            Budget::Price => self.limits.cost.is_some() && self.used.all.unpriced() > 0,
            Budget::Time => self.limits.time.is_some_and(|most| now >= most),
        }
    }

    pub(crate) fn is_late(&self, now: Millis) -> bool {
        self.is_spent(Budget::Time, now)
    }

    /// The time is over while a brain thinks: it is not waited for any more.
    pub(crate) fn late(&mut self, state: State, now: Millis) -> State {
        match state {
            State::Deciding => {
                self.drop_unsent();
                // Nothing came of it, and the brain is asked the same if the person gives it more.
                self.steps = self.steps.saturating_sub(1);
                self.over_budget(Budget::Time)
            }
            State::Verifying { claim } => self.unverified(claim, LATE),
            State::Extracting { reading } => self.unextracted(&reading, LATE, now),
            waits @ (State::Arriving { .. }
            | State::Observing
            | State::Waiting
            | State::Recalling { .. }
            | State::Inspecting { .. }
            | State::AskingAction { .. }
            | State::Rechecking { .. }
            | State::Acting { .. }
            | State::AskingRequest { .. }
            | State::ResolvingRequest { .. }
            | State::AskingForBrain { .. }
            | State::AskingSecret { .. }
            | State::AskingBudget { .. }
            | State::SteppingAside { .. }
            | State::PersonHas { .. }
            | State::SteppingIn { .. }
            | State::Reading { .. }
            | State::Resting { .. }
            | State::Over) => waits,
        }
    }

    pub(crate) fn over_budget(&mut self, budget: Budget) -> State {
        match self.limits.when_spent {
            OnBudgetSpent::Stop => self.finish(self.ending_of(budget)),
            OnBudgetSpent::Ask => {
                let more = if budget == Budget::Price { "without that limit" } else { "with as much again" };
                let question = Question {
                    kind: QuestionKind::Budget,
                    text: format!("{}. May it go on {more}?", self.in_words(budget)),
                    details: Vec::new(),
                    options: Vec::new(),
                };
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingBudget { budget, question }
            }
        }
    }

    pub(crate) fn person_on_budget(&mut self, budget: Budget, reply: &PersonReply, now: Millis) -> State {
        match reply {
            PersonReply::Yes => {
                self.raise(budget, now);
                if self.page_gone {
                    return self.return_to_page(&Outcome::done("the person let it go on"));
                }
                self.decide(now)
            }
            PersonReply::No | PersonReply::Entered | PersonReply::Text(_) => self.finish(self.ending_of(budget)),
        }
    }

    /// As much again, counted from what is spent by now.
    fn raise(&mut self, budget: Budget, now: Millis) {
        let Limits { steps, tokens, time, cost, .. } = self.task.limits;
        match budget {
            Budget::Steps => self.limits.steps = self.steps.saturating_add(steps),
            Budget::Tokens => self.limits.tokens = tokens.map(|most| self.used.all.tokens().saturating_add(most)),
            Budget::Money => {
                self.limits.cost = cost.map(|most| Money(self.used.all.cost.0.saturating_add(most.0)));
            }
            Budget::Price => self.limits.cost = None,
            Budget::Time => self.limits.time = time.map(|most| Millis(now.0.saturating_add(most.0))),
        }
    }

    fn in_words(&self, budget: Budget) -> String {
        match budget {
            Budget::Steps => format!("{} steps are used, {} were allowed", self.steps, self.limits.steps),
            Budget::Tokens => {
                let most = self.limits.tokens.unwrap_or_default();
                format!("{} tokens are used, and the next step would pass the {most} allowed", self.used.all.tokens())
            }
            Budget::Money => {
                let most = self.limits.cost.unwrap_or_default();
                format!("{} is spent, and the next step would pass the {most} allowed", self.used.all.cost)
            }
            Budget::Price => {
                let most = self.limits.cost.unwrap_or_default();
                let unpriced = self.used.all.unpriced();
                format!("nobody knows what {unpriced} of the tokens used cost, and only {most} may be spent")
            }
            Budget::Time => {
                let most = self.task.limits.time.unwrap_or_default();
                format!("the {} s it was given are over", most.0 / 1_000)
            }
        }
    }

    fn ending_of(&self, budget: Budget) -> RunOutcome {
        match budget {
            Budget::Steps => RunOutcome::StepLimit { steps: self.steps },
            Budget::Tokens | Budget::Money | Budget::Price | Budget::Time => {
                RunOutcome::BudgetSpent { budget: self.in_words(budget) }
            }
        }
    }
}

const LATE: &str = "the time it was given is over";
