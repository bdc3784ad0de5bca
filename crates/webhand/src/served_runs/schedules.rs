//! Tasks that a server begins by itself: at the times of a cron expression, or when a page changes.
//!
//! Invariants: a schedule is in the store, so it outlives the server; one time begins at most one run, also when the server is
//! killed in between; a time that passed while the server was away is counted and not made up for; a schedule begins nothing
//! while its last run is not over.
//!
//! Start at [`Scheduler::work`]; `times.rs` computes when, `page_watch.rs` looks at pages.

mod page_watch;
mod stored;
mod times;

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use webhand_api::{RunHostError, ScheduleHost};
use webhand_engine::{Ordered, RunPool};
use webhand_model::{RunId, RunStatus};
use webhand_port::ServerStore;
use webhand_wire::api::{NewSchedule, ScheduleInfo, ScheduleList, ScheduleTrigger};

use super::LocalRunHost;
use crate::data_dir::new_run_id;
use crate::exit::error_in_one_line;
use crate::local_host::LocalHost;

use page_watch::{Look, look_at};
use stored::StoredSchedule;
pub use stored::{list, new_schedule, remove_schedule, switch_schedule};
pub use times::local_time;
use times::{missed_between, next_time};

/// Begins runs when they are due.
pub struct Scheduler {
    store: Arc<dyn ServerStore>,
    runs: RunPool,
    host: Arc<LocalRunHost>,
    /// Looks at the pages that are watched.
    watcher: Arc<LocalHost>,
    changed: Notify,
}

impl Scheduler {
    pub fn new(runs: &RunPool, host: &Arc<LocalRunHost>, watcher: &Arc<LocalHost>) -> Arc<Self> {
        let (store, changed) = (Arc::clone(runs.store()), Notify::new());
        Arc::new(Self { store, runs: runs.clone(), host: Arc::clone(host), watcher: Arc::clone(watcher), changed })
    }

    /// Works until it is dropped. What another program writes into the store is seen within some seconds.
    pub async fn work(self: Arc<Self>) {
        self.count_missed().await;
        loop {
            let wait = self.begin_due().await;
            let _ = timeout(wait, self.changed.notified()).await;
        }
    }

    /// Notes the times that passed while no server was there.
    async fn count_missed(&self) {
        let now = now();
        for mut schedule in self.all().await {
            let Some(due) = schedule.next.filter(|due| *due + GRACE < now) else { continue };
            schedule.missed = schedule.missed.saturating_add(missed_between(&schedule.when, due, now));
            schedule.next = next_time(&schedule.when, now).ok();
            let name = &schedule.name;
            tracing::warn!(name, missed = schedule.missed, "a schedule's times passed while no server was there");
            self.save(&schedule).await;
        }
    }

    /// Begins what is due; returns how long to wait for the next.
    async fn begin_due(&self) -> Duration {
        let mut wait = LONGEST_WAIT;
        for schedule in self.all().await {
            let Some(due) = schedule.next.filter(|_| schedule.enabled) else { continue };
            let now = now();
            if due > now {
                wait = wait.min(Duration::from_millis(due - now));
                continue;
            }
            let ended = self.begin_at(schedule, due).await;
            if let Err(error) = ended {
                tracing::warn!(%error, "a schedule could not begin its run");
                sleep(AFTER_FAILURE).await;
            }
        }
        wait
    }

    /// Begins the run of one time, or says in the schedule why not.
    async fn begin_at(&self, mut schedule: StoredSchedule, due: u64) -> Result<(), RunHostError> {
        schedule.next = next_time(&schedule.when, now()).ok();
        schedule.problem = None;
        let is_wanted = match self.has_changed(&mut schedule).await {
            Ok(changed) => changed,
            Err(why) => {
                schedule.problem = Some(why);
                false
            }
        };
        if is_wanted && self.is_running(&schedule).await {
            schedule.problem = Some("its last run is not over, so no other was begun".to_owned());
        } else if is_wanted {
            match self.begin_run(&schedule, due).await {
                Ok(run) => {
                    schedule.last_run = Some(run.to_string());
                    schedule.last_begun = Some(now());
                    schedule.missed = 0;
                }
                Err(error) => schedule.problem = Some(error.to_string()),
            }
        }
        // It may have been removed or switched off meanwhile.
        let current = self.all().await.into_iter().find(|other| other.id == schedule.id);
        if let Some(current) = current {
            schedule.enabled = current.enabled;
            schedule.next = schedule.next.filter(|_| current.enabled);
            self.save_checked(&schedule).await?;
        }
        Ok(())
    }

