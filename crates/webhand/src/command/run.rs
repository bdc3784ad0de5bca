//! `webhand run`: one task from its first look to its answer.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tokio::task::JoinHandle;
use webhand_chrome::Window;
use webhand_engine::{Ports, RunStart};
use webhand_model::{Permission, RunId, Task};
use webhand_port::{Browser as _, Store};

use super::Prepared;
use crate::cli::{BrowserArg, Everywhere, RunArgs};
use crate::exit::{Exit, Usage};
use crate::home::{Home, Setup};
use crate::settings::SettingsFile;
use crate::terminal::{self, Line, Mark, Prompter, Screen, Style};
use crate::wiring::{self, AllBrains, Wish};
use crate::work::{Answering, Conclusion, Job, Rest, Signals, Telling, show_end};

pub async fn carry_out(everywhere: &Everywhere, args: RunArgs) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let prepared = Prepared::read(&text(&args)?, &args.work, &settings, rest(everywhere))?;
    let Prepared { task, brain, helpers, setup, wants_report } = prepared;
    let id = new_id()?;
    let folder = home.run(&id);
    let wish = wish(&home, &id, &setup)?;
    let mut signals = Signals::listen();
    let _lock = folder.take()?.context("another program works on this run")?;
    let style = style(everywhere);
    let screen = Arc::new(Screen::open(style));
    let prepared = async {
        folder.remember(&setup)?;
        // The browser takes longest by far, so everything else happens while it starts.
        tokio::try_join!(wiring::hands(&wish, &screen), wiring::store(&home))
    };
    let (browser, store) = match prepared.await {
        Ok(prepared) => prepared,
        Err(error) => {
            folder.remove();
            return Err(error);
        }
    };
    warn_of_grants(&screen, &task);
    if wish.window == Window::Visible && rest(everywhere) == Rest::Terminal {
        screen.show(Line::new(Mark::About, "Ctrl-\\ gives you the browser, whenever you like"));
    }
    let sweeping = sweep(&home, &store);
    let ports = Ports {
        browser: Arc::clone(&browser) as _,
        brain,
        brains: Arc::new(AllBrains(helpers)),
        store: Arc::clone(&store) as _,
    };
    let job = Job {
        id: id.clone(),
        begin: RunStart::New(Box::new(task)),
        earlier: &[],
        ports,
        screen: &screen,
        telling: Telling::of(everywhere.json),
        answering: Answering::new(args.work.yes, rest(everywhere)),
        prompter: &mut Prompter::new(),
        signals: &mut signals,
        discreet: Arc::clone(&browser),
    };
    let stop = job.carry_out().await;
    browser.close().await;
    let stop = stop.with_context(|| format!("run {} was left", id.short()))?;
    let reports: Vec<PathBuf> = args.report.into_iter().chain(wants_report.then(|| folder.report())).collect();
    let conclusion = Conclusion::reach(store.as_ref(), id, stop, &folder, &reports).await?;
    show_end(&screen, style, &conclusion);
    // It began with the run and is long over, unless the run was very short.
    let _ = tokio::time::timeout(SWEPT_WITHIN, sweeping).await;
    Ok(conclusion.exit())
}

/// The task as the person wrote it.
fn text(args: &RunArgs) -> Result<String> {
    let text = if args.task == "-" { from_stdin()? } else { args.task.clone() };
    if text.trim().is_empty() {
        bail!(Usage("the task is empty; say what to do".to_owned()));
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
        bail!(Usage(format!("the task is longer than {MOST_TASK} bytes; shorten it")));
    }
    Ok(text)
}

/// A run's id is never used again.
pub fn new_id() -> Result<RunId> {
    Ok(RunId::try_from(uuid::Uuid::new_v4().simple().to_string())?)
}

/// Which browser a run gets.
pub fn wish(home: &Home, id: &RunId, setup: &Setup) -> Result<Wish> {
    let profile = match &setup.profile {
        Some(name) => home.profile(name)?,
        None => home.run(id).profile(),
    };
    let window = setup.browser.map_or(Window::Headless, BrowserArg::into);
    Ok(Wish { program: setup.browser_path.clone(), profile, window, downloads: Some(home.run(id).downloads()) })
}

pub fn style(everywhere: &Everywhere) -> Style {
    match (everywhere.json, everywhere.quiet) {
        (true, _) => Style::Json,
        (false, true) => Style::Quiet,
        (false, false) => Style::Beside,
    }
}

/// What becomes of questions: programs that read JSON cannot be asked.
pub fn rest(everywhere: &Everywhere) -> Rest {
    if !everywhere.json && terminal::somebody_is_there() { Rest::Terminal } else { Rest::Park }
}

pub fn warn_of_grants(screen: &Screen, task: &Task) {
    let everything =
        task.grants.iter().find(|grant| grant.origins.is_everything() && grant.permission >= Permission::Commit);
    if everything.is_some() {
        let text = "--allow all: it may read, type, send, order and delete on every site without asking you";
        screen.show(Line::new(Mark::Refused, text));
    }
}

/// Removes profiles of runs that are over, which only a program that died at the last moment leaves behind.
pub fn sweep(home: &Home, store: &Arc<webhand_store::SqliteStore>) -> JoinHandle<()> {
    let left: Vec<_> = home.run_folders().into_iter().filter(|(_, folder)| folder.profile().exists()).collect();
    let store = Arc::clone(store) as Arc<dyn Store>;
    tokio::spawn(async move {
        for (id, folder) in left {
            super::runs::sweep(&store, &id, &folder).await;
        }
    })
}

const SWEPT_WITHIN: Duration = Duration::from_secs(2);
const MOST_TASK: u64 = 64 * 1024;
