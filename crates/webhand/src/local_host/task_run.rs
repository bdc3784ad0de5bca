//! Runs a whole task that an outside agent hands over to webhand's own agent.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, OptionFuture};
use tokio::sync::mpsc;
use webhand_api::{Progress, SessionHostError, TaskEnd, TaskOrder, TaskReport};
use webhand_brain::spec::BrainSpec;
use webhand_engine::{EngineError, PersonPresence, Ports, Questioner, RunDriver, RunExit, RunStart, Watcher};
use webhand_model::{
    ApprovalId, DecisionSource, Event, EventKind, Input, Intent, Limits, PersonReply, Question, ReplySource, RunId,
    Task,
};
use webhand_port::{Browser, Store};

use crate::data_dir::{DataDir, new_run_id};
use crate::exit::error_in_one_line;
use crate::hints;
use crate::session_process::SessionTerms;
use crate::settings::Settings;
use crate::terminal::{EventRenderer, ScreenUpdate};
use crate::wiring::{self, BrainOpener, BrowserLaunch, HelperBrains};

/// Runs the task as `webhand run` would, in a browser of its own.
pub async fn run_task(
    terms: &SessionTerms,
    settings: &Settings,
    store: Arc<dyn Store>,
    order: TaskOrder,
    progress: Progress,
    asks: Option<Arc<dyn Questioner>>,
) -> Result<TaskReport, SessionHostError> {
    let task =
        build_task(terms, settings, order).map_err(|error| SessionHostError::NoBrain(error_in_one_line(&error)))?;
    let helpers = HelperBrains::for_task(&task);
    let brain = wiring::open_brain_with_helpers(&task.brain, &helpers)
        .map_err(|error| SessionHostError::NoBrain(error_in_one_line(&error)))?;
    let prepared = async {
        let data_dir = DataDir::find(Some(&terms.data))?;
        let id = new_run_id()?;
        let folder = data_dir.run_folder(&id);
        let lock = folder.lock()?.context("another program has the same id")?;
        let setup = terms.setup();
        folder.save_setup(&setup)?;
        let launch = BrowserLaunch::for_run(&data_dir, &id, &setup)?;
        let started = wiring::start_chrome(&launch).await;
        if started.is_err() {
            folder.remove();
        }
        let chrome = Arc::new(started?);
        helpers.attach_chats(&chrome, &launch, None);
        anyhow::Ok((id, folder, lock, chrome))
    };
    let (id, folder, _lock, browser) =
        prepared.await.map_err(|error| SessionHostError::NoBrowser(error_in_one_line(&error)))?;
    let brains = Arc::new(BrainOpener(helpers));
    let ports = Ports { browser: Arc::clone(&browser) as _, brain, brains, store };
    let run = TaskRun { id, progress, asks };
    let report = run.drive(task, ports).await;
    browser.close().await;
    if report.as_ref().map_or(true, |report| !report.end.is_resumable()) {
        folder.remove_profile();
    }
    report
}

fn build_task(terms: &SessionTerms, settings: &Settings, order: TaskOrder) -> anyhow::Result<Task> {
    let limits = Limits::default();
    let steps = order.max_steps.or(settings.max_steps).unwrap_or(limits.steps);
    let brain = settings.brain.clone().unwrap_or_else(|| "literal".to_owned());
    let spec = BrainSpec::parse(&brain)?;
    let errors = settings.max_idle_turns.unwrap_or(limits.errors);
    Ok(Task {
        text: order.text,
        start: order.start,
        limits: Limits { steps, errors, cost: settings.cost(), ..limits },
        observation_mode: spec.sight().unwrap_or_default(),
        extractor: wiring::choose_extractor(settings.brain_extract.clone(), &spec, &brain),
        brain,
        verifier: settings.brain_verify.clone(),
        decided_by: DecisionSource::Brain,
        redaction: terms.redact,
        hints: hints::load()?,
        tools: settings.saved_tools()?,
        look_tokens: settings.look_tokens,
        ..terms.task("")?
    })
}

