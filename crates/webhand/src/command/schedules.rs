//! `webhand schedules`: lists, adds and removes what a server begins by itself. They lie in the store, so no server has to run.

use anyhow::{Result, anyhow};
use serde_json::json;
use webhand_api::RunHostError;
use webhand_port::ServerStore;
use webhand_wire::api::{NewRun, NewSchedule, ScheduleInfo, ScheduleTrigger};

use crate::cli::{GlobalArgs, NewScheduleArgs, SchedulesVerb};
use crate::data_dir::{DataDir, new_run_id};
use crate::display;
use crate::exit::{Exit, UsageError};
use crate::served_runs::schedules::{list, local_time, new_schedule, remove_schedule, switch_schedule};
use crate::terminal::{print_line, print_note};
use crate::wiring;

pub async fn run_schedules(global: &GlobalArgs, verb: SchedulesVerb) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let store = wiring::open_store(&data_dir).await?;
    let store: &dyn ServerStore = store.as_ref();
    match verb {
        SchedulesVerb::List => print_list(global, store).await?,
        SchedulesVerb::Add(args) => {
            let id = new_run_id()?;
            let added = new_schedule(store, id.short(), from_args(*args)).await.map_err(failed)?;
            let added = ScheduleInfo::from(added);
            if global.json {
                print_line(&json!({"result": added}).to_string());
            } else {
                print_line(&in_one_line(&added));
                print_note("`webhand serve` begins it when it is due");
            }
        }
        SchedulesVerb::Remove { id } => {
            remove_schedule(store, &id).await.map_err(failed)?;
            print_done(global, &id, "removed");
        }
        SchedulesVerb::On { id } => {
            switch_schedule(store, &id, true).await.map_err(failed)?;
            print_done(global, &id, "on");
        }
        SchedulesVerb::Off { id } => {
            switch_schedule(store, &id, false).await.map_err(failed)?;
            print_done(global, &id, "off");
        }
    }
    Ok(Exit::Done)
}

fn from_args(args: NewScheduleArgs) -> NewSchedule {
    let NewScheduleArgs { task, cron, zone, page, part, every, name, url, brain, allow, profile } = args;
    let when = match (cron, page) {
        (Some(expression), _) => ScheduleTrigger::Cron { expression, zone },
        (None, page) => ScheduleTrigger::PageChange { url: page.unwrap_or_default(), part, every_minutes: every },
    };
    NewSchedule { name, when, run: NewRun { task, url, brain, allow, profile, ..NewRun::default() } }
}

async fn print_list(global: &GlobalArgs, store: &dyn ServerStore) -> Result<()> {
    let all: Vec<ScheduleInfo> = list(store).await.map_err(failed)?.into_iter().map(ScheduleInfo::from).collect();
    if all.is_empty() && !global.json {
        print_note("no schedules; `webhand schedules add \"…\" --cron \"0 8 * * *\"` makes one");
    }
    for schedule in all {
        print_line(&if global.json { json!(schedule).to_string() } else { in_one_line(&schedule) });
    }
    Ok(())
}

fn in_one_line(schedule: &ScheduleInfo) -> String {
    let when = match &schedule.when {
        ScheduleTrigger::Cron { expression, zone } => {
            format!("{expression}{}", zone.as_ref().map(|zone| format!(" {zone}")).unwrap_or_default())
        }
        ScheduleTrigger::PageChange { url, every_minutes, .. } => format!("change of {url}, every {every_minutes} min"),
    };
    let next = schedule.next.map_or_else(|| "off".to_owned(), |next| format!("next {}", local_time(next)));
    let missed = if schedule.missed > 0 { format!(", {} missed", schedule.missed) } else { String::new() };
    let problem = schedule.problem.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    let line = format!("{}  {when}  {next}{missed}  {}{problem}", schedule.id, schedule.name);
    display::one_line(&line, 300)
}

fn print_done(global: &GlobalArgs, id: &str, state: &str) {
    if global.json {
        print_line(&json!({"result": {"schedule": id, "state": state}}).to_string());
    } else {
        print_line(&format!("{id} is {state}"));
    }
}

fn failed(error: RunHostError) -> anyhow::Error {
    if matches!(error, RunHostError::Refused(_) | RunHostError::OwnerOnly(_) | RunHostError::NotFound(_)) {
        UsageError(error.to_string()).into()
    } else {
        anyhow!(error)
    }
}
