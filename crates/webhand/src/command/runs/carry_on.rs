//! Takes up a run that was interrupted or waits for an answer.

use std::io::{BufRead as _, IsTerminal as _, Read as _};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::time::{sleep, timeout};
use webhand_engine::{Ports, RunStart, SecretKeeper, send};
use webhand_model::{
    Event, EventKind, Input, PersonReply, Question, QuestionKind, RunId, RunStatus, Secret, Seq, Task,
};
use webhand_port::{Browser as _, Store, StoreError};
use webhand_store::SqliteStore;

use super::super::run::{rest, style, wish};
use super::{folded, is_session, say};
use crate::cli::{BrowserArg, BrowserArgs, CarryOnArgs, Everywhere};
use crate::exit::{Exit, Usage};
use crate::home::{Home, Setup};
use crate::settings::SettingsFile;
use crate::terminal::{Hush, Prompter, Screen, remark, reply_from};
use crate::wiring::{self, AllBrains, Helpers};
use crate::work::{Answering, Conclusion, Job, Signals, Telling, show_end};

/// Answers the question a run waits for. Whoever works on the run takes the answer; otherwise the work goes on here.
pub async fn answer(
    everywhere: &Everywhere,
    home: &Home,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &CarryOnArgs,
    written: &str,
) -> Result<Exit> {
    let RunStatus::Waiting(question) = folded(&id, &store.read(&id, Seq(0)).await?).status else {
        bail!(Usage(format!("run {} asks nothing; `webhand runs show {0}` shows where it stands", id.short())));
    };
    if matches!(question.kind, QuestionKind::Secret(_)) && !is_no(written) {
        bail!(Usage(format!(
            "run {} asks for a secret, which a command line would show to others: webhand runs answer {0} --secret",
            id.short()
        )));
    }
    let Some(reply) = reply_from(&question, written) else {
        bail!(Usage("the answer is empty; say yes, no or text".to_owned()))
    };
    if home.run(&id).is_taken() {
        let store: Arc<dyn Store> = Arc::clone(store) as _;
        send(&store, &id, Input::Replied(reply)).await?;
        say(
            everywhere,
            "answered; the run goes on where it is being worked on",
            &json!({"run": id.as_str(), "answered": true}),
        );
        return Ok(Exit::Done);
    }
    resume(everywhere, home, store, id, args, Some(Given { question, reply, secret: None })).await
}

/// An answer that is there before the question is asked again.
pub struct Given {
    question: Question,
    reply: PersonReply,
    /// What goes with it beside the journal.
    secret: Option<Secret>,
}

impl Given {
    fn told(self, answering: Answering, hands: &SecretKeeper) -> Answering {
        if let (QuestionKind::Secret(to), Some(secret)) = (&self.question.kind, self.secret) {
            hands.entrust(to.clone(), secret);
        }
        answering.with_reply(self.question, self.reply)
    }
}

/// Enters the secret a run waits for, and carries the run on here: it is told to nobody else.
pub async fn enter(
    everywhere: &Everywhere,
    home: &Home,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &CarryOnArgs,
) -> Result<Exit> {
    let status = folded(&id, &store.read(&id, Seq(0)).await?).status;
    let question = match status {
        RunStatus::Waiting(question) if matches!(question.kind, QuestionKind::Secret(_)) => question,
        RunStatus::Waiting(_) | RunStatus::Open | RunStatus::Paused | RunStatus::Over(_) => {
            bail!(Usage(format!(
                "run {} asks for no secret; `webhand runs show {0}` shows where it stands",
                id.short()
            )))
        }
    };
    if home.run(&id).is_taken() {
        bail!(Usage(format!("another webhand works on run {}; enter it there", id.short())));
    }
    let secret = Secret::new(&typed(&question)?).map_err(|error| Usage(error.to_string()))?;
    resume(
        everywhere,
        home,
        store,
        id,
        args,
        Some(Given { question, reply: PersonReply::Entered, secret: Some(secret) }),
    )
    .await
}

