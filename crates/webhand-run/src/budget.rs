//! The budget of a run, and what it has spent: steps, tokens, money, time, and errors in a row.

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
    /// The error that was counted last.
    last_error: String,
    /// Since when the brain has not been available, and how often it was asked since.
    unavailable: Option<(Millis, u32)>,
    /// How long the run had waited for its brain when it was parked.
    waited: Option<Millis>,
}

/// How long a run waits for a brain whose provider does not say when to come back, and for one that does, where the run has
/// no limit of time.
const MOST_UNTOLD_WAIT: u64 = 120_000;
const MOST_TOLD_WAIT: u64 = 1_800_000;
const LONGEST_UNTOLD_WAIT: u64 = 30_000;
const FIRST_REST: u64 = 1_000;
const LONGEST_REST: u64 = 8_000;

impl Budget {
    pub(crate) fn new(granted: Limits) -> Self {
        Self {
            granted,
            limits: granted,
            used: Usage::default(),
            newest: Usage::default(),
            steps: 0,
            errors: 0,
            last_error: String::new(),
            unavailable: None,
            waited: None,
        }
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

    /// Counts a turn that had no effect, and returns how long to rest before the next look, which may bring news.
    pub(crate) fn count_idle_turn(&mut self, why: String) -> Millis {
        self.last_error = why;
        self.errors += 1;
        Millis((FIRST_REST << (self.errors - 1).min(8)).min(LONGEST_REST))
    }

    /// The last of too many turns in a row without effect or news.
    pub(crate) fn last_of_idle_turns(&self) -> Option<String> {
        (self.errors >= self.limits.errors).then(|| self.last_error.clone())
    }

    /// Whether more turns were idle than end a run, because no look could be taken after them.
    pub(crate) fn is_past_idle_limit(&self) -> bool {
        self.errors > self.limits.errors
    }

    /// When the brain, which is not available now, is asked again; `None` if the run has waited long enough for it.
    pub(crate) fn next_attempt(&mut self, now: Millis, told: Option<Millis>) -> Option<Millis> {
        let (since, attempts) = self.unavailable.unwrap_or((now, 0));
        self.unavailable = Some((since, attempts + 1));
        let untold = (FIRST_REST << attempts.min(8)).min(LONGEST_UNTOLD_WAIT);
        let until = Millis(now.0.saturating_add(told.map_or(untold, |told| told.0.max(FIRST_REST))));
        let patience = if told.is_some() { MOST_TOLD_WAIT } else { MOST_UNTOLD_WAIT };
        let latest = match (self.limits.time, told) {
            (Some(end), Some(_)) => end,
            (Some(end), None) => end.min(Millis(since.0.saturating_add(patience))),
            (None, _) => Millis(since.0.saturating_add(patience)),
        };
        if until < latest {
            return Some(until);
        }
        self.waited = Some(Millis(now.0.saturating_sub(since.0)));
        None
    }

    /// The brain has answered.
    pub(crate) fn end_waiting(&mut self) {
        self.unavailable = None;
    }

    /// Whether the run waits for a brain that was not available when it was asked last.
    pub(crate) fn is_waiting(&self) -> bool {
        self.unavailable.is_some()
    }

    /// After a resume: the time in which the run only waited is not counted against its limit.
    pub(crate) fn resume_waiting(&mut self) {
        self.unavailable = None;
        if let (Some(waited), Some(limit)) = (self.waited.take(), &mut self.limits.time) {
            limit.0 = limit.0.saturating_add(waited.0);
        }
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
