//! The clock of one run: monotonic; a resumed run's clock continues from the time at which its journal ends.

use std::time::Duration;

use webhand_model::Millis;
use webhand_rt::Instant;

#[derive(Debug, Clone, Copy)]
pub(crate) struct RunClock {
    from: Millis,
    since: Instant,
}

impl RunClock {
    pub(crate) fn resumed_at(from: Millis) -> Self {
        Self { from, since: Instant::now() }
    }

    pub(crate) fn now(&self) -> Millis {
        Millis(self.from.0 + millis(self.since.elapsed()))
    }

    /// The instant at which this clock shows `at`.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        self.since + Duration::from_millis(at.0.saturating_sub(self.from.0))
    }
}

/// Milliseconds since 1970, shown to people; no decision depends on it.
pub(crate) fn wall() -> u64 {
    millis(webhand_rt::unix_time())
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
