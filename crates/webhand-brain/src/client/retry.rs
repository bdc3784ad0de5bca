//! Decides when a request is sent again. Pure: time and random numbers come in as arguments.

use std::time::{Duration, SystemTime};

use super::transport::find_header;
use crate::format::RetryKind;

/// A provider's advice about a retry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RetryAdvice {
    pub wait: Option<Duration>,
    pub should: Option<bool>,
}

/// The decision after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryDecision {
    GiveUp,
    /// The provider asks for a longer delay than is sensible without the person's consent.
    TooLong(Duration),
    Wait(Duration),
}

impl RetryAdvice {
    pub fn from_headers(headers: &[(String, String)], now: SystemTime) -> Self {
        let text = |name: &str| find_header(headers, name);
        let exact = text("retry-after-ms").and_then(|ms| duration(ms, 1e-3));
        let rough = || {
            let text = text("retry-after")?;
            let date = || httpdate::parse_http_date(text).ok();
            duration(text, 1.0).or_else(|| {
                // A date that has passed means now.
                date().map(|date| date.duration_since(now).unwrap_or_default())
            })
        };
        Self { wait: exact.or_else(rough), should: text("x-should-retry").and_then(|answer| answer.parse().ok()) }
    }
}

/// The failed attempts so far, and those of them that were mistakes of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AttemptCount {
    pub failed: u32,
    pub mistaken: u32,
}

impl AttemptCount {
    pub fn count(&mut self, again: RetryKind) {
        self.failed = self.failed.saturating_add(1);
        match again {
            RetryKind::Once | RetryKind::WithCorrection => self.mistaken = self.mistaken.saturating_add(1),
            RetryKind::Never | RetryKind::Later => {}
        }
    }
}

/// Decides about a retry after one more failed attempt than `before`. `chance` is any random number.
pub(super) fn decide_retry(
    again: RetryKind,
    advice: RetryAdvice,
    before: AttemptCount,
    retries: u32,
    chance: u64,
) -> RetryDecision {
    let allowed = match (again, advice.should) {
        (_, Some(should)) => should,
        (RetryKind::Never, None) => false,
        (RetryKind::Once, None) => before.mistaken == 0,
        (RetryKind::WithCorrection, None) => before.mistaken < CORRECTIONS,
        (RetryKind::Later, None) => true,
    };
    if !allowed {
        return RetryDecision::GiveUp;
    }
    match advice.wait {
        Some(wait) if wait > LONGEST_WAIT => RetryDecision::TooLong(wait),
        // The provider is not busy, so a request with a correction needs no delay.
        None if again == RetryKind::WithCorrection => RetryDecision::Wait(Duration::ZERO),
        _ if before.failed >= retries => RetryDecision::GiveUp,
        Some(wait) => RetryDecision::Wait(wait),
        None => RetryDecision::Wait(backoff(before.failed, chance)),
    }
}

/// Doubles each time, minus up to a quarter, so that clients that failed together do not retry together.
fn backoff(attempt: u32, chance: u64) -> Duration {
    let whole = FIRST_WAIT.saturating_mul(1 << attempt.min(10)).min(LONGEST_BACKOFF);
    let quarter = whole / 4;
    let thousandths = u32::try_from(chance % 1000).unwrap_or(0);
    whole.saturating_sub(quarter * thousandths / 1000)
}

fn duration(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}

/// How often a model is told what is wrong with its answer; the next wrong one ends its turn.
const CORRECTIONS: u32 = 3;
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_BACKOFF: Duration = Duration::from_secs(8);
pub(super) const LONGEST_WAIT: Duration = Duration::from_mins(1);
