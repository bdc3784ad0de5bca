//! Resumes a run that was interrupted or waits for an answer.

use std::io::{BufRead as _, IsTerminal as _, Read as _};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::time::{sleep, timeout};
use webhand_engine::{Ports, RunStart, SecretKeeper, send};
use webhand_model::{
    BrowserOwner, Event, EventKind, Input, Intent, PersonReply, Question, QuestionKind, ReplyChannel, ReplySource,
    RunId, RunStatus, Secret, Seq, Task, truncate,
};
use webhand_port::{Browser as _, Store, StoreError};
use webhand_store::SqliteStore;

use super::print_result;
use crate::ancestry::reply_source;
use crate::cli::{BrowserArg, BrowserArgs, GlobalArgs, ResumeArgs};
use crate::command::approvals::{confirm_without_question, confirm_yes};
use crate::command::interaction::{output_style, unanswered_policy};
use crate::data_dir::{DataDir, RunSetup};
use crate::exit::{Exit, PersonNeeded, UsageError};
use crate::journal::{current_brain, is_session, started_task, summarize};
use crate::run_job::{AnswerPolicy, Conclusion, EventOutput, OnInterrupt, RunJob, print_conclusion};
use crate::settings::SettingsFile;
use crate::signals::Signals;
use crate::terminal::{NoEcho, Prompter, Screen, print_note, reply_from};
use crate::wiring::{self, BrainOpener, BrowserLaunch, HelperBrains};

/// Answers the question that a run waits for. A process that drives the run receives the answer; if there is none, the
/// run is resumed here.
pub async fn answer_run(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &ResumeArgs,
    written: &str,
) -> Result<Exit> {
    let RunStatus::Waiting(question) = summarize(&id, &store.read(&id, Seq(0)).await?).status else {
        bail!(UsageError(format!("run {} asks nothing; `webhand runs show {0}` shows where it stands", id.short())));
    };
    if matches!(question.kind, QuestionKind::Secret(_)) && !is_no(written) {
        bail!(UsageError(format!(
            "run {} asks for a secret, which a command line would show to others: webhand runs answer {0} --secret",
            id.short()
        )));
    }
    let Some(reply) = reply_from(&question, written).or_else(|| told(written)) else {
        bail!(UsageError("the answer is empty; say yes, no or text".to_owned()))
    };
    let is_approval = matches!(question.kind, QuestionKind::Approval(_));
    let is_yes = matches!(reply, PersonReply::Yes | PersonReply::YesToKind);
    if is_approval && !is_yes && args.yes {
        bail!(UsageError("an answer that is no yes goes without --yes".to_owned()));
    }
    let (reply, source) =
        if is_approval && is_yes { confirm_yes(&question)? } else { (reply, reply_source(ReplyChannel::CommandLine)) };
    if data_dir.run_folder(&id).is_locked() {
        let store: Arc<dyn Store> = Arc::clone(store) as _;
        send(&store, &id, Input::RepliedFrom { reply, source }).await?;
        print_result(
            global,
            "answered; the run goes on where it is being worked on",
            &json!({"run": id.as_str(), "answered": true}),
        );
        return Ok(Exit::Done);
    }
    resume_run(global, data_dir, store, id, args, Some(GivenAnswer { question, reply, source, secret: None })).await
}

/// Words instead of a yes or no, which refuse and say why.
fn told(written: &str) -> Option<PersonReply> {
    let text = written.trim();
    (!text.is_empty()).then(|| PersonReply::Text(text.to_owned()))
}

/// An answer that is given before the resumed run asks its question again.
pub struct GivenAnswer {
    question: Question,
    reply: PersonReply,
    source: ReplySource,
    /// The secret that belongs to the answer and must not be in the journal.
    secret: Option<Secret>,
}

impl GivenAnswer {
    fn apply(self, answer_policy: AnswerPolicy, hands: &SecretKeeper) -> AnswerPolicy {
        if let (QuestionKind::Secret(to), Some(secret)) = (&self.question.kind, self.secret) {
            hands.entrust(to.clone(), secret);
        }
        answer_policy.with_reply(self.question, self.reply, self.source)
    }
}

