//! One run while it is worked on: its task, what is sent to it, and another browser when its own is gone.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Notify, mpsc, watch};
use webhand_model::{ActionClass, EffectNo, Event, EventKind, Input, Intent, RunId, RunStatus, RunSummary, Seq, Task};
use webhand_port::{Browser, OrderState};
use webhand_rt::{JoinHandle, sleep, timeout};

use super::environment::{EnvironmentError, RunEnvironment};
use super::recovery::{Recovery, after_restart};
use super::steady_browser::SteadyBrowser;
use super::{PoolError, RunPool};
use crate::{Ports, RunDriver, RunExit, RunStart, SecretKeeper, Watcher};

/// The pool's end of a run that is worked on.
pub(super) struct LiveRun {
    desk: Arc<Desk>,
    inbox: mpsc::Sender<(Option<EffectNo>, Input)>,
    task: JoinHandle<()>,
}

/// What the pool and the run's task share.
struct Desk {
    progress: Mutex<Progress>,
    leaving: watch::Sender<bool>,
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
}

/// How the work on a run ended.
enum WorkEnd {
    Over,
    Parked(String),
    /// The run goes on later.
    Left,
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
        let (inbox, inputs) = mpsc::channel(INPUT_QUEUE);
        let desk = Arc::new(Desk {
            progress: Mutex::default(),
            leaving: watch::Sender::new(false),
            acting: watch::Sender::new(false),
        });
        let worker = Worker { pool, run, desk: Arc::clone(&desk), inputs };
        Self { desk, inbox, task: webhand_rt::spawn(worker.work()) }
    }

    /// Whether the run waits for the person.
    pub(super) fn is_at_rest(&self) -> bool {
        let progress = self.desk.progress();
        let status = progress.status.as_ref().map(|summary| &summary.status);
        matches!(status, Some(RunStatus::Waiting(_) | RunStatus::Paused))
    }

    /// Whether the person has the browser.
    pub(super) fn is_with_person(&self) -> bool {
        self.desk.progress().status.as_ref().is_some_and(RunSummary::is_with_person)
    }

    pub(super) fn question(&self) -> Option<EffectNo> {
        self.desk.progress().question
    }

    pub(super) fn secrets(&self) -> Option<Arc<SecretKeeper>> {
        self.desk.progress().secrets.clone()
    }

    pub(super) fn browser(&self) -> Option<Arc<dyn Browser>> {
        self.desk.progress().browser.clone()
    }

    pub(super) fn inbox(&self) -> mpsc::Sender<(Option<EffectNo>, Input)> {
        self.inbox.clone()
    }

    /// Asks the task to end and to keep the run for later.
    pub(super) fn leave(&self) {
        self.desk.leaving.send_replace(true);
    }

    pub(super) async fn ended(self) {
        let _ = self.task.await;
    }
}

impl Desk {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
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
    desk: Arc<Desk>,
    inputs: mpsc::Receiver<(Option<EffectNo>, Input)>,
}

impl Worker {
    async fn work(mut self) {
        let end = self.work_with_browsers().await.unwrap_or_else(|error| WorkEnd::Parked(error.to_string()));
        let store = self.pool.store();
        match end {
            WorkEnd::Over => {
                self.pool.shared.counters.over.add_one();
                if let Err(error) = store.set_order_state(&self.run, &OrderState::Over).await {
                    tracing::warn!(run = %self.run, %error, "the end of a run could not be noted; the next start does it");
                }
            }
            WorkEnd::Parked(reason) => self.pool.park(&self.run, reason).await,
            WorkEnd::Left => {}
        }
        self.pool.remove_live(&self.run);
    }