/// One line from the terminal, which does not show it, or from standard input.
fn typed(question: &Question) -> Result<String> {
    let mut line = String::new();
    let stdin = std::io::stdin();
    let _hush = if stdin.is_terminal() {
        remark(&format!("{}\n(It is not shown.)", crate::words::shown(&question.text, 500)));
        Some(Hush::begin().context("the terminal cannot be asked in secret; pipe it in")?)
    } else {
        None
    };
    stdin.lock().take(MOST_TYPED).read_line(&mut line).context("nothing could be read")?;
    Ok(line)
}

fn is_no(written: &str) -> bool {
    matches!(written.trim().to_lowercase().as_str(), "n" | "no")
}

/// The person takes the browser: where the run is worked on, or else in a new window here.
pub async fn take(
    everywhere: &Everywhere,
    home: &Home,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: CarryOnArgs,
) -> Result<Exit> {
    let journal: Arc<dyn Store> = Arc::clone(store) as _;
    send(&journal, &id, Input::TakenOver).await?;
    if !home.run(&id).is_taken() {
        let browser = BrowserArgs { browser: args.browser.browser.or(Some(BrowserArg::Visible)), ..args.browser };
        let args = CarryOnArgs { browser, ..args };
        return resume(everywhere, home, store, id, &args, None).await;
    }
    let_go(&id, async || store.read(&id, Seq(0)).await).await?;
    let text = format!("the browser is yours; when you are done: webhand runs give-back {}", id.short());
    say(everywhere, &text, &json!({"run": id.as_str(), "taken": true}));
    Ok(Exit::Done)
}

/// Reads a run's journal again and again, until the run has taken its hands off the browser or is over.
async fn let_go(id: &RunId, journal: impl AsyncFn() -> Result<Vec<Event>, StoreError>) -> Result<()> {
    let is_let_go = |events: Vec<Event>| {
        let run = folded(id, &events);
        run.is_with_person() || matches!(run.status, RunStatus::Over(_))
    };
    let waiting = async {
        while !is_let_go(journal().await?) {
            sleep(BETWEEN_READINGS).await;
        }
        Ok::<_, StoreError>(())
    };
    let late = || format!("run {} has not let go of the browser yet; `webhand runs show {0}` tells when", id.short());
    Ok(timeout(LET_GO_WITHIN, waiting).await.with_context(late)??)
}

/// The person is done with the browser.
pub async fn give_back(
    everywhere: &Everywhere,
    home: &Home,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &CarryOnArgs,
) -> Result<Exit> {
    if !folded(&id, &store.read(&id, Seq(0)).await?).is_with_person() {
        bail!(Usage(format!("run {} has its browser; `webhand runs take {0}` takes it", id.short())));
    }
    answer(everywhere, home, store, id, args, "yes").await
}

/// Another brain decides from now on, wherever the run is worked on.
pub async fn change_brain(store: &Arc<SqliteStore>, id: &RunId, brain: &str) -> Result<()> {
    let events = store.read(id, Seq(0)).await?;
    not_a_session(id, &events)?;
    let task = task_of(&events)?;
    let helpers = Helpers::of(task);
    wiring::brains(brain, &helpers)?;
    if task.limits.cost.is_some() {
        wiring::check_priced(brain, &helpers)?;
    }
    let store: Arc<dyn Store> = Arc::clone(store) as _;
    Ok(send(&store, id, Input::BrainChanged(brain.to_owned())).await?)
}

