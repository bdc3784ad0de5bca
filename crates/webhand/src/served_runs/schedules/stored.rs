//! Schedules as they lie in the store, and what both the server and the command line do with them.

use serde::{Deserialize, Serialize};
use webhand_api::RunHostError;
use webhand_model::{WebUrl, truncate};
use webhand_port::{ServerStore, StoreError};
use webhand_wire::api::{NewRun, NewSchedule, ScheduleInfo, ScheduleTrigger};

use super::now;
use super::times::next_time;

/// One schedule with what the server remembers of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredSchedule {
    pub id: String,
    pub name: String,
    pub when: ScheduleTrigger,
    pub run: NewRun,
    pub enabled: bool,
    pub next: Option<u64>,
    #[serde(default)]
    pub last_run: Option<String>,
    #[serde(default)]
    pub last_begun: Option<u64>,
    #[serde(default)]
    pub missed: u32,
    #[serde(default)]
    pub problem: Option<String>,
    /// Of what a watched page showed.
    #[serde(default)]
    pub digest: Option<String>,
}

impl From<StoredSchedule> for ScheduleInfo {
    fn from(stored: StoredSchedule) -> Self {
        let StoredSchedule { id, name, when, run, enabled, next, last_run, last_begun, missed, problem, .. } = stored;
        Self { id, name, when, run, enabled, next, last_run, last_begun, missed, problem }
    }
}

/// All schedules. One that another version wrote is left out.
pub async fn list(store: &dyn ServerStore) -> Result<Vec<StoredSchedule>, RunHostError> {
    let rows = store.schedules().await.map_err(|error| failed(&error))?;
    Ok(rows.iter().filter_map(|(_, body)| serde_json::from_str(body).ok()).collect())
}

pub async fn save(store: &dyn ServerStore, schedule: &StoredSchedule) -> Result<(), RunHostError> {
    let body = serde_json::to_string(schedule).map_err(|error| RunHostError::Failed(error.to_string()))?;
    store.save_schedule(&schedule.id, &body).await.map_err(|error| failed(&error))
}

/// Checks a schedule and adds it. Its task was checked before.
pub async fn new_schedule(
    store: &dyn ServerStore,
    id: &str,
    schedule: NewSchedule,
) -> Result<StoredSchedule, RunHostError> {
    check(&schedule)?;
    if list(store).await?.len() >= MOST_SCHEDULES {
        return Err(refused(&format!("there are {MOST_SCHEDULES} schedules already; remove one first")));
    }
    let NewSchedule { name, when, run } = schedule;
    let named = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| run.task.clone());
    // A page is looked at for the first time at once, to know what it shows now.
    let next = match &when {
        ScheduleTrigger::Cron { .. } => next_time(&when, now())?,
        ScheduleTrigger::PageChange { .. } => now(),
    };
    let added = StoredSchedule {
        id: id.to_owned(),
        name: truncate(named.trim(), LONGEST_NAME).into_owned(),
        when,
        run,
        enabled: true,
        next: Some(next),
        last_run: None,
        last_begun: None,
        missed: 0,
        problem: None,
        digest: None,
    };
    save(store, &added).await?;
    Ok(added)
}

/// Checks when a schedule is due, without adding it.
pub fn check(schedule: &NewSchedule) -> Result<(), RunHostError> {
    if schedule.run.idempotency_key.is_some() {
        return Err(refused("a schedule begins many runs, so its task has no idempotency key"));
    }
    if let ScheduleTrigger::PageChange { url, part, every_minutes } = &schedule.when {
        WebUrl::parse(url).map_err(|error| refused(&error.to_string()))?;
        if !(1..=MOST_MINUTES).contains(every_minutes) {
            return Err(refused("a page is looked at every 1 to 10080 minutes"));
        }
        if part.as_ref().is_some_and(|part| part.trim().is_empty() || part.len() > LONGEST_NAME) {
            return Err(refused("a part of a page is a text that it contains"));
        }
    }
    next_time(&schedule.when, now()).map(drop)
}

pub async fn switch_schedule(store: &dyn ServerStore, id: &str, enabled: bool) -> Result<(), RunHostError> {
    let found = list(store).await?.into_iter().find(|schedule| schedule.id == id);
    let mut schedule = found.ok_or_else(|| unknown(id))?;
    schedule.enabled = enabled;
    schedule.next = if enabled { Some(next_time(&schedule.when, now())?) } else { None };
    save(store, &schedule).await
}

pub async fn remove_schedule(store: &dyn ServerStore, id: &str) -> Result<(), RunHostError> {
    let was_there = store.remove_schedule(id).await.map_err(|error| failed(&error))?;
    if was_there { Ok(()) } else { Err(unknown(id)) }
}

pub fn unknown(id: &str) -> RunHostError {
    let id: String = webhand_model::clean(id).chars().take(40).collect();
    RunHostError::NotFound(format!("there is no schedule {id}"))
}

fn refused(text: &str) -> RunHostError {
    RunHostError::Refused(text.to_owned())
}

fn failed(error: &StoreError) -> RunHostError {
    RunHostError::Failed(error.to_string())
}

const MOST_SCHEDULES: usize = 200;
const LONGEST_NAME: usize = 200;
const MOST_MINUTES: u32 = 10_080;
