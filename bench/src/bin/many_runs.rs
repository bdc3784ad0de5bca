//! Many runs at once in one process, with hands and a brain that take no time: what is left is the engine, the pool and the
//! journal. Prints memory for each run, durable steps a second with their slowest hundredth, how both grow with the number of
//! runs, and what watchers cost, one of which never reads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use webhand_bench::{print, round_to_tenth, usage};
use webhand_engine::{
    EnvironmentError, NoBrains, PoolLimits, PoolOrder, Ports, RunEnvironment, RunEnvironments, RunPool,
};
use webhand_model::{
    BrainAnswer, Event, Grant, Limits, OriginPattern, Permission, RunId, RunStatus, Seq, Task, ToolCall,
};
use webhand_port::fake::{FakeBrowser, StoreWrapper};
use webhand_port::{Brain, BrainError, BrainRequest, OrderedBy, Store, StoreError};
use webhand_store::SqliteStore;

/// Runs at once with hands and a brain that take no time.
#[derive(Parser)]
struct Options {
    /// How many runs, one measurement each.
    #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1_000, 5_000])]
    runs: Vec<usize>,
    /// Steps of each run.
    #[arg(long, default_value_t = 20)]
    steps: usize,
    /// Watchers of the runs of the last measurement.
    #[arg(long, default_value_t = 1_000)]
    watchers: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let load_before = usage::load();
    let mut measured = Vec::new();
    for runs in &options.runs {
        measured.push(measure(*runs, options.steps, 0).await?);
    }
    let watched = measure(options.runs.first().copied().unwrap_or(10), options.steps, options.watchers).await?;
    print(&json!({
        "bench": "many_runs",
        "load": {"before": load_before, "after": usage::load()},
        "steps": options.steps,
        "met": met(&measured, &watched),
        "runs": measured,
        "watched": watched,
    }))
}

/// Whether each figure that is promised for two cores was reached; a figure that was not measured is not there.
fn met(measured: &[Value], watched: &Value) -> Value {
    let figure = |runs: u64, at: &str| measured.iter().find(|one| one["runs"] == runs)?.pointer(at)?.as_f64();
    let at_thousand = |at: &str| figure(1_000, at);
    let all_seen = watched["events_seen_by_each"].as_array().map(|seen| seen.first() == seen.last());
    json!({
        "kb_each_at_most_100": at_thousand("/kb_each").map(|kb| kb <= 100.0),
        "steps_a_second_at_least_500": at_thousand("/steps_a_second").map(|steps| steps >= 500.0),
        "durable_p99_at_most_50_ms": at_thousand("/append_ms_p99/durable").map(|ms| ms <= 50.0),
        "every_watcher_saw_all": all_seen,
    })
}

async fn measure(runs: usize, steps: usize, watchers: usize) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(SqliteStore::open(folder.path().join("webhand.db")).await?);
    let stage = Arc::new(Stage::new(&store, steps));
    let limits = PoolLimits { working: runs, open: runs, queued: runs };
    let pool = RunPool::new(Arc::clone(&store) as _, Arc::new(StubEnvironments(Arc::clone(&stage))), limits);
    let resident_before = resident_kb();
    let ids: Vec<RunId> = (0..runs).map(|at| RunId::try_from(format!("run-{at:06}"))).collect::<Result<_, _>>()?;
    let mut reading = JoinSet::new();
    // The first watches and never reads.
    let _never_read = (watchers > 0).then(|| pool.watch(&ids[0]));
    for at in 1..watchers {
        let (pool, run) = (pool.clone(), ids[at % runs].clone());
        reading.spawn(async move { watch_run(pool, run).await });
    }
    let began = Instant::now();
    for id in &ids {
        // Buttons that change nothing would end a run.
        let limits = Limits { steps: u32::try_from(steps)? + 10, errors: u32::MAX, ..Limits::default() };
        let task = Task { grants: everything()?, limits, ..Task::new("press every button") };
        let order = PoolOrder { run: id.clone(), task, priority: 0, key: None, by: OrderedBy::Person };
        pool.order(order).await?;
    }
    stage.until_waiting(runs).await;
    let (elapsed, resident) = (began.elapsed(), resident_kb());
    stage.release();
    until_over(&pool, &ids).await?;
    let seen = if watchers > 0 { Some(count_seen(&mut reading).await?) } else { None };
    let slow = stage.slow_hundredth();
    let steps_done = f64::from(u32::try_from(runs * steps)?);
    pool.stop().await;
    store.close().await?;
    #[expect(clippy::cast_precision_loss, reason = "far below what a float holds")]
    let kb_each = resident.saturating_sub(resident_before) as f64 / runs as f64;
    Ok(json!({
        "runs": runs,
        "kb_each": round_to_tenth(kb_each),
        "steps_a_second": round_to_tenth(steps_done / elapsed.as_secs_f64()),
        "append_ms_p99": {"durable": round_to_tenth(slow.0), "other": round_to_tenth(slow.1)},
        "watchers": watchers,
        "events_seen_by_each": seen,
    }))
}

