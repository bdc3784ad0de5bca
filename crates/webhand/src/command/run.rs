//! `webhand run`: one task from its first look to its answer.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use webhand_chrome::Window;
use webhand_engine::{Ports, RunStart};
use webhand_port::Browser as _;

use super::PreparedTask;
use super::interaction::{output_style, unanswered_policy, warn_of_grants};
use crate::cli::{GlobalArgs, RunArgs};
use crate::data_dir::{DataDir, new_run_id};
use crate::exit::{Exit, UsageError};
use crate::leftovers::{CLEANED_WITHIN, spawn_cleanup};
use crate::run_job::{AnswerPolicy, Conclusion, EventOutput, OnInterrupt, RunJob, Unanswered, print_conclusion};
use crate::settings::SettingsFile;
use crate::signals::Signals;
use crate::terminal::{LineKind, Prompter, Screen, ScreenLine};
use crate::wiring::{self, BrainOpener, BrowserLaunch};

pub async fn run_task(global: &GlobalArgs, args: RunArgs) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let prepared = PreparedTask::from_args(&text(&args)?, &args.options, &settings, unanswered_policy(global))?;
    let PreparedTask { task, brain, helpers, setup, wants_report } = prepared;
    let id = new_run_id()?;
    let folder = data_dir.run_folder(&id);
    let mut launch = BrowserLaunch::for_run(&data_dir, &id, &setup)?;
    launch.name_tabs(&task);
    let mut signals = Signals::listen();
    let _lock = folder.lock()?.context("another program works on this run")?;
    let style = output_style(global);
    let screen = Arc::new(Screen::open(style));
    let prepared = async {
        folder.save_setup(&setup)?;
        // The browser takes longest by far, so everything else happens while it starts.
        tokio::try_join!(wiring::start_run_browser(&launch, &screen, &helpers), wiring::open_store(&data_dir))
    };
    let ((chrome, browser), store) = match prepared.await {
        Ok(prepared) => prepared,
        Err(error) => {
            folder.remove();
            return Err(error);
        }
    };
    warn_of_grants(&screen, &task);
    tell_of_handover(&screen, &launch, global);
    let cleanup = spawn_cleanup(&data_dir, &store);
    let ports = Ports {
        browser: Arc::clone(&browser) as _,
        brain,
        brains: Arc::new(BrainOpener(helpers)),
        store: Arc::clone(&store) as _,
    };
    let job = RunJob {
        id: id.clone(),
        begin: RunStart::New(Box::new(task)),
        earlier: &[],
        ports,
        screen: &screen,
        output: EventOutput::for_json(global.json),
        answer_policy: AnswerPolicy::new(args.options.yes, unanswered_policy(global)),
        prompter: &mut Prompter::new(),
        signals: &mut signals,
        secrets: Arc::clone(&browser),
        on_interrupt: OnInterrupt::Park,
    };
    let stop = job.run().await;
    let saved = wiring::save_storage_state(&chrome, args.save_storage_state.as_deref()).await;
    browser.close().await;
    let stop = stop.with_context(|| format!("run {} was left", id.short()))?;
    let reports: Vec<PathBuf> = args.report.into_iter().chain(wants_report.then(|| folder.report())).collect();
    let conclusion = Conclusion::conclude_run(store.as_ref(), id, stop, &folder, &reports).await?;
    print_conclusion(&screen, style, &conclusion);
    // The cleanup began with the run and is long over, unless the run was very short.
    let _ = tokio::time::timeout(CLEANED_WITHIN, cleanup).await;
    saved.context("the log-ins were not kept")?;
    Ok(conclusion.exit())
}

/// Says how a person gets a browser that they see.
fn tell_of_handover(screen: &Screen, launch: &BrowserLaunch, global: &GlobalArgs) {
    if launch.window == Window::Visible && unanswered_policy(global) == Unanswered::AskAtTerminal {
        screen.show(ScreenLine::new(LineKind::About, "Ctrl-\\ gives you the browser, whenever you like"));
    }
}

/// The text of the task, from the argument or standard input.
fn text(args: &RunArgs) -> Result<String> {
    let text = if args.task == "-" { from_stdin()? } else { args.task.clone() };
    if text.trim().is_empty() {
        bail!(UsageError("the task is empty; say what to do".to_owned()));
    }
    Ok(text)
}

fn from_stdin() -> Result<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(MOST_TASK + 1)
        .read_to_string(&mut text)
        .context("cannot read the task from standard input")?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MOST_TASK {
        bail!(UsageError(format!("the task is longer than {MOST_TASK} bytes; shorten it")));
    }
    Ok(text)
}

const MOST_TASK: u64 = 64 * 1024;
