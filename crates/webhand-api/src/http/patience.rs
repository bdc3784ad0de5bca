//! Whoever offers wrong tokens waits longer each time.
//!
//! Invariant: a right token never waits, so nobody can lock the owner out; the number of those who wait is bounded.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

/// How often a wrong token was offered lately.
#[derive(Debug)]
pub(crate) struct Patience {
    lately: Mutex<Lately>,
    waiting: Semaphore,
}

#[derive(Debug)]
struct Lately {
    wrong: u32,
    last: Instant,
}

/// What to answer to a wrong token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Penalty {
    Waited,
    /// Too many are waiting already.
    TurnedAway,
}

impl Patience {
    pub fn new() -> Self {
        let lately = Lately { wrong: 0, last: Instant::now() };
        Self { lately: Mutex::new(lately), waiting: Semaphore::new(MOST_WAITING) }
    }

    /// Called for each wrong token, before it is answered.
    pub async fn punish(&self) -> Penalty {
        let wrong = self.count();
        // Every power of two is enough to see an attack, and cannot fill a disk.
        if wrong.is_power_of_two() {
            tracing::error!(target: "webhand::audit", wrong, "a wrong token was offered to the server");
        }
        let Ok(_place) = self.waiting.try_acquire() else { return Penalty::TurnedAway };
        sleep(delay(wrong)).await;
        Penalty::Waited
    }

    fn count(&self) -> u32 {
        let mut lately = self.lately.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let now = Instant::now();
        if now.duration_since(lately.last) > FORGIVEN_AFTER {
            lately.wrong = 0;
        }
        lately.last = now;
        lately.wrong = lately.wrong.saturating_add(1);
        lately.wrong
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
