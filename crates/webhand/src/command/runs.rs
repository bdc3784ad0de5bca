//! `webhand runs`: what was done, what waits, and carrying it on.

mod carry_on;
mod look;

use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::json;
use webhand_engine::cancel;
use webhand_model::{Driver, Event, EventKind, Input, RunId, RunStatus, RunSummary, Seq};
use webhand_port::Store;
use webhand_store::SqliteStore;

use crate::cli::{Everywhere, RunsVerb};
use crate::exit::{Exit, Usage};
use crate::home::{Home, RunFolder, write_private};
use crate::report;
use crate::terminal::print;
use crate::wiring;
use crate::words;

pub async fn carry_out(everywhere: &Everywhere, verb: RunsVerb) -> Result<Exit> {
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let store = wiring::store(&home).await?;
    match verb {
        RunsVerb::List { most } => look::list(everywhere, &home, store.as_ref(), most).await,
        RunsVerb::Show { id } => look::show(everywhere, &home, store.as_ref(), &find(&store, &id).await?).await,
        RunsVerb::Resume(args) => {
            let id = find(&store, &args.id).await?;
            carry_on::resume(everywhere, &home, &store, id, &args, None).await
        }
        RunsVerb::Answer { carry_on: args, reply: Some(reply), .. } => {
            let id = find(&store, &args.id).await?;
            carry_on::answer(everywhere, &home, &store, id, &args, &reply).await
        }
        RunsVerb::Answer { carry_on: args, reply: None, .. } => {
            let id = find(&store, &args.id).await?;
            carry_on::enter(everywhere, &home, &store, id, &args).await
        }
        RunsVerb::Take(args) => {
            let id = find(&store, &args.id).await?;
            carry_on::take(everywhere, &home, &store, id, args).await
        }
        RunsVerb::GiveBack(args) => {
            let id = find(&store, &args.id).await?;
            carry_on::give_back(everywhere, &home, &store, id, &args).await
        }
        RunsVerb::Brain { id, brain } => {
            let id = find(&store, &id).await?;
            carry_on::change_brain(&store, &id, &brain).await?;
            let text = format!("{brain} goes on with {}", id.short());
            say(everywhere, &text, &json!({"run": id.as_str(), "brain": brain}));
            Ok(Exit::Done)
        }
        RunsVerb::Cancel { id } => {
            let id = find(&store, &id).await?;
            let store: Arc<dyn Store> = store;
            cancel(&store, &id).await?;
            if !home.run(&id).is_taken() {
                home.run(&id).remove_profile();
            }
            say(everywhere, &format!("cancelled {}", id.short()), &json!({"run": id.as_str(), "outcome": "cancelled"}));
            Ok(Exit::Done)
        }
        RunsVerb::Report { id, output } => {
            let id = find(&store, &id).await?;
            let path = output.unwrap_or_else(|| home.run(&id).report());
            let events = store.read(&id, Seq(0)).await?;
            write_private(&path, report::render(store.as_ref(), &id, &events).await?.as_bytes())?;
            say(everywhere, &path.display().to_string(), &json!({"run": id.as_str(), "report": path}));
            Ok(Exit::Done)
        }
    }
}

fn say(everywhere: &Everywhere, text: &str, result: &serde_json::Value) {
    if everywhere.json { print(&json!({"result": result}).to_string()) } else { print(text) }
}

/// The run that an id, or the beginning of one, means.
async fn find(store: &SqliteStore, written: &str) -> Result<RunId> {
    let mut found = store.find(written).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => bail!(Usage(format!("there is no run {}; `webhand runs list` shows them", words::quoted(written)))),
        _ => {
            let ids: Vec<_> = found.iter().take(5).map(RunId::short).collect();
            bail!(Usage(format!("{} could be {}; write more of it", words::quoted(written), ids.join(", "))))
        }
    }
}

/// One run as lists show it.
fn folded(id: &RunId, events: &[Event]) -> RunSummary {
    let mut summary = RunSummary::new(id.clone());
    for event in events {
        summary.apply_event(event);
    }
    summary
}

/// Removes the profile of a run that is over, and all of one that was never begun, unless a program works on it. A
/// session whose program is gone is over: its agent has no browser to come back to.
pub async fn sweep(store: &Arc<dyn Store>, id: &RunId, folder: &RunFolder) {
    let Ok(Some(_lock)) = folder.take() else { return };
    let Ok(events) = store.read(id, Seq(0)).await else { return };
    let summary = folded(id, &events);
    if summary.started == 0 {
        folder.remove();
    } else if matches!(summary.status, RunStatus::Over(_)) {
        folder.remove_profile();
    } else if is_session(&events) && webhand_engine::send(store, id, Input::Closed).await.is_ok() {
        folder.clear();
    }
}

fn is_session(events: &[Event]) -> bool {
    let started = events.first().map(|event| &event.kind);
    matches!(started, Some(EventKind::Input { input: Input::Started(task), .. }) if task.driver == Driver::Outside)
}