/// Carries a run on in this program, with a new browser.
pub async fn resume(
    everywhere: &Everywhere,
    home: &Home,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &CarryOnArgs,
    answer: Option<Given>,
) -> Result<Exit> {
    let folder = home.run(&id);
    let Some(_lock) = folder.take()? else {
        bail!("another webhand works on run {} now; end it there first", id.short());
    };
    if let Some(brain) = &args.brain {
        change_brain(store, &id, brain).await?;
    }
    let earlier = store.read(&id, Seq(0)).await?;
    let status = unfinished(&id, &earlier)?;
    let settings = SettingsFile::find()?.settings()?;
    let setup = set_up_again(folder.setup(), &args.browser);
    let helpers = Helpers::of(task_of(&earlier)?);
    let brain = wiring::brains(brain_of(&earlier)?, &helpers)?;
    let mut signals = Signals::listen();
    let style = style(everywhere);
    let screen = Arc::new(Screen::open(style));
    let browser = wiring::hands(&wish(home, &id, &setup)?, &screen).await?;
    if status == RunStatus::Paused {
        let store: Arc<dyn Store> = Arc::clone(store) as _;
        send(&store, &id, Input::Continue).await?;
    }
    let answering = Answering::new(args.yes, rest(everywhere));
    let answering = match answer {
        Some(given) => given.told(answering, &browser),
        None => answering,
    };
    let job = Job {
        id: id.clone(),
        begin: RunStart::Resume,
        earlier: &earlier,
        ports: Ports {
            browser: Arc::clone(&browser) as _,
            brain,
            brains: Arc::new(AllBrains(helpers)),
            store: Arc::clone(store) as _,
        },
        screen: &screen,
        telling: Telling::of(everywhere.json),
        answering,
        prompter: &mut Prompter::new(),
        signals: &mut signals,
        discreet: Arc::clone(&browser),
    };
    let stop = job.carry_out().await;
    browser.close().await;
    let stop = stop.with_context(|| format!("run {} was left", id.short()))?;
    let reports: Vec<_> = settings.report.unwrap_or(true).then(|| folder.report()).into_iter().collect();
    let conclusion = Conclusion::reach(store.as_ref(), id, stop, &folder, &reports).await?;
    show_end(&screen, style, &conclusion);
    Ok(conclusion.exit())
}

/// All as it was when the run began, unless something else is asked for now.
fn set_up_again(before: Setup, asked: &BrowserArgs) -> Setup {
    Setup {
        browser: asked.browser.or(before.browser),
        browser_path: asked.browser_path.clone().or(before.browser_path),
        profile: before.profile,
    }
}

/// Where a run stands that can be carried on.
fn unfinished(id: &RunId, events: &[Event]) -> Result<RunStatus> {
    not_a_session(id, events)?;
    match folded(id, events).status {
        RunStatus::Over(_) => bail!(Usage(format!("run {} is over; start a new one with `webhand run`", id.short()))),
        status @ (RunStatus::Open | RunStatus::Paused | RunStatus::Waiting(_)) => Ok(status),
    }
}

/// A session is carried on by its agent or not at all.
fn not_a_session(id: &RunId, events: &[Event]) -> Result<()> {
    if is_session(events) {
        bail!(Usage(format!("{} is an agent's session; only its agent goes on with it", id.short())));
    }
    Ok(())
}

/// The brain the run was started with, or was given last.
fn brain_of(events: &[Event]) -> Result<&str> {
    let named = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Input { input: Input::Started(Task { brain, .. }) | Input::BrainChanged(brain), .. } => Some(brain),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    named.map(String::as_str).context("the journal does not begin with a task")
}

/// What the run was started with.
fn task_of(events: &[Event]) -> Result<&Task> {
    match events.first().map(|event| &event.kind) {
        Some(EventKind::Input { input: Input::Started(task), .. }) => Ok(task),
        Some(EventKind::Input { .. } | EventKind::Intent { .. }) | None => {
            bail!("the journal does not begin with a task")
        }
    }
}

const MOST_TYPED: u64 = 4_096;
/// What is under way may take its time to stop.
const LET_GO_WITHIN: Duration = Duration::from_secs(20);
const BETWEEN_READINGS: Duration = Duration::from_millis(20);

#[cfg(test)]
mod tests;