    /// Works with one browser after the other until the run is over or rests.
    async fn work_with_browsers(&mut self) -> Result<WorkEnd, PoolError> {
        let mut browsers = 0;
        loop {
            let environment = match self.open_environment().await? {
                Ok(environment) => environment,
                Err(EnvironmentError::Elsewhere) => return Ok(WorkEnd::Left),
                Err(EnvironmentError::NoBrowser(_)) if browsers < MOST_BROWSERS => {
                    browsers += 1;
                    sleep(BROWSER_RETRY_DELAY).await;
                    continue;
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

    async fn open_environment(&self) -> Result<Result<RunEnvironment, EnvironmentError>, PoolError> {
        let store = self.pool.store();
        let events = store.read(&self.run, Seq(0)).await?;
        let (task, brain) = task_and_brain(&events).ok_or_else(|| PoolError::Unknown(self.run.clone()))?;
        let mut summary = RunSummary::new(self.run.clone());
        for event in &events {
            summary.apply_event(event);
        }
        {
            let mut progress = self.desk.progress();
            progress.status = Some(summary);
            progress.question = last_question(&events);
        }
        Ok(self.pool.shared.environments.open(&self.run, task, brain).await)
    }

    async fn work_in(&mut self, environment: RunEnvironment) -> Result<BrowserEnd, PoolError> {
        let RunEnvironment { ports, secrets, gone, close } = environment;
        let lost = Arc::new(Notify::new());
        {
            let mut progress = self.desk.progress();
            progress.secrets = secrets;
            progress.browser = Some(Arc::clone(&ports.browser));
        }
        let browser = Arc::new(SteadyBrowser::new(Arc::clone(&ports.browser), Arc::clone(&lost)));
        let mut end = self.drive(Ports { browser, ..ports }, gone, &lost).await;
        if let Ok(BrowserEnd::UsesDebugger) = end
            && let Err(error) = self.pool.shared.environments.use_debugger(&self.run).await
        {
            end = Ok(BrowserEnd::Work(WorkEnd::Parked(error.to_string())));
        }
        {
            let mut progress = self.desk.progress();
            progress.secrets = None;
            progress.browser = None;
        }
        close(matches!(end, Ok(BrowserEnd::Work(WorkEnd::Over)))).await;
        end
    }

    async fn drive(
        &mut self,
        ports: Ports,
        gone: BoxFuture<'static, ()>,
        lost: &Notify,
    ) -> Result<BrowserEnd, PoolError> {
        let watcher =
            Arc::new(PoolWatcher { pool: self.pool.clone(), run: self.run.clone(), desk: Arc::clone(&self.desk) });
        // What is sent from now on goes to this driver; what was sent to the one before is lost with its browser.
        let (inbox, inputs) = mpsc::channel(INPUT_QUEUE);
        let driver = RunDriver::for_pool(self.run.clone(), ports, watcher, inputs);
        let driving = driver.run(RunStart::Resume);
        tokio::pin!(driving);
        tokio::pin!(gone);
        loop {
            tokio::select! {
                exit = &mut driving => return Ok(match exit? {
                    RunExit::Finished(_) => BrowserEnd::Work(WorkEnd::Over),
                    RunExit::Parked(_) => BrowserEnd::Work(WorkEnd::Left),
                    RunExit::Suspended(reason) => BrowserEnd::Work(WorkEnd::Parked(reason)),
                    RunExit::UsesDebugger => BrowserEnd::UsesDebugger,
                }),
                Some(input) = self.inputs.recv() => { let _ = inbox.try_send(input); }
                () = &mut gone => return Ok(BrowserEnd::Lost),
                () = lost.notified() => return Ok(BrowserEnd::Lost),
                () = self.desk.left() => return Ok(BrowserEnd::Work(WorkEnd::Left)),
            }
        }
    }
}

/// Follows the run's events for the pool.
struct PoolWatcher {
    pool: RunPool,
    run: RunId,
    desk: Arc<Desk>,
}

impl Watcher for PoolWatcher {
    fn on_event(&self, event: &Event) {
        let has_changed = {
            let mut progress = self.desk.progress();
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
        self.desk.acting.send_replace(acting);
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

/// Enough for the inputs of the people who watch.
const INPUT_QUEUE: usize = 16;
/// How often a run gets another browser.
const MOST_BROWSERS: u32 = 4;
const BROWSER_RETRY_DELAY: Duration = Duration::from_secs(1);
/// How long an end of the server waits for the action under way.
const LAST_ACTION_WITHIN: Duration = Duration::from_secs(3);
