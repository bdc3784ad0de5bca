//! Timers in the order in which they are due.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::{Add, Sub};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::future::{Either, select};

/// A point in time of the host's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    #[must_use]
    pub fn now() -> Self {
        Self(super::unix_time())
    }

    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Self::now().duration_since(*self)
    }

    /// Zero when `earlier` is later.
    #[must_use]
    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }

    #[must_use]
    pub fn checked_add(&self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }

    #[must_use]
    pub fn checked_sub(&self, duration: Duration) -> Option<Self> {
        self.0.checked_sub(duration).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }
}

type Timers = BTreeMap<(Instant, u64), Waker>;

thread_local! {
    static TIMERS: RefCell<Timers> = const { RefCell::new(BTreeMap::new()) };
    static LAST_TIMER: Cell<u64> = const { Cell::new(0) };
}

/// When the earliest timer is due, as the time since 1970.
#[must_use]
pub fn next_timer() -> Option<Duration> {
    TIMERS.with_borrow(|timers| timers.first_key_value().map(|((due, _), _)| due.0))
}

pub(super) fn wake_due(now: Instant) {
    let due = TIMERS.with_borrow_mut(|timers| {
        let later = timers.split_off(&(now, u64::MAX));
        std::mem::replace(timers, later)
    });
    for waker in due.into_values() {
        waker.wake();
    }
}

/// A future that is ready at its time.
#[derive(Debug)]
pub struct Sleep {
    due: Instant,
    number: u64,
}

#[must_use]
pub fn sleep(duration: Duration) -> Sleep {
    sleep_until(Instant::now() + duration)
}

#[must_use]
pub fn sleep_until(due: Instant) -> Sleep {
    let number = LAST_TIMER.get() + 1;
    LAST_TIMER.set(number);
    Sleep { due, number }
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.due {
            return Poll::Ready(());
        }
        TIMERS.with_borrow_mut(|timers| timers.insert((self.due, self.number), context.waker().clone()));
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        // The map may be gone already when a thread ends.
        let _ = TIMERS.try_with(|timers| timers.borrow_mut().remove(&(self.due, self.number)));
    }
}

/// The deadline passed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elapsed;

impl std::fmt::Display for Elapsed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("deadline has elapsed")
    }
}

impl std::error::Error for Elapsed {}

/// # Errors
/// When `future` is not ready within `duration`.
pub async fn timeout<F: IntoFuture>(duration: Duration, future: F) -> Result<F::Output, Elapsed> {
    timeout_at(Instant::now() + duration, future).await
}

/// # Errors
/// When `future` is not ready at `deadline`.
pub async fn timeout_at<F: IntoFuture>(deadline: Instant, future: F) -> Result<F::Output, Elapsed> {
    let future = std::pin::pin!(future.into_future());
    // The future is polled first, so one that is ready is never too late.
    match select(future, sleep_until(deadline)).await {
        Either::Left((output, _)) => Ok(output),
        Either::Right(((), _)) => Err(Elapsed),
    }
}
