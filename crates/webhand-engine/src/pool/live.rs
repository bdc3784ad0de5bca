//! One run while it is worked on: its task, and another browser when its own is gone.
//!
//! Invariant: what is done to the run from outside comes through its journal; here it is only hinted at, so nothing is lost with
//! a browser or while one is opened.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Notify, watch};
use webhand_model::{ActionClass, EffectNo, Event, EventKind, Input, Intent, RunId, RunStatus, RunSummary, Seq, Task};
use webhand_port::{Browser, OrderState};
use webhand_rt::{JoinHandle, sleep, timeout};

use super::environment::{EnvironmentError, RunEnvironment};
use super::loss_reporting_browser::LossReportingBrowser;
use super::recovery::{Recovery, after_restart};
use super::{PoolError, RunPool};
use crate::{Ports, RunDriver, RunExit, RunStart, SecretKeeper, Watcher};

/// The pool's end of a run that is worked on.
pub(super) struct LiveRun {
    shared: Arc<RunShared>,
    task: JoinHandle<()>,
}

/// The state that the pool and the run's task share.
struct RunShared {
    progress: Mutex<Progress>,
    leaving: watch::Sender<bool>,
    /// Somebody ended the run: the end is in its journal.
    ended: watch::Sender<bool>,
    /// Hints that something was written into the journal.
    hints: Arc<Notify>,
    /// Whether an action is under way whose outcome must not be lost.
    acting: watch::Sender<bool>,
}

#[derive(Default)]
struct Progress {
    status: Option<RunSummary>,
    /// The number of the open question.
    question: Option<EffectNo>,
    secrets: Option<Arc<SecretKeeper>>,
    browser: Option<Arc<dyn Browser>>,
    /// The resource that the run waits for while another one uses it, in words.
    waits_for: Option<String>,
}

/// How the work on a run ended.
enum WorkEnd {
    Over,
    Parked(String),
    /// The run goes on later.
    Left,
    /// Another process works on it.
    Elsewhere,
}

/// How the work with one browser ended.
enum BrowserEnd {
    Work(WorkEnd),
    Lost,
    /// The next one is driven with the debugger.
    UsesDebugger,
}

impl LiveRun {
    pub(super) fn start(pool: RunPool, run: RunId) -> Self {
        let shared = Arc::new(RunShared {
            progress: Mutex::default(),
            leaving: watch::Sender::new(false),
            ended: watch::Sender::new(false),
            hints: Arc::default(),
            acting: watch::Sender::new(false),
        });
        let worker = Worker { pool, run, shared: Arc::clone(&shared) };
        Self { shared, task: webhand_rt::spawn(worker.work()) }
    }

    /// Whether the run waits for the person or for another run.
    pub(super) fn is_at_rest(&self) -> bool {
        let progress = self.shared.progress();
        if progress.waits_for.is_some() {
            return true;
        }
        let status = progress.status.as_ref().map(|summary| &summary.status);
        matches!(status, Some(RunStatus::Waiting(_) | RunStatus::Paused))
    }

    /// The resource that the run waits for while another one uses it, in words.
    pub(super) fn waits_for(&self) -> Option<String> {
        self.shared.progress().waits_for.clone()
    }

    /// Whether the person has the browser.
    pub(super) fn is_with_person(&self) -> bool {
        self.shared.progress().status.as_ref().is_some_and(RunSummary::is_with_person)
    }

    pub(super) fn question(&self) -> Option<EffectNo> {
        self.shared.progress().question
    }

    pub(super) fn secrets(&self) -> Option<Arc<SecretKeeper>> {
        self.shared.progress().secrets.clone()
    }

    pub(super) fn browser(&self) -> Option<Arc<dyn Browser>> {
        self.shared.progress().browser.clone()
    }

    /// Has the driver read the journal at once.
    pub(super) fn hint(&self) {
        self.shared.hints.notify_one();
    }

    /// Ends the work: the end of the run is in its journal.
    pub(super) fn end(&self) {
        self.shared.ended.send_replace(true);
    }

    /// Asks the task to end and to keep the run for later.
    pub(super) fn leave(&self) {
        self.shared.leaving.send_replace(true);
    }

    pub(super) async fn ended(self) {
        let _ = self.task.await;
    }
}

impl RunShared {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when somebody ended the run.
    async fn ended(&self) {
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }

    /// Returns when the task has to end and no action is under way, or has been for too long.
    async fn left(&self) {
        let _ = self.leaving.subscribe().wait_for(|leaving| *leaving).await;
        let mut acting = self.acting.subscribe();
        let _ = timeout(LAST_ACTION_WITHIN, acting.wait_for(|acting| !acting)).await;
    }
}

/// The task of a run.
struct Worker {
    pool: RunPool,
    run: RunId,
    shared: Arc<RunShared>,
}