/// A running task: its run, and the agent that gets its progress and answers its questions.
struct TaskRun {
    id: RunId,
    progress: Progress,
    asks: Option<Arc<dyn Questioner>>,
}

impl TaskRun {
    async fn drive(self, task: Task, ports: Ports) -> Result<TaskReport, SessionHostError> {
        let (inputs, inbox) = mpsc::channel(QUEUE_LENGTH);
        let (ask, mut asked) = mpsc::channel(QUEUE_LENGTH);
        let reporter = Arc::new(ProgressReporter {
            run: self.id.clone(),
            progress: self.progress,
            ask,
            steps: AtomicU32::new(0),
            renderer: Mutex::default(),
        });
        let driver = RunDriver::new(self.id.clone(), ports, Arc::clone(&reporter) as _, inbox, PersonPresence::Present);
        let conducting = driver.run(RunStart::New(Box::new(task)));
        tokio::pin!(conducting);
        let mut open: Option<(ApprovalId, Question)> = None;
        let mut asking: OptionFuture<BoxFuture<'static, Option<PersonReply>>> = None.into();
        let end = loop {
            tokio::select! {
                over = &mut conducting => match (over, open.take()) {
                    (Ok(RunExit::Finished(ending)), _) => break TaskEnd::Over(ending),
                    (Ok(RunExit::Parked(_)), Some((id, question))) => break TaskEnd::Waiting { id, question },
                    (Ok(RunExit::Parked(question)), None) => return Err(SessionHostError::Journal(question.text)),
                    (Ok(RunExit::UsesDebugger), _) => break TaskEnd::Parked("it needs the browser's debugger".to_owned()),
                    (Ok(RunExit::Suspended(why)), _) => break TaskEnd::Parked(why),
                    // A full disk: everything acknowledged before is kept.
                    (Err(error @ EngineError::Store(_)), _) => break TaskEnd::Parked(error.to_string()),
                    (Err(error), _) => return Err(SessionHostError::Journal(error.to_string())),
                },
                Some((id, question)) = asked.recv() => {
                    let Some(person) = self.asks.clone() else { break TaskEnd::Waiting { id, question } };
                    open = Some((id, question.clone()));
                    asking = Some(async move { person.ask(&question).await }.boxed()).into();
                }
                Some(reply) = &mut asking => {
                    asking = None.into();
                    match (reply, open.take()) {
                        (Some(reply), _) => {
                            let source = ReplySource::elicitation();
                            let _ = inputs.try_send(Input::RepliedFrom { reply, source });
                        }
                        (None, Some((id, question))) => break TaskEnd::Waiting { id, question },
                        (None, None) => {}
                    }
                }
            }
        };
        Ok(TaskReport { run: self.id, steps: reporter.steps.load(Ordering::Relaxed), end })
    }
}

/// Reports each event as a line of progress, and passes questions on.
struct ProgressReporter {
    run: RunId,
    progress: Progress,
    ask: mpsc::Sender<(ApprovalId, Question)>,
    steps: AtomicU32,
    renderer: Mutex<EventRenderer>,
}

impl Watcher for ProgressReporter {
    fn on_event(&self, event: &Event) {
        let shown = self.renderer.lock().unwrap_or_else(PoisonError::into_inner).render_event(event);
        for show in shown {
            if let ScreenUpdate::Line(line) = show
                && !line.text.is_empty()
            {
                (self.progress)(&line.text);
            }
        }
        match &event.kind {
            EventKind::Intent { intent: Intent::AskBrain, .. } => {
                self.steps.fetch_add(1, Ordering::Relaxed);
            }
            EventKind::Intent { no, intent: Intent::AskPerson(question) } => {
                // The queue has room: a run asks its next question only after this one is answered.
                let _ = self.ask.try_send((ApprovalId::new(&self.run, *no), question.clone()));
            }
            EventKind::Intent { .. } | EventKind::Input { .. } => {}
        }
    }

    fn on_live_text(&self, _: &str) {}
}

/// A run asks one question at a time.
const QUEUE_LENGTH: usize = 16;
