//! Delays the response to each wrong token, longer each time.
//!
//! Invariants: a right token is never delayed, so nobody can lock the owner out; the number of delayed requests is bounded.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

/// Counts recent wrong tokens.
#[derive(Debug)]
pub(crate) struct TokenThrottle {
    recent: Mutex<RecentFailures>,
    waiting: Semaphore,
}

#[derive(Debug)]
struct RecentFailures {
    wrong: u32,
    last: Instant,
}

/// How a wrong token was handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThrottleResult {
    Delayed,
    /// Too many requests are delayed already.
    Rejected,
}

impl TokenThrottle {
    pub fn new() -> Self {
        let recent = RecentFailures { wrong: 0, last: Instant::now() };
        Self { recent: Mutex::new(recent), waiting: Semaphore::new(MOST_WAITING) }
    }

    /// Waits before the response to a wrong token.
    pub async fn delay_wrong_token(&self) -> ThrottleResult {
        let wrong = self.count();
        // Every power of two is enough to see an attack, and cannot fill a disk.
        if wrong.is_power_of_two() {
            tracing::error!(target: "webhand::audit", wrong, "a wrong token was offered to the server");
        }
        let Ok(_slot) = self.waiting.try_acquire() else { return ThrottleResult::Rejected };
        sleep(delay(wrong)).await;
        ThrottleResult::Delayed
    }

    fn count(&self) -> u32 {
        let mut recent = self.recent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = Instant::now();
        if now.duration_since(recent.last) > FORGIVEN_AFTER {
            recent.wrong = 0;
        }
        recent.last = now;
        recent.wrong = recent.wrong.saturating_add(1);
        recent.wrong
    }
}

/// Doubles with each wrong token up to a bound.
fn delay(wrong: u32) -> Duration {
    let doublings = wrong.saturating_sub(1).min(DOUBLINGS);
    FIRST_DELAY * 2_u32.pow(doublings)
}

const FIRST_DELAY: Duration = Duration::from_millis(25);
/// At most 25 ms · 2⁷ = 3.2 s.
const DOUBLINGS: u32 = 7;
const FORGIVEN_AFTER: Duration = Duration::from_mins(1);
const MOST_WAITING: usize = 32;

#[cfg(test)]
mod tests;
