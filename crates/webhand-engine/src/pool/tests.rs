//! Actions on a run from outside while its browser cannot be had, is being started or dies; and its watchers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::json;
use tokio::sync::{Notify, watch};
use webhand_model::{RunId, RunOutcome, RunStatus, Task, WebUrl};
use webhand_port::fake::{FakeBrowser, MemoryStore, ScriptedBrain};
use webhand_port::{OrderState, OrderedBy, Picture, WatchedView};

use crate::{EnvironmentError, NoBrains, PoolLimits, PoolOrder, Ports, RunEnvironment, RunEnvironments, RunPool};

/// Browsers that start when they are told to, may fail to, and die when they are told to.
struct Stage {
    store: Arc<MemoryStore>,
    starting: Notify,
    may_start: watch::Sender<bool>,
    fails: bool,
    dies: Arc<Notify>,
    browsers: Mutex<Vec<Arc<FakeBrowser>>>,
    closed: AtomicUsize,
}

impl Stage {
    fn new(may_start: bool, fails: bool) -> Arc<Self> {
        Arc::new(Self {
            store: Arc::default(),
            starting: Notify::new(),
            may_start: watch::Sender::new(may_start),
            fails,
            dies: Arc::default(),
            browsers: Mutex::default(),
            closed: AtomicUsize::new(0),
        })
    }

    fn pool(self: &Arc<Self>) -> RunPool {
        let limits = PoolLimits { working: 1, open: 2, queued: 5 };
        RunPool::new(Arc::clone(&self.store) as _, Arc::new(Environments(Arc::clone(self))), limits)
    }
}

struct Environments(Arc<Stage>);

impl RunEnvironments for Environments {
    fn open<'a>(
        &'a self,
        _: &'a RunId,
        _: &'a Task,
        _: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>> {
        async {
            let stage = &self.0;
            stage.starting.notify_one();
            let _ = stage.may_start.subscribe().wait_for(|may| *may).await;
            if stage.fails {
                return Err(EnvironmentError::NoBrain("there is no key".to_owned()));
            }
            let views = [picture(1), picture(1), picture(2)].map(WatchedView::Picture);
            let browser = Arc::new(FakeBrowser::of_buttons(2).hanging_at("click").watched_as(views));
            stage.browsers.lock().unwrap().push(Arc::clone(&browser));
            let ports = Ports {
                browser,
                brain: Arc::new(ScriptedBrain::calling((0..4).map(|_| ("click", json!({"ref": "e1"}))))),
                brains: Arc::new(NoBrains),
                store: Arc::clone(&stage.store) as _,
            };
            let dies = Arc::clone(&stage.dies);
            let gone = async move { dies.notified().await }.boxed();
            let counted = Arc::clone(stage);
            let close = Box::new(move |_| {
                counted.closed.fetch_add(1, Ordering::Relaxed);
                ready(()).boxed()
            });
            Ok(RunEnvironment { ports, secrets: None, gone, close })
        }
        .boxed()
    }

    fn forget<'a>(&'a self, _: &'a RunId) -> BoxFuture<'a, ()> {
        ready(()).boxed()
    }

    fn is_elsewhere(&self, _: &RunId) -> bool {
        false
    }
}

fn picture(byte: u8) -> Picture {
    Picture { jpeg: vec![byte] }
}

async fn order(pool: &RunPool) -> RunId {
    let run = RunId::try_from("pool-test-1".to_owned()).unwrap();
    let start = Some(WebUrl::parse("https://shop.test/").unwrap());
    let task = Task { start, ..Task::new("press the button") };
    pool.order(PoolOrder { run: run.clone(), task, priority: 0, key: None, by: OrderedBy::Person }).await.unwrap();
    run
}

async fn status(pool: &RunPool, run: &RunId) -> RunStatus {
    pool.summary(run).await.unwrap().status
}

/// Waits until nobody works on any run.
async fn until_idle(pool: &RunPool) {
    let mut changes = pool.changes();
    while pool.load().open > 0 {
        changes.changed().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_stop_holds_while_the_browser_is_being_started() {
    let stage = Stage::new(false, false);
    let pool = stage.pool();
    let run = order(&pool).await;
    stage.starting.notified().await;
    pool.cancel(&run).await.unwrap();
    assert_eq!(status(&pool, &run).await, RunStatus::Over(RunOutcome::Cancelled));
    stage.may_start.send_replace(true);
    until_idle(&pool).await;
    assert_eq!(stage.closed.load(Ordering::Relaxed), 1, "the browser that came too late is closed");
    assert_eq!(stage.browsers.lock().unwrap()[0].done(), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_stop_holds_when_the_browser_cannot_be_had() {
    let stage = Stage::new(false, true);
    let pool = stage.pool();
    let run = order(&pool).await;
    stage.starting.notified().await;
    pool.cancel(&run).await.unwrap();
    stage.may_start.send_replace(true);
    until_idle(&pool).await;
    assert_eq!(status(&pool, &run).await, RunStatus::Over(RunOutcome::Cancelled));
    let kept = pool.store().order(&run).await.unwrap().unwrap();
    assert_eq!(kept.state, OrderState::Over, "it is not parked for the missing brain");
}

#[tokio::test(start_paused = true)]
async fn a_pause_and_a_stop_outlive_the_browser_that_dies_with_them() {
    let stage = Stage::new(true, false);
    let pool = stage.pool();
    let run = order(&pool).await;
    until_click(&pool, &run).await;
    // Both are told in the same moment, before the driver can read anything.
    let (paused, ()) = tokio::join!(pool.pause(&run), async { stage.dies.notify_one() });
    paused.unwrap();
    until_idle(&pool).await;
    assert_eq!(status(&pool, &run).await, RunStatus::Paused);
    pool.resume(&run).await.unwrap();
    stage.dies.notify_one();
    pool.cancel(&run).await.unwrap();
    until_idle(&pool).await;
    assert_eq!(status(&pool, &run).await, RunStatus::Over(RunOutcome::Cancelled));
}

async fn until_click(pool: &RunPool, run: &RunId) {
    let (mut changes, _text) = pool.watch(run);
    while pool.summary(run).await.unwrap().steps == 0 {
        changes.changed().await;
    }
}

#[tokio::test(start_paused = true)]
async fn all_watchers_share_one_picture_and_nobody_who_comes_early_is_sent_away() {
    let stage = Stage::new(false, false);
    let pool = stage.pool();
    let run = order(&pool).await;
    let (mut early, mut other) = (pool.watch_screen(&run), pool.watch_screen(&run));
    stage.may_start.send_replace(true);
    for byte in [1, 2] {
        let seen = [early.next().await, other.next().await].map(|frame| frame.view.clone());
        assert_eq!(seen, [picture(byte), picture(byte)].map(WatchedView::Picture));
    }
    let mut late = pool.watch_screen(&run);
    assert_eq!(late.next().await.view, WatchedView::Picture(picture(2)), "what is shown now is shown at once");
    assert!(late.next().now_or_never().is_none(), "the same picture is not sent again");
    pool.cancel(&run).await.unwrap();
}