impl Worker {
    async fn work(self) {
        let end = self.work_with_browsers().await.unwrap_or_else(|error| WorkEnd::Parked(error.to_string()));
        let store = self.pool.store();
        let is_left = matches!(end, WorkEnd::Left);
        match end {
            // It was ended while its browser could not be had.
            WorkEnd::Parked(_) if *self.shared.ended.borrow() => self.note_over().await,
            WorkEnd::Over => self.note_over().await,
            WorkEnd::Parked(reason) => self.pool.park(&self.run, reason).await,
            WorkEnd::Left | WorkEnd::Elsewhere => {}
        }
        self.pool.remove_live(&self.run);
        // An answer that came between the last look into the journal and now would have nobody who goes on.
        if is_left && !self.pool.runs().is_stopping {
            let events = store.read(&self.run, Seq(0)).await.unwrap_or_default();
            if after_restart(&events) == Recovery::GoOn
                && let Err(error) = self.pool.take_up(&self.run, None).await
            {
                tracing::warn!(run = %self.run, %error, "a run waits for the next start of the server");
            }
        }
    }

    async fn note_over(&self) {
        self.pool.shared.counters.over.add_one();
        if let Err(error) = self.pool.store().set_order_state(&self.run, &OrderState::Over).await {
            tracing::warn!(run = %self.run, %error, "the end of a run could not be noted; the next start does it");
        }
    }

    /// Works with one browser after the other until the run is over or rests.
    async fn work_with_browsers(&self) -> Result<WorkEnd, PoolError> {
        let mut browsers = 0;
        loop {
            // A browser that is being started is not given up half-way, but closed once it is there.
            let opened = self.open_environment().await?;
            if *self.shared.ended.borrow() {
                if let Ok(environment) = opened {
                    (environment.close)(true).await;
                }
                return Ok(WorkEnd::Over);
            }
            let environment = match opened {
                Ok(environment) => environment,
                Err(EnvironmentError::Elsewhere) => return Ok(WorkEnd::Elsewhere),
                Err(EnvironmentError::Busy(what)) => match self.wait_for_other(what).await {
                    Some(end) => return Ok(end),
                    None => continue,
                },
                Err(EnvironmentError::NoBrowser(_)) if browsers < MOST_BROWSERS => {
                    browsers += 1;
                    tokio::select! {
                        () = sleep(BROWSER_RETRY_DELAY) => continue,
                        () = self.shared.ended() => return Ok(WorkEnd::Over),
                        () = self.shared.left() => return Ok(WorkEnd::Left),
                    }
                }
                Err(error) => return Ok(WorkEnd::Parked(error.to_string())),
            };
            match self.work_in(environment).await? {
                BrowserEnd::Work(end) => return Ok(end),
                BrowserEnd::Lost => {
                    self.pool.shared.counters.browsers_lost.add_one();
                    browsers += 1;
                }
                // The rules of the level before stand until the next browser is open.
                BrowserEnd::UsesDebugger => continue,
            }
            let events = self.pool.store().read(&self.run, Seq(0)).await?;
            match after_restart(&events) {
                Recovery::GoOn if browsers < MOST_BROWSERS => {}
                Recovery::GoOn => return Ok(WorkEnd::Parked("its browser ended again and again".to_owned())),
                Recovery::Over => return Ok(WorkEnd::Over),
                Recovery::Park(reason) => return Ok(WorkEnd::Parked(reason)),
                Recovery::Rests | Recovery::NeverBegan => return Ok(WorkEnd::Left),
            }
        }
    }

    /// Waits a moment while another run uses what this one needs; others work meanwhile. Returns how the work ended, if it did.
    async fn wait_for_other(&self, what: String) -> Option<WorkEnd> {
        let is_new = self.shared.progress().waits_for.replace(what).is_none();
        if is_new {
            self.pool.fill();
        }
        tokio::select! {
            () = sleep(BROWSER_RETRY_DELAY) => None,
            () = self.shared.ended() => Some(WorkEnd::Over),
            () = self.shared.left() => Some(WorkEnd::Left),
        }
    }

    async fn open_environment(&self) -> Result<Result<RunEnvironment, EnvironmentError>, PoolError> {
        let store = self.pool.store();
        let events = store.read(&self.run, Seq(0)).await?;
        let (task, brain) = task_and_brain(&events).ok_or_else(|| PoolError::Unknown(self.run.clone()))?;
        let mut summary = RunSummary::new(self.run.clone());
        for event in &events {
            summary.apply_event(event);
        }
        {
            let mut progress = self.shared.progress();
            progress.status = Some(summary);
            progress.question = last_question(&events);
        }
        let opened = self.pool.shared.environments.open(&self.run, task, brain).await;
        if !matches!(opened, Err(EnvironmentError::Busy(_))) && self.shared.progress().waits_for.take().is_some() {
            self.pool.note_change();
        }
        Ok(opened)
    }

