//! tokio's clock and tasks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::runtime::Handle;

pub use tokio::spawn;
pub use tokio::task::{AbortHandle, JoinError, JoinHandle};
pub use tokio::time::error::Elapsed;
pub use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

/// Spawns tasks from where no runtime is entered, such as a destructor.
#[derive(Debug, Clone)]
pub struct Spawner(Handle);

impl Spawner {
    /// The runtime of the calling task.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    #[must_use]
    pub fn current() -> Self {
        Self(Handle::current())
    }

    /// The task runs to its end by itself.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(task);
    }
}

/// The time since 1970, or zero on a machine whose clock is set before it.
#[must_use]
pub fn unix_time() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
