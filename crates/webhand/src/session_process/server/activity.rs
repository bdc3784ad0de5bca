//! Counts the calls under way, and measures how long the session has been idle.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

#[derive(Debug)]
pub struct Activity {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    under_way: usize,
    last: Instant,
}

/// Held while a call is under way.
#[derive(Debug)]
pub struct ActiveCall<'a> {
    activity: &'a Activity,
}

impl Activity {
    pub fn new() -> Self {
        Self { state: Mutex::new(State { under_way: 0, last: Instant::now() }) }
    }

    pub fn begin(&self) -> ActiveCall<'_> {
        self.change(|state| state.under_way += 1);
        ActiveCall { activity: self }
    }

    /// How long the session has been idle; `None` while a call is under way.
    pub fn idle(&self) -> Option<Duration> {
        self.change(|state| (state.under_way == 0).then(|| state.last.elapsed()))
    }

    /// Resolves when the session has been idle for this long.
    pub async fn idle_for(&self, long: Duration) {
        loop {
            match self.idle() {
                Some(idle) if idle >= long => return,
                Some(idle) => sleep_until(Instant::now() + long.saturating_sub(idle)).await,
                None => sleep_until(Instant::now() + long).await,
            }
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for ActiveCall<'_> {
    fn drop(&mut self) {
        self.activity.change(|state| {
            state.under_way -= 1;
            state.last = Instant::now();
        });
    }
}

#[cfg(test)]
mod tests;
