//! What the person was ready to spend. A run that has spent it ends, or asks whether it may have as much again.

use webhand_model::{Ending, Limits, Millis, Outcome, Question, QuestionKind, Reply, WhenSpent};

use crate::state::State;
use crate::{Effect, Run};

/// One thing a run may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Budget {
    Steps,
    Tokens,
    Time,
}

impl Run {
    /// What is spent, so that the brain must not be asked again.
    pub(crate) fn spent(&self, now: Millis) -> Option<Budget> {
        let reached = |budget: &Budget| match budget {
            Budget::Steps => self.steps >= self.limits.steps,
            Budget::Tokens => self.limits.tokens.is_some_and(|most| self.tokens() >= most),
            Budget::Time => self.limits.time.is_some_and(|most| now >= most),
        };
        [Budget::Steps, Budget::Tokens, Budget::Time].into_iter().find(reached)
    }

    pub(crate) fn over_budget(&mut self, budget: Budget) -> State {
        match self.limits.when_spent {
            WhenSpent::Stop => self.finish(self.ending_of(budget)),
            WhenSpent::Ask => {
                let question = Question {
                    kind: QuestionKind::Budget,
                    text: format!("{}. May it go on with as much again?", self.in_words(budget)),
                    details: Vec::new(),
                    options: Vec::new(),
                };
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingBudget { budget, question }
            }
        }
    }

    pub(crate) fn person_on_budget(&mut self, budget: Budget, reply: &Reply, now: Millis) -> State {
        match reply {
            Reply::Yes => {
                self.raise(budget, now);
                if self.page_gone {
                    return self.return_to_page(&Outcome::done("the person let it go on"));
                }
                self.decide(now)
            }
            Reply::No | Reply::Text(_) => self.finish(self.ending_of(budget)),
        }
    }

    /// As much again, counted from what is spent by now.
    fn raise(&mut self, budget: Budget, now: Millis) {
        let Limits { steps, tokens, time, .. } = self.task.limits;
        match budget {
            Budget::Steps => self.limits.steps = self.steps.saturating_add(steps),
            Budget::Tokens => self.limits.tokens = tokens.map(|most| self.tokens().saturating_add(most)),
            Budget::Time => self.limits.time = time.map(|most| Millis(now.0.saturating_add(most.0))),
        }
    }

    fn tokens(&self) -> u64 {
        self.turns.iter().map(|turn| turn.answer.usage.input + turn.answer.usage.output).sum()
    }

    fn in_words(&self, budget: Budget) -> String {
        match budget {
            Budget::Steps => format!("{} steps are used, {} were allowed", self.steps, self.limits.steps),
            Budget::Tokens => {
                let most = self.limits.tokens.unwrap_or_default();
                format!("{} tokens are used, {most} were allowed", self.tokens())
            }
            Budget::Time => {
                let most = self.task.limits.time.unwrap_or_default();
                format!("the {} s it was given are over", most.0 / 1_000)
            }
        }
    }

    fn ending_of(&self, budget: Budget) -> Ending {
        match budget {
            Budget::Steps => Ending::StepLimit { steps: self.steps },
            Budget::Tokens | Budget::Time => Ending::BudgetSpent { budget: self.in_words(budget) },
        }
    }
}
