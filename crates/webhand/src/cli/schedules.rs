//! `webhand schedules` as a person writes it.

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum SchedulesVerb {
    /// All schedules, with when they are due
    List,
    /// Begin a task at certain times, or when a page changes
    Add(Box<NewScheduleArgs>),
    /// Remove a schedule; its runs stay
    Remove {
        /// As `webhand schedules list` names it
        id: String,
    },
    /// Switch a schedule on
    On {
        /// As `webhand schedules list` names it
        id: String,
    },
    /// Switch a schedule off
    Off {
        /// As `webhand schedules list` names it
        id: String,
    },
}

#[derive(Debug, Args)]
pub struct NewScheduleArgs {
    /// What to do, in your own words
    pub task: String,
    /// Five fields: minute, hour, day, month, day of the week; or @hourly, @daily, @weekly, @monthly
    #[arg(long, value_name = "EXPRESSION", required_unless_present = "page", conflicts_with = "page")]
    pub cron: Option<String>,
    /// The time zone of the expression, such as Europe/Madrid [default: this machine's]
    #[arg(long, value_name = "ZONE", requires = "cron")]
    pub zone: Option<String>,
    /// Begin when this page shows something else
    #[arg(long, value_name = "URL")]
    pub page: Option<String>,
    /// Only the part of the page around this text
    #[arg(long, value_name = "TEXT", requires = "page")]
    pub part: Option<String>,
    /// How often the page is looked at, in minutes
    #[arg(long, value_name = "MINUTES", requires = "page", default_value_t = 60)]
    pub every: u32,
    /// What you call it [default: the task]
    #[arg(long)]
    pub name: Option<String>,
    /// Where the task begins
    #[arg(long)]
    pub url: Option<String>,
    /// Who decides, as for `webhand run`
    #[arg(long)]
    pub brain: Option<String>,
    /// Where its runs may read, type and send without asking
    #[arg(long, value_name = "ORIGIN")]
    pub allow: Vec<String>,
    /// The named profile whose log-ins its runs use
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
}