/// Reads the secret that a run waits for, and resumes the run here: the secret is passed to no other process.
pub async fn enter_secret(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &ResumeArgs,
) -> Result<Exit> {
    let status = summarize(&id, &store.read(&id, Seq(0)).await?).status;
    let question = match status {
        RunStatus::Waiting(question) if matches!(question.kind, QuestionKind::Secret(_)) => question,
        RunStatus::Waiting(_) | RunStatus::Open | RunStatus::Paused | RunStatus::Over(_) => {
            bail!(UsageError(format!(
                "run {} asks for no secret; `webhand runs show {0}` shows where it stands",
                id.short()
            )))
        }
    };
    if data_dir.run_folder(&id).is_locked() {
        bail!(UsageError(format!("another webhand works on run {}; enter it there", id.short())));
    }
    let secret = Secret::new(&read_secret_line(&question)?).map_err(|error| UsageError(error.to_string()))?;
    resume_run(
        global,
        data_dir,
        store,
        id,
        args,
        Some(GivenAnswer {
            question,
            reply: PersonReply::Entered,
            source: reply_source(ReplyChannel::CommandLine),
            secret: Some(secret),
        }),
    )
    .await
}

/// One line from the terminal without echo, or from standard input.
fn read_secret_line(question: &Question) -> Result<String> {
    let mut line = String::new();
    let stdin = std::io::stdin();
    let _hush = if stdin.is_terminal() {
        print_note(&format!("{}\n(It is not shown.)", crate::display::one_line(&question.text, 500)));
        Some(NoEcho::begin().context("the terminal cannot be asked in secret; pipe it in")?)
    } else {
        None
    };
    stdin.lock().take(MOST_TYPED).read_line(&mut line).context("nothing could be read")?;
    Ok(line)
}

fn is_no(written: &str) -> bool {
    matches!(written.trim().to_lowercase().as_str(), "n" | "no")
}

/// Hands the browser to the person: in the process that drives the run, or else in a new window here.
pub async fn take_browser(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: ResumeArgs,
) -> Result<Exit> {
    let journal: Arc<dyn Store> = Arc::clone(store) as _;
    send(&journal, &id, Input::TakenOver).await?;
    if !data_dir.run_folder(&id).is_locked() {
        let browser = BrowserArgs { browser: args.browser.browser.or(Some(BrowserArg::Visible)), ..args.browser };
        let args = ResumeArgs { browser, ..args };
        return resume_run(global, data_dir, store, id, &args, None).await;
    }
    wait_until_released(&id, async || store.read(&id, Seq(0)).await).await?;
    let text = format!("the browser is yours; when you are done: webhand runs give-back {}", id.short());
    print_result(global, &text, &json!({"run": id.as_str(), "taken": true}));
    Ok(Exit::Done)
}

/// Polls a run's journal until the run has handed its browser over or is finished.
async fn wait_until_released(id: &RunId, journal: impl AsyncFn() -> Result<Vec<Event>, StoreError>) -> Result<()> {
    let is_released = |events: Vec<Event>| {
        let run = summarize(id, &events);
        run.is_with_person() || matches!(run.status, RunStatus::Over(_))
    };
    let waiting = async {
        while !is_released(journal().await?) {
            sleep(BETWEEN_READINGS).await;
        }
        Ok::<_, StoreError>(())
    };
    let late = || format!("run {} has not let go of the browser yet; `webhand runs show {0}` tells when", id.short());
    Ok(timeout(RELEASED_WITHIN, waiting).await.with_context(late)??)
}

/// Gives the browser back to the run.
pub async fn give_back_browser(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &ResumeArgs,
) -> Result<Exit> {
    if !summarize(&id, &store.read(&id, Seq(0)).await?).is_with_person() {
        bail!(UsageError(format!("run {} has its browser; `webhand runs take {0}` takes it", id.short())));
    }
    answer_run(global, data_dir, store, id, args, "yes").await
}