    /// Whether a watched page shows something else than the last time. The first look only remembers.
    async fn has_changed(&self, schedule: &mut StoredSchedule) -> Result<bool, String> {
        let ScheduleTrigger::PageChange { url, part, .. } = &schedule.when else { return Ok(true) };
        let Look { digest } = look_at(&self.watcher, self.store.as_ref(), url, part.as_deref()).await?;
        let before = schedule.digest.replace(digest.clone());
        Ok(before.is_some_and(|before| before != digest))
    }

    async fn is_running(&self, schedule: &StoredSchedule) -> bool {
        let Some(run) = schedule.last_run.clone().and_then(|run| RunId::try_from(run).ok()) else { return false };
        self.runs.summary(&run).await.is_ok_and(|summary| !matches!(summary.status, RunStatus::Over(_)))
    }

    /// The time is the key of the order, so a time begins one run even if the server is killed before it is noted.
    async fn begin_run(&self, schedule: &StoredSchedule, due: u64) -> Result<RunId, RunHostError> {
        let order = self.host.prepare_scheduled(&schedule.run, &format!("schedule {} {due}", schedule.id))?;
        let ordered = self.runs.order(order).await.map_err(|error| RunHostError::Failed(error.to_string()))?;
        Ok(match ordered {
            Ordered::New(run) | Ordered::Known(run) => run,
        })
    }

    /// Schedules that can be understood; others are left alone.
    async fn all(&self) -> Vec<StoredSchedule> {
        list(self.store.as_ref()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the schedules cannot be read");
            Vec::new()
        })
    }

    async fn save(&self, schedule: &StoredSchedule) {
        if let Err(error) = self.save_checked(schedule).await {
            tracing::warn!(%error, "a schedule cannot be written");
        }
    }

    async fn save_checked(&self, schedule: &StoredSchedule) -> Result<(), RunHostError> {
        stored::save(self.store.as_ref(), schedule).await
    }

    async fn find(&self, id: &str) -> Result<StoredSchedule, RunHostError> {
        let all = list(self.store.as_ref()).await?;
        all.into_iter().find(|schedule| schedule.id == id).ok_or_else(|| stored::unknown(id))
    }
}

impl ScheduleHost for Scheduler {
    fn schedules(&self) -> BoxFuture<'_, Result<ScheduleList, RunHostError>> {
        async {
            let all = list(self.store.as_ref()).await?;
            Ok(ScheduleList { schedules: all.into_iter().map(ScheduleInfo::from).collect() })
        }
        .boxed()
    }

    fn add(&self, schedule: NewSchedule) -> BoxFuture<'_, Result<ScheduleInfo, RunHostError>> {
        async {
            self.host.check_scheduled(&schedule.run)?;
            let id = new_run_id().map_err(|error| RunHostError::Failed(error_in_one_line(&error)))?;
            let added = new_schedule(self.store.as_ref(), id.short(), schedule).await?;
            self.changed.notify_one();
            Ok(added.into())
        }
        .boxed()
    }

    fn switch<'a>(&'a self, id: &'a str, enabled: bool) -> BoxFuture<'a, Result<(), RunHostError>> {
        async move {
            switch_schedule(self.store.as_ref(), id, enabled).await?;
            self.changed.notify_one();
            Ok(())
        }
        .boxed()
    }

    fn begin<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<RunId, RunHostError>> {
        async move {
            let mut schedule = self.find(id).await?;
            let run = self.begin_run(&schedule, now()).await?;
            schedule.last_run = Some(run.to_string());
            schedule.last_begun = Some(now());
            self.save_checked(&schedule).await?;
            Ok(run)
        }
        .boxed()
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), RunHostError>> {
        async move { remove_schedule(self.store.as_ref(), id).await }.boxed()
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The clock of the system may be set, so no wait is long.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// A time that passed less long ago is still begun, in milliseconds.
const GRACE: u64 = 60_000;

#[cfg(test)]
mod tests;
