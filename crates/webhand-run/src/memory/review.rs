//! A look back every few steps: how it is going, by counting. No model is asked.

use webhand_model::{FailCode, OutcomeStatus, ToolResult, Turn};

/// How a stretch of steps went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Efficiency {
    Low,
    Medium,
    High,
}

/// What a look back found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Review {
    pub(crate) efficiency: Efficiency,
    /// What was counted.
    pub(crate) facts: String,
    /// What could help.
    pub(crate) advice: &'static str,
}

/// After so many steps one looks back on them.
pub(crate) const EVERY: usize = 5;

impl Review {
    /// Looks back on the newest steps.
    pub(crate) fn of(turns: &[Turn], pages_seen: usize) -> Self {
        let results = || turns.iter().flat_map(|turn| &turn.results);
        let errors = results().filter(|result| is_error(result)).count();
        let successes = results().filter(|result| result.status == OutcomeStatus::Done).count();
        let mut different: Vec<String> = turns
            .iter()
            .flat_map(|turn| &turn.answer.calls)
            .map(|call| format!("{}{}", call.name, call.arguments))
            .collect();
        let calls = different.len();
        different.sort_unstable();
        different.dedup();
        let efficiency = if errors > successes || (calls > 0 && different.len() * 2 < calls && pages_seen <= 1) {
            Efficiency::Low
        } else if errors == 0 && pages_seen > 1 {
            Efficiency::High
        } else {
            Efficiency::Medium
        };
        let facts = format!(
            "In the last {} steps {successes} calls succeeded and {errors} failed; {} of {calls} were different; the page \
             showed {pages_seen} different states",
            turns.len(),
            different.len(),
        );
        Self { efficiency, facts, advice: advice(errors, different.len(), calls, pages_seen) }
    }
}

fn is_error(result: &ToolResult) -> bool {
    matches!(result.status, OutcomeStatus::Failed(code) if code != FailCode::Skipped)
        || matches!(result.status, OutcomeStatus::Refused | OutcomeStatus::InDoubt)
}

fn advice(errors: usize, different: usize, calls: usize, pages_seen: usize) -> &'static str {
    if errors >= 3 {
        "Read the messages of what failed and try another way: another element, the keyboard, the site's own search."
    } else if different * 2 < calls {
        "Do not repeat what changed nothing: look again, scroll, or go elsewhere."
    } else if pages_seen <= 1 {
        "If nothing moves, look for what covers the page, wait, or take another path."
    } else {
        "Go on."
    }
}