/// Writes the person's words into the journal, where the run reads them.
pub async fn tell_run(store: &Arc<SqliteStore>, id: &RunId, text: &str) -> Result<()> {
    refuse_session(id, &store.read(id, Seq(0)).await?)?;
    let text = truncate(text.trim(), LONGEST_WORDS).into_owned();
    if text.is_empty() {
        bail!(UsageError("there is nothing to tell".to_owned()));
    }
    let store: Arc<dyn Store> = Arc::clone(store) as _;
    Ok(send(&store, id, Input::Told(text)).await?)
}

/// Changes the brain of a run, whichever process drives it.
pub async fn change_brain(store: &Arc<SqliteStore>, id: &RunId, brain: &str) -> Result<()> {
    let events = store.read(id, Seq(0)).await?;
    refuse_session(id, &events)?;
    let task = started_task(&events)?;
    let helpers = HelperBrains::for_task(task);
    wiring::open_brain_with_helpers(brain, &helpers)?;
    if task.limits.cost.is_some() {
        wiring::check_priced(brain, &helpers)?;
    }
    let store: Arc<dyn Store> = Arc::clone(store) as _;
    Ok(send(&store, id, Input::BrainChanged(brain.to_owned())).await?)
}

/// Resumes a run in this process, with a new browser.
pub async fn resume_run(
    global: &GlobalArgs,
    data_dir: &DataDir,
    store: &Arc<SqliteStore>,
    id: RunId,
    args: &ResumeArgs,
    answer: Option<GivenAnswer>,
) -> Result<Exit> {
    let folder = data_dir.run_folder(&id);
    let Some(_lock) = folder.lock()? else {
        bail!("another webhand works on run {} now; end it there first", id.short());
    };
    if let Some(brain) = &args.brain {
        change_brain(store, &id, brain).await?;
    }
    let earlier = store.read(&id, Seq(0)).await?;
    let status = unfinished(&id, &earlier)?;
    let answer = confirm_further(&id, args, &status, &earlier, answer)?;
    let settings = SettingsFile::find()?.settings()?;
    let setup = set_up_again(folder.load_setup(), &args.browser);
    let task = started_task(&earlier)?;
    refuse_other_browser(task, &setup)?;
    let helpers = HelperBrains::for_task(task);
    let brain = wiring::open_brain_with_helpers(current_brain(&earlier)?, &helpers)?;
    let (mut signals, style) = (Signals::listen(), output_style(global));
    let screen = Arc::new(Screen::open(style));
    let (_, browser) =
        wiring::start_run_browser(&BrowserLaunch::for_run(data_dir, &id, &setup)?, &screen, &helpers).await?;
    continue_paused(store, &id, &status).await?;
    let answer_policy = AnswerPolicy::new(args.yes, unanswered_policy(global));
    let answer_policy = match answer {
        Some(given) => given.apply(answer_policy, &browser),
        None => answer_policy,
    };
    let job = RunJob {
        id: id.clone(),
        begin: RunStart::Resume,
        earlier: &earlier,
        ports: Ports {
            browser: Arc::clone(&browser) as _,
            brain,
            brains: Arc::new(BrainOpener(helpers)),
            store: Arc::clone(store) as _,
        },
        screen: &screen,
        output: EventOutput::for_json(global.json),
        answer_policy,
        prompter: &mut Prompter::new(),
        signals: &mut signals,
        secrets: Arc::clone(&browser),
        on_interrupt: OnInterrupt::Park,
    };
    let stop = job.run().await;
    browser.close().await;
    let stop = stop.with_context(|| format!("run {} was left", id.short()))?;
    let reports: Vec<_> = settings.report.unwrap_or(true).then(|| folder.report()).into_iter().collect();
    let conclusion = Conclusion::conclude_run(store.as_ref(), id, stop, &folder, &reports).await?;
    print_conclusion(&screen, style, &conclusion);
    Ok(conclusion.exit())
}

