//! Time and tasks for the crates that run natively and as wasm: the clock, sleeping, deadlines and spawning.
//!
//! Natively everything here is tokio's. On wasm32 nothing can sleep or read a clock, so [`hosted`] keeps the tasks and
//! timers itself, and the host of the module moves its clock and wakes it. Crates below `webhand-engine` and
//! `webhand-hands` use these names and never tokio's runtime or the standard library's clock.

#[cfg(any(test, target_arch = "wasm32"))]
pub mod hosted;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub use hosted::{
    AbortHandle, Elapsed, Instant, JoinError, JoinHandle, Spawner, sleep, sleep_until, spawn, timeout, timeout_at,
    unix_time,
};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{
    AbortHandle, Elapsed, Instant, JoinError, JoinHandle, Spawner, sleep, sleep_until, spawn, timeout, timeout_at,
    unix_time,
};
