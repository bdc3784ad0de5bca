//! Tasks that a server begins by itself: at certain times, or when a page changes.

use serde::{Deserialize, Serialize};

use super::NewRun;

/// A task and when it is begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSchedule {
    /// What the person calls it; the task's text when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    pub when: ScheduleTrigger,
    /// The task; it may have no idempotency key.
    pub run: NewRun,
}

/// When a run begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
pub enum ScheduleTrigger {
    /// At the times that a cron expression names.
    Cron {
        /// Minute, hour, day of the month, month and day of the week, such as `0 8 * * mon-fri`; or `@hourly`, `@daily`,
        /// `@weekly`, `@monthly`.
        expression: String,
        /// A name such as `Europe/Madrid`; the time zone of the server when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        zone: Option<String>,
    },
    /// When a page, or a part of it, shows something else than the last time.
    PageChange {
        url: String,
        /// A text that the part contains, such as a heading; the part is the smallest region, table, list or section
        /// around it. The whole page when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        part: Option<String>,
        /// How often the page is looked at.
        every_minutes: u32,
    },
}

/// A schedule as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleInfo {
    pub id: String,
    pub name: String,
    pub when: ScheduleTrigger,
    pub run: NewRun,
    pub enabled: bool,
    /// When it is due, in milliseconds since 1970; none while it is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<u64>,
    /// The newest run that it began, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub last_run: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub last_begun: Option<u64>,
    /// Times that passed while the server was away, since the last begun run.
    pub missed: u32,
    /// Why the last time did not begin a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub problem: Option<String>,
}

/// All schedules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScheduleList {
    pub schedules: Vec<ScheduleInfo>,
}

/// Switches a schedule on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScheduleSwitch {
    pub enabled: bool,
}
