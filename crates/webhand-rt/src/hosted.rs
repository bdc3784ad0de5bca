//! Tasks and timers of a module that its host drives: single-threaded, without a clock of its own.
//!
//! The host calls [`advance`] with the time and then [`run_ready`], which polls tasks until all of them wait; then
//! [`next_timer`] returns when to come back at the latest. Tasks woken by the host's messages run in the same call.
//!
//! The time stands still within a call, so a task must never poll the clock in a loop without sleeping.

mod executor;
mod timer;

use std::cell::Cell;
use std::time::Duration;

pub use executor::{AbortHandle, JoinError, JoinHandle, Spawner, run_ready, spawn};
pub use timer::{Elapsed, Instant, next_timer, sleep, sleep_until, timeout, timeout_at};

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Sets the clock to the time since 1970 and wakes the tasks whose timers are due. The clock never goes back.
pub fn advance(now: Duration) {
    NOW.set(now.max(NOW.get()));
    timer::wake_due(Instant::now());
}

/// The time since 1970, as [`advance`] last set it.
#[must_use]
pub fn unix_time() -> Duration {
    NOW.get()
}

#[cfg(test)]
mod tests;
