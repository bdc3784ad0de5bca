//! What a run may spend, and what it has spent: steps, tokens, money, time, and errors in a row.

use webhand_model::{Limits, Millis, Money, OnBudgetSpent, RunOutcome, Usage};

/// One resource a run may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resource {
    Steps,
    Tokens,
    Money,
    /// Money is limited, and the price of some answers is unknown.
    Price,
    Time,
}

#[derive(Debug)]
pub(crate) struct Budget {
    /// The limits of the task: the person grants as much again when asked.
    granted: Limits,
    /// The task's limits, as far as the person has not raised them since.
    limits: Limits,
    /// The usage of all answers.
    used: Usage,
    /// The usage of the newest answer, as an estimate for the next.
    newest: Usage,
    steps: u32,
    errors: u32,
}

const FIRST_REST: u64 = 1_000;
const LONGEST_REST: u64 = 8_000;

impl Budget {
    pub(crate) fn new(granted: Limits) -> Self {
        Self { granted, limits: granted, used: Usage::default(), newest: Usage::default(), steps: 0, errors: 0 }
    }

    pub(crate) fn record_usage(&mut self, usage: Usage) {
        self.used += usage;
        self.newest = usage;
    }

    /// Records the usage of a brain that extracts: it is no estimate for the next answer of the brain that decides.
    pub(crate) fn record_side_usage(&mut self, usage: Usage) {
        self.used += usage;
    }

    pub(crate) fn count_step(&mut self) {
        self.steps += 1;
    }

    /// Takes back the newest step, because its prompt got no answer and is sent again.
    pub(crate) fn uncount_step(&mut self) {
        self.steps = self.steps.saturating_sub(1);
    }

    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    pub(crate) fn step_limit(&self) -> u32 {
        self.limits.steps
    }

    /// When the run's time is over.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.limits.time
    }

    pub(crate) fn when_spent(&self) -> OnBudgetSpent {
        self.limits.when_spent
    }

    /// Counts an error and returns how long to rest, longer each time; `None` after too many in a row.
    pub(crate) fn count_error(&mut self) -> Option<Millis> {
        self.errors += 1;
        let rest = (FIRST_REST << (self.errors - 1).min(8)).min(LONGEST_REST);
        (self.errors < self.limits.errors).then_some(Millis(rest))
    }

    pub(crate) fn reset_errors(&mut self) {
        self.errors = 0;
    }

    /// The resource that is spent, or that the next answer of the brain would overspend.
    pub(crate) fn spent(&self, now: Millis) -> Option<Resource> {
        let all = [Resource::Steps, Resource::Tokens, Resource::Money, Resource::Price, Resource::Time];
        all.into_iter().find(|resource| self.is_spent(*resource, now))
    }

    /// Whether the budget pays for an extraction, which counts as no step.
    pub(crate) fn can_pay(&self, now: Millis) -> bool {
        let all = [Resource::Tokens, Resource::Money, Resource::Price, Resource::Time];
        !all.into_iter().any(|resource| self.is_spent(resource, now))
    }

    pub(crate) fn is_past_deadline(&self, now: Millis) -> bool {
        self.is_spent(Resource::Time, now)
    }

    fn is_spent(&self, resource: Resource, now: Millis) -> bool {
        match resource {
            Resource::Steps => self.steps >= self.limits.steps,
            Resource::Tokens => self.limits.tokens.is_some_and(|most| self.would_exceed(most, Usage::tokens)),
            Resource::Money => self.limits.cost.is_some_and(|most| self.would_exceed(most.0, |usage| usage.cost.0)),
            Resource::Price => self.limits.cost.is_some() && self.used.unpriced() > 0,
            Resource::Time => self.limits.time.is_some_and(|most| now >= most),
        }
    }

    /// Whether another answer like the newest would exceed `most`.
    fn would_exceed(&self, most: u64, amount: impl Fn(&Usage) -> u64) -> bool {
        let used = amount(&self.used);
        used > 0 && used.saturating_add(amount(&self.newest)) > most
    }

    /// Grants the task's limit of a resource once more, counted from the present usage.
    pub(crate) fn raise(&mut self, resource: Resource, now: Millis) {
        let Limits { steps, tokens, time, cost, .. } = self.granted;
        match resource {
            Resource::Steps => self.limits.steps = self.steps.saturating_add(steps),
            Resource::Tokens => self.limits.tokens = tokens.map(|most| self.used.tokens().saturating_add(most)),
            Resource::Money => {
                self.limits.cost = cost.map(|most| Money(self.used.cost.0.saturating_add(most.0)));
            }
            Resource::Price => self.limits.cost = None,
            Resource::Time => self.limits.time = time.map(|most| Millis(now.0.saturating_add(most.0))),
        }
    }

    /// Describes to people that a resource is spent.
    pub(crate) fn describe(&self, resource: Resource) -> String {
        match resource {
            Resource::Steps => format!("{} steps are used, {} were allowed", self.steps, self.limits.steps),
            Resource::Tokens => {
                let most = self.limits.tokens.unwrap_or_default();
                format!("{} tokens are used, and the next step would pass the {most} allowed", self.used.tokens())
            }
            Resource::Money => {
                let most = self.limits.cost.unwrap_or_default();
                format!("{} is spent, and the next step would pass the {most} allowed", self.used.cost)
            }
            Resource::Price => {
                let most = self.limits.cost.unwrap_or_default();
                let unpriced = self.used.unpriced();
                format!("nobody knows what {unpriced} of the tokens used cost, and only {most} may be spent")
            }
            Resource::Time => {
                let most = self.granted.time.unwrap_or_default();
                format!("the {} s it was given are over", most.0 / 1_000)
            }
        }
    }

    /// The outcome of a run whose resource is spent.
    pub(crate) fn ending(&self, resource: Resource) -> RunOutcome {
        match resource {
            Resource::Steps => RunOutcome::StepLimit { steps: self.steps },
            Resource::Tokens | Resource::Money | Resource::Price | Resource::Time => {
                RunOutcome::BudgetSpent { budget: self.describe(resource) }
            }
        }
    }
}
