//! `webhand runs`: lists, shows, verifies, answers and resumes runs.

mod har;
mod import;
mod resume;
mod show;
mod verify;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::json;
use webhand_engine::cancel;
use webhand_model::{RunId, Seq};
use webhand_port::{ServerStore as _, Store};
use webhand_store::SqliteStore;

use crate::cli::{GlobalArgs, RunsVerb};
use crate::data_dir::{DataDir, write_private};
use crate::display;
use crate::exit::{Exit, UsageError};
use crate::report;
use crate::terminal::print_line;
use crate::wiring;

pub async fn run_subcommand(global: &GlobalArgs, verb: RunsVerb) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let store = wiring::open_store(&data_dir).await?;
    match verb {
        RunsVerb::List { most } => show::list(global, &data_dir, store.as_ref(), most).await,
        RunsVerb::Show { id } => show::show(global, &data_dir, store.as_ref(), &find(&store, &id).await?).await,
        RunsVerb::Resume(args) => {
            let id = find(&store, &args.id).await?;
            resume::resume_run(global, &data_dir, &store, id, &args, None).await
        }
        RunsVerb::Answer { resume: args, reply: Some(reply), .. } => {
            let id = find(&store, &args.id).await?;
            resume::answer_run(global, &data_dir, &store, id, &args, &reply).await
        }
        RunsVerb::Answer { resume: args, reply: None, .. } => {
            let id = find(&store, &args.id).await?;
            resume::enter_secret(global, &data_dir, &store, id, &args).await
        }
        RunsVerb::Take(args) => {
            let id = find(&store, &args.id).await?;
            resume::take_browser(global, &data_dir, &store, id, args).await
        }
        RunsVerb::GiveBack(args) => {
            let id = find(&store, &args.id).await?;
            resume::give_back_browser(global, &data_dir, &store, id, &args).await
        }
        RunsVerb::Tell { id, text } => {
            let id = find(&store, &id).await?;
            resume::tell_run(&store, &id, &text).await?;
            print_result(global, &format!("told {}", id.short()), &json!({"run": id.as_str()}));
            Ok(Exit::Done)
        }
        RunsVerb::Brain { id, brain } => {
            let id = find(&store, &id).await?;
            resume::change_brain(&store, &id, &brain).await?;
            let text = format!("{brain} goes on with {}", id.short());
            print_result(global, &text, &json!({"run": id.as_str(), "brain": brain}));
            Ok(Exit::Done)
        }
        RunsVerb::Cancel { id } => {
            let id = find(&store, &id).await?;
            cancel_run(global, &data_dir, store, &id).await
        }
        RunsVerb::Forget { id } => forget(global, &data_dir, &store, &find(&store, &id).await?).await,
        RunsVerb::Import { file } => import::import_run(global, &store, &file).await,
        RunsVerb::Verify { id } => verify::verify_journal(global, &store, &find(&store, &id).await?).await,
        RunsVerb::Har { id, output, with_secrets } => {
            write_archive(global, &store, &find(&store, &id).await?, output, with_secrets).await
        }
        RunsVerb::Report { id, output, share } => {
            write_report(global, &data_dir, &store, &find(&store, &id).await?, output, share).await
        }
    }
}

async fn write_archive(
    global: &GlobalArgs,
    store: &SqliteStore,
    id: &RunId,
    output: Option<PathBuf>,
    with_secrets: bool,
) -> Result<Exit> {
    let secrets = if with_secrets { har::Secrets::Kept } else { har::Secrets::Hidden };
    let archive = har::archive(&store.read(id, Seq(0)).await?, secrets);
    let count = har::entries(&archive);
    let path = output.unwrap_or_else(|| format!("{}.har", id.short()).into());
    write_private(&path, serde_json::to_string_pretty(&archive)?.as_bytes())?;
    let text = format!("{}: {}", path.display(), display::count(count, "request"));
    print_result(global, &text, &json!({"run": id.as_str(), "har": path, "requests": count}));
    Ok(Exit::Done)
}

async fn write_report(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &SqliteStore,
    id: &RunId,
    output: Option<PathBuf>,
    share: bool,
) -> Result<Exit> {
    let folder = data_dir.run_folder(id);
    let path = output.unwrap_or_else(|| if share { folder.shared_report() } else { folder.report() });
    let events = store.read(id, Seq(0)).await?;
    let html = if share {
        report::render_shared(store, id, &events).await?
    } else {
        report::render(store, id, &events).await?
    };
    write_private(&path, html.as_bytes())?;
    print_result(global, &path.display().to_string(), &json!({"run": id.as_str(), "report": path}));
    Ok(Exit::Done)
}

async fn cancel_run(global: &GlobalArgs, data_dir: &DataDir, store: Arc<SqliteStore>, id: &RunId) -> Result<Exit> {
    let store: Arc<dyn Store> = store;
    cancel(&store, id).await?;
    if !data_dir.run_folder(id).is_locked() {
        data_dir.run_folder(id).remove_profile();
    }
    print_result(global, &format!("cancelled {}", id.short()), &json!({"run": id.as_str(), "outcome": "cancelled"}));
    Ok(Exit::Done)
}

async fn forget(global: &GlobalArgs, data_dir: &DataDir, store: &SqliteStore, id: &RunId) -> Result<Exit> {
    let folder = data_dir.run_folder(id);
    if folder.is_locked() {
        bail!("another webhand works on run {}; cancel it first", id.short());
    }
    store.forget_run(id).await?;
    folder.remove();
    print_result(global, &format!("{} is forgotten", id.short()), &json!({"run": id.as_str()}));
    Ok(Exit::Done)
}

fn print_result(global: &GlobalArgs, text: &str, result: &serde_json::Value) {
    if global.json { print_line(&json!({"result": result}).to_string()) } else { print_line(text) }
}

/// The run whose id begins with `written`.
async fn find(store: &SqliteStore, written: &str) -> Result<RunId> {
    let mut found = store.find(written).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => bail!(UsageError(format!("there is no run {}; `webhand runs list` shows them", display::quoted(written)))),
        _ => {
            let ids: Vec<_> = found.iter().take(5).map(RunId::short).collect();
            bail!(UsageError(format!("{} could be {}; write more of it", display::quoted(written), ids.join(", "))))
        }
    }
}
