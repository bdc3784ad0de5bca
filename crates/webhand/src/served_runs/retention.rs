//! Forgets runs that are over, by age and by the room that everything takes.
//!
//! Invariant: a run that is not over, or that anybody works on, is never touched.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use webhand_engine::RunPool;
use webhand_model::RunId;
use webhand_port::{RunFilter, RunStage, StoreError};

use crate::data_dir::DataDir;

/// The limits of what is kept; without any, all runs are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    pub days: Option<u32>,
    pub megabytes: Option<u64>,
}

impl Retention {
    /// Forgets now and once an hour, until it is dropped.
    pub async fn enforce(self, runs: RunPool, data_dir: DataDir) {
        if self == Self::default() {
            return;
        }
        loop {
            let next = Instant::now() + BETWEEN;
            match self.enforce_once(&runs, &data_dir).await {
                Ok(0) => {}
                Ok(forgotten) => tracing::info!(forgotten, "old runs were forgotten"),
                Err(error) => tracing::warn!(%error, "old runs could not be forgotten; it is tried again in an hour"),
            }
            sleep_until(next).await;
        }
    }

    /// Returns how many runs were forgotten.
    pub async fn enforce_once(self, runs: &RunPool, data_dir: &DataDir) -> Result<usize, StoreError> {
        let mut forgotten = 0;
        if let Some(days) = self.days {
            let cutoff = now().saturating_sub(u64::from(days) * DAY);
            for (run, ended) in over_runs(runs).await? {
                if ended < cutoff && runs.forget(&run).await.is_ok() {
                    forgotten += 1;
                }
            }
        }
        if let Some(megabytes) = self.megabytes {
            forgotten += shrink(runs, data_dir, megabytes << 20).await?;
        }
        Ok(forgotten)
    }
}

/// Forgets the oldest runs until the rest fits.
async fn shrink(runs: &RunPool, data_dir: &DataDir, most: u64) -> Result<usize, StoreError> {
    let mut forgotten = 0;
    if room(runs, data_dir).await? <= most {
        return Ok(0);
    }
    for (run, _) in over_runs(runs).await?.into_iter().rev() {
        if runs.forget(&run).await.is_ok() {
            forgotten += 1;
            if room(runs, data_dir).await? <= most {
                break;
            }
        }
    }
    Ok(forgotten)
}

/// The bytes of the store, and of the files that runs left.
async fn room(runs: &RunPool, data_dir: &DataDir) -> Result<u64, StoreError> {
    let stored = runs.store().used_bytes().await?;
    let folder = data_dir.root().join("runs");
    let files = spawn_blocking(move || bytes_in(&folder, MOST_DEPTH)).await.unwrap_or_default();
    Ok(stored + files)
}

fn bytes_in(folder: &Path, depth: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(about) if about.is_dir() && depth > 0 => bytes_in(&entry.path(), depth - 1),
        Ok(about) if about.is_file() => about.len(),
        Ok(_) | Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

/// The runs that are over with the time of their last event, newest first.
async fn over_runs(runs: &RunPool) -> Result<Vec<(RunId, u64)>, StoreError> {
    let mut filter = RunFilter { stage: Some(RunStage::Over), most: PAGE, ..RunFilter::default() };
    let mut all = Vec::new();
    loop {
        let page = runs.store().list(&filter).await?;
        filter.before = page.last().map(|run| (run.started, run.id.clone()));
        let is_last = page.len() < PAGE as usize;
        all.extend(page.into_iter().map(|run| (run.id, run.updated)));
        if is_last {
            return Ok(all);
        }
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

const BETWEEN: Duration = Duration::from_hours(1);
const DAY: u64 = 86_400_000;
const PAGE: u32 = 500;
/// Deeper than any profile.
const MOST_DEPTH: u32 = 24;
