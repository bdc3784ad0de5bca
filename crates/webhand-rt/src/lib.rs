//! Time and tasks for the crates that run natively and as wasm: the clock, sleeping, deadlines and spawning.
//!
//! Natively everything here is tokio's. A wasm module can neither sleep nor read a clock, so `hosted` keeps tasks and
//! timers itself, and the host of the module sets its clock and wakes it. `webhand-cdp`, `webhand-hands` and
//! `webhand-engine` take time and tasks from here and must never use tokio's runtime or the standard library's clock,
//! which panics on wasm. Start reading at [`spawn`] and [`timeout`].

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
