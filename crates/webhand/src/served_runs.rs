//! The runs of `webhand serve`: where they work, what they are prepared from, and how many at a time.
//!
//! Invariant: an agent's order gets no permission that the person has not given to the server; profiles, grants and brains at
//! other addresses are for the person. Start at [`open_pool`].

mod environments;
mod host;
pub mod profile_archive;
mod profiles;
mod provider_keys;
mod retention;
pub mod schedules;
mod shared_browsers;
pub mod thin;

use std::sync::Arc;

use webhand_api::hands::HandsHub;
use webhand_engine::{PoolLimits, RunPool};
use webhand_store::SqliteStore;

use crate::session_process::SessionTerms;

pub use environments::LocalEnvironments;
pub use host::LocalRunHost;
pub use profiles::Profiles;
pub use retention::Retention;

use thin::ThinBrowsers;

/// The pool of a server with a browser for each run.
pub fn open_pool(
    terms: &SessionTerms,
    store: &Arc<SqliteStore>,
    thin: &Arc<ThinBrowsers>,
    profiles: &Arc<Profiles>,
    hands: &HandsHub,
    working: Option<usize>,
) -> RunPool {
    let (store_of_runs, thin, profiles) = (Arc::clone(store), Arc::clone(thin), Arc::clone(profiles));
    let environments = Arc::new(LocalEnvironments::new(terms.clone(), store_of_runs, thin, profiles, hands.clone()));
    let working = working.unwrap_or_else(runs_that_fit);
    // Runs that wait for the person keep their browser, which needs memory and no time.
    let limits = PoolLimits { working, open: working * 4, queued: MOST_QUEUED };
    RunPool::new(Arc::clone(store) as _, environments, limits)
}

/// How many browsers this machine can work with: two for each processor, if there is memory for them.
fn runs_that_fit() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let by_memory = free_memory_mib().map_or(usize::MAX, |free| free / MIB_OF_A_RUN);
    (processors * 2).min(by_memory).max(1)
}

/// Memory that is free, where the system tells.
fn free_memory_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024)
}

/// A browser with a page or two, and what the run keeps beside it.
const MIB_OF_A_RUN: usize = 500;
const MOST_QUEUED: usize = 10_000;