/// Reads a run as a stream of events does: by number, when the pool hints that there is more.
async fn watch_run(pool: RunPool, run: RunId) -> Result<u64> {
    let (mut changes, _text) = pool.watch(&run);
    let mut after = Seq(0);
    loop {
        let page = pool.store().read_page(&run, after, 200).await?;
        if let Some(last) = page.last() {
            after = last.seq;
            continue;
        }
        let is_over = pool.store().summary(&run).await?.is_some_and(|run| matches!(run.status, RunStatus::Over(_)));
        if is_over {
            return Ok(after.0);
        }
        changes.changed().await;
    }
}

async fn count_seen(reading: &mut JoinSet<Result<u64>>) -> Result<Value> {
    let (mut least, mut most) = (u64::MAX, 0);
    while let Some(seen) = reading.join_next().await {
        let seen = seen??;
        (least, most) = (least.min(seen), most.max(seen));
    }
    Ok(json!([least, most]))
}

async fn until_over(pool: &RunPool, ids: &[RunId]) -> Result<()> {
    let mut changes = pool.changes();
    for id in ids {
        while !matches!(pool.summary(id).await.context("a run is unknown")?.status, RunStatus::Over(_)) {
            changes.changed().await?;
        }
    }
    Ok(())
}

fn everything() -> Result<Vec<Grant>> {
    Ok(vec![Grant { origins: OriginPattern::parse("all")?, permission: Permission::Commit }])
}

/// The state that the runs of one measurement share.
struct Stage {
    store: Arc<TimedStore>,
    steps: usize,
    waiting: AtomicUsize,
    changed: watch::Sender<()>,
    released: watch::Sender<bool>,
}

impl Stage {
    fn new(store: &Arc<SqliteStore>, steps: usize) -> Self {
        let store = Arc::new(TimedStore { inner: Arc::clone(store), appends: Mutex::default() });
        let (changed, released) = (watch::Sender::new(()), watch::Sender::new(false));
        Self { store, steps, waiting: AtomicUsize::new(0), changed, released }
    }

    /// Returns when all runs have done their steps and hold what a run holds then.
    async fn until_waiting(&self, runs: usize) {
        let mut changed = self.changed.subscribe();
        while self.waiting.load(Ordering::Relaxed) < runs {
            let _ = changed.changed().await;
        }
    }

    fn release(&self) {
        self.released.send_replace(true);
    }

    /// The 99th percentile of appends that wait for the disk, and of others, in milliseconds.
    fn slow_hundredth(&self) -> (f64, f64) {
        let appends = self.store.appends.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |durable: bool| {
            let mut times: Vec<_> = appends.iter().filter(|(is, _)| *is == durable).map(|(_, time)| *time).collect();
            times.sort();
            times.get(times.len() * 99 / 100).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
        };
        (of(true), of(false))
    }
}

/// The journal, with the time that each append takes.
struct TimedStore {
    inner: Arc<SqliteStore>,
    appends: Mutex<Vec<(bool, Duration)>>,
}

impl StoreWrapper for TimedStore {
    fn inner(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn append_events<'a>(
        &'a self,
        run: &'a RunId,
        after: Seq,
        events: &'a [Event],
    ) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let began = Instant::now();
            let appended = self.inner.append(run, after, events).await;
            let is_durable = events.iter().any(|event| event.kind.must_be_durable());
            self.appends.lock().unwrap_or_else(PoisonError::into_inner).push((is_durable, began.elapsed()));
            appended
        }
        .boxed()
    }
}

struct StubEnvironments(Arc<Stage>);

impl RunEnvironments for StubEnvironments {
    fn open<'a>(
        &'a self,
        _: &'a RunId,
        _: &'a Task,
        _: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>> {
        let ports = Ports {
            browser: Arc::new(FakeBrowser::of_buttons(50)),
            brain: Arc::new(StubBrain(Arc::clone(&self.0))),
            brains: Arc::new(NoBrains),
            store: Arc::clone(&self.0.store) as _,
        };
        let close = Box::new(|_| ready(()).boxed());
        ready(Ok(RunEnvironment { ports, secrets: None, gone: pending().boxed(), close })).boxed()
    }

    fn forget<'a>(&'a self, _: &'a RunId) -> BoxFuture<'a, ()> {
        ready(()).boxed()
    }

    fn is_elsewhere(&self, _: &RunId) -> bool {
        false
    }
}

/// Presses one button after the other, waits when all steps are done, and is done when it is released.
struct StubBrain(Arc<Stage>);

impl Brain for StubBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        let turn = request.prompt.turns.len();
        async move {
            let stage = &self.0;
            let call = |name: &str, arguments: Value| {
                let call = ToolCall { id: format!("call-{turn}"), name: name.to_owned(), arguments };
                BrainAnswer { calls: vec![call], ..BrainAnswer::default() }
            };
            if turn < stage.steps {
                return Ok(call("click", json!({"ref": format!("e{}", turn % 50 + 1)})));
            }
            stage.waiting.fetch_add(1, Ordering::Relaxed);
            stage.changed.send_replace(());
            let _ = stage.released.subscribe().wait_for(|released| *released).await;
            Ok(call("done", json!({"answer": "all are pressed"})))
        }
        .boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// Kilobytes of this process in memory.
fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse().unwrap_or_default()
}
