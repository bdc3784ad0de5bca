//! A review of the last few steps, made by counting their results. No model is asked.

use webhand_model::{FailCode, OutcomeStatus, ToolResult, Turn};

/// How much the reviewed steps achieved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Efficiency {
    Low,
    Medium,
    High,
}

/// The result of a review.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Review {
    pub(crate) efficiency: Efficiency,
    /// The counts, in words.
    pub(crate) facts: String,
    /// A proposal of what the brain could do instead.
    pub(crate) advice: &'static str,
}

/// The number of steps between two reviews.
pub(crate) const REVIEW_INTERVAL: usize = 5;

impl Review {
    /// Reviews the newest steps.
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