    async fn work_in(&self, environment: RunEnvironment) -> Result<BrowserEnd, PoolError> {
        let RunEnvironment { ports, secrets, gone, close } = environment;
        let lost = Arc::new(Notify::new());
        {
            let mut progress = self.shared.progress();
            progress.secrets = secrets;
            progress.browser = Some(Arc::clone(&ports.browser));
        }
        let browser = Arc::new(LossReportingBrowser::new(Arc::clone(&ports.browser), Arc::clone(&lost)));
        let mut end = self.drive(Ports { browser, ..ports }, gone, &lost).await;
        if let Ok(BrowserEnd::UsesDebugger) = end
            && let Err(error) = self.pool.shared.environments.use_debugger(&self.run).await
        {
            end = Ok(BrowserEnd::Work(WorkEnd::Parked(error.to_string())));
        }
        {
            let mut progress = self.shared.progress();
            progress.secrets = None;
            progress.browser = None;
        }
        close(matches!(end, Ok(BrowserEnd::Work(WorkEnd::Over)))).await;
        end
    }

    async fn drive(&self, ports: Ports, gone: BoxFuture<'static, ()>, lost: &Notify) -> Result<BrowserEnd, PoolError> {
        let watcher =
            Arc::new(PoolWatcher { pool: self.pool.clone(), run: self.run.clone(), shared: Arc::clone(&self.shared) });
        let driver = RunDriver::for_pool(self.run.clone(), ports, watcher, Arc::clone(&self.shared.hints));
        tokio::select! {
            exit = driver.run(RunStart::Resume) => Ok(match exit? {
                RunExit::Finished(_) => BrowserEnd::Work(WorkEnd::Over),
                RunExit::Parked(_) => BrowserEnd::Work(WorkEnd::Left),
                RunExit::Suspended(reason) => BrowserEnd::Work(WorkEnd::Parked(reason)),
                RunExit::UsesDebugger => BrowserEnd::UsesDebugger,
            }),
            () = gone => Ok(BrowserEnd::Lost),
            () = lost.notified() => Ok(BrowserEnd::Lost),
            () = self.shared.ended() => Ok(BrowserEnd::Work(WorkEnd::Over)),
            () = self.shared.left() => Ok(BrowserEnd::Work(WorkEnd::Left)),
        }
    }
}

/// Follows the run's events for the pool.
struct PoolWatcher {
    pool: RunPool,
    run: RunId,
    shared: Arc<RunShared>,
}

impl Watcher for PoolWatcher {
    fn on_event(&self, event: &Event) {
        let has_changed = {
            let mut progress = self.shared.progress();
            if let EventKind::Intent { no, intent } = &event.kind {
                let asked = matches!(intent, Intent::AskPerson(_));
                progress.question = if asked { Some(*no) } else { progress.question };
            }
            progress.status.as_mut().is_some_and(|summary| {
                let before = mem::discriminant(&summary.status);
                summary.apply_event(event);
                before != mem::discriminant(&summary.status)
            })
        };
        self.note_acting(&event.kind);
        self.pool.shared.counters.events.add_one();
        self.pool.shared.watched.note_event(&self.run);
        if has_changed {
            self.pool.fill();
        }
    }

    fn on_live_text(&self, text: &str) {
        self.pool.shared.watched.note_text(&self.run, text);
    }
}

impl PoolWatcher {
    fn note_acting(&self, what: &EventKind) {
        let acting = match what {
            EventKind::Intent { intent: Intent::Act { class, .. }, .. } => *class > ActionClass::Navigate,
            EventKind::Intent { intent, .. } => matches!(intent, Intent::ResolveRequest { .. }),
            // A pause arrives while an action is under way and does not end the action.
            EventKind::Input { input: Input::Pause, .. } => return,
            EventKind::Input { .. } => false,
        };
        self.shared.acting.send_replace(acting);
    }
}

fn task_and_brain(events: &[Event]) -> Option<(&Task, &str)> {
    let Some(EventKind::Input { input: Input::Started(task), .. }) = events.first().map(|event| &event.kind) else {
        return None;
    };
    let changed = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Input { input: Input::BrainChanged(brain), .. } => Some(brain.as_str()),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    Some((task, changed.unwrap_or(&task.brain)))
}

/// The number of the question that was asked last.
pub(super) fn last_question(events: &[Event]) -> Option<EffectNo> {
    events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Intent { no, intent: Intent::AskPerson(_) } => Some(*no),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    })
}

/// How often a run gets another browser.
const MOST_BROWSERS: u32 = 4;
const BROWSER_RETRY_DELAY: Duration = Duration::from_secs(1);
/// How long an end of the server waits for the action under way.
const LAST_ACTION_WITHIN: Duration = Duration::from_secs(3);