/// Has the person at the terminal confirm `--yes` for a run that has asked already: who types the command may be the agent
/// whose action is asked about. The answer to the open question, if there is one.
fn confirm_further(
    id: &RunId,
    args: &ResumeArgs,
    status: &RunStatus,
    earlier: &[Event],
    answer: Option<GivenAnswer>,
) -> Result<Option<GivenAnswer>> {
    if !args.yes || answer.is_some() {
        return Ok(answer);
    }
    let is_refused = match status {
        RunStatus::Waiting(question) if matches!(question.kind, QuestionKind::Approval(_)) => {
            let (reply, source) = confirm_yes(question)?;
            if reply != PersonReply::No {
                return Ok(Some(GivenAnswer { question: question.clone(), reply, source, secret: None }));
            }
            true
        }
        RunStatus::Waiting(_) | RunStatus::Open | RunStatus::Paused | RunStatus::Over(_) => {
            let sentence = format!("answer all that run {} asks from now on with yes?", id.short());
            has_unapproved_question(earlier) && !confirm_without_question(&sentence)?
        }
    };
    if is_refused {
        bail!(PersonNeeded(format!("not resumed; run {} waits as before", id.short())));
    }
    Ok(None)
}

/// Whether the run asked for an approval that it did not get.
fn has_unapproved_question(events: &[Event]) -> bool {
    let mut asked = false;
    for event in events {
        match &event.kind {
            EventKind::Intent { intent: Intent::AskPerson(question), .. } => {
                if asked {
                    return true;
                }
                asked = matches!(question.kind, QuestionKind::Approval(_));
            }
            EventKind::Input { input, .. } if asked => match input.reply() {
                Some(PersonReply::Yes | PersonReply::YesToKind) => asked = false,
                Some(_) => return true,
                None => {}
            },
            EventKind::Input { .. } | EventKind::Intent { .. } => {}
        }
    }
    asked
}

async fn continue_paused(store: &Arc<SqliteStore>, id: &RunId, status: &RunStatus) -> Result<()> {
    if *status == RunStatus::Paused {
        let store: Arc<dyn Store> = Arc::clone(store) as _;
        send(&store, id, Input::Continue).await?;
    }
    Ok(())
}

/// A run that began behind the gate of webhand's own browser does not go on in one without a gate.
fn refuse_other_browser(task: &Task, setup: &RunSetup) -> Result<()> {
    let is_other = setup.browser.as_ref().is_some_and(|browser| !browser.owner().is_webhand());
    if task.browser_owner == BrowserOwner::Webhand && is_other {
        bail!(UsageError(
            "this run began in a browser that webhand started; it cannot go on in another one".to_owned()
        ));
    }
    Ok(())
}

/// The setup of the first start, with the options that are given now.
fn set_up_again(before: RunSetup, asked: &BrowserArgs) -> RunSetup {
    RunSetup {
        browser: asked.browser.clone().or(before.browser),
        browser_path: asked.browser_path.clone().or(before.browser_path),
        profile: before.profile,
        thin_client: before.thin_client,
        pages: asked.pages.environment_or(before.pages),
        storage_state: asked.storage_state(),
    }
}

/// The status of a run; an error if it is finished.
fn unfinished(id: &RunId, events: &[Event]) -> Result<RunStatus> {
    refuse_session(id, events)?;
    match summarize(id, events).status {
        RunStatus::Over(_) => {
            bail!(UsageError(format!("run {} is over; start a new one with `webhand run`", id.short())))
        }
        status @ (RunStatus::Open | RunStatus::Paused | RunStatus::Waiting(_)) => Ok(status),
    }
}

/// A session cannot be resumed: only its agent could continue it.
fn refuse_session(id: &RunId, events: &[Event]) -> Result<()> {
    if is_session(events) {
        bail!(UsageError(format!("{} is an agent's session; only its agent goes on with it", id.short())));
    }
    Ok(())
}

const LONGEST_WORDS: usize = 1_000;
const MOST_TYPED: u64 = 4_096;
/// An action under way may take some time to stop.
const RELEASED_WITHIN: Duration = Duration::from_secs(20);
const BETWEEN_READINGS: Duration = Duration::from_millis(20);

#[cfg(test)]
mod tests;
