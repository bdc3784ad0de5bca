//! Many runs at once: a queue with priorities, a limit on how many work at the same time, and what a person or an agent does
//! to a run from outside.
//!
//! Invariants: a run that was acknowledged is in the store and survives the process; whatever changes a run goes through
//! its journal, so it holds for a run that works, waits in the queue or was left by an earlier process alike; a run
//! whose last act may or may not have happened does not go on by itself.
//!
//! Start reading at [`RunPool`]; `live.rs` drives one run, `recovery.rs` decides what happens to runs of an earlier process.

mod control;
mod counts;
mod environment;
mod error;
mod live;
mod loss_reporting_browser;
mod queue;
mod recovery;
mod screen;
mod watching;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use webhand_model::{EventKind, Input, Millis, RunId, Seq, Task};
use webhand_port::{OrderKey, OrderState, OrderedBy, RunOrder, ServerStore, Store};

use crate::clock::wall;
use crate::journal::Journal;

pub use counts::PoolCounts;
pub use environment::{EnvironmentError, RunEnvironment, RunEnvironments};
pub use error::PoolError;
pub use screen::{ScreenFrame, ScreenWatch};
pub use watching::{LiveText, RunChanges};

use counts::Counters;
use live::LiveRun;
use queue::RunQueue;
use recovery::{Recovery, after_restart};
use screen::Screens;
use watching::Watched;

/// The runs of one server. Clones share them.
#[derive(Clone)]
pub struct RunPool {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn ServerStore>,
    environments: Arc<dyn RunEnvironments>,
    limits: PoolLimits,
    runs: Mutex<Runs>,
    /// Counts up with each change of any run.
    changes: watch::Sender<u64>,
    watched: Watched,
    screens: Screens,
    counters: Counters,
}

/// How much a pool takes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolLimits {
    /// How many runs work at the same time. Those that wait for the person do not count.
    pub working: usize,
    /// How many browsers are open at the same time.
    pub open: usize,
    /// How many runs wait for their turn.
    pub queued: usize,
}

#[derive(Default)]
struct Runs {
    queue: RunQueue,
    live: HashMap<RunId, LiveRun>,
    is_stopping: bool,
}

/// How busy a pool is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolLoad {
    pub working: usize,
    pub open: usize,
    pub queued: usize,
}

/// A task for the pool.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolOrder {
    pub run: RunId,
    pub task: Task,
    pub priority: i32,
    pub key: Option<OrderKey>,
    pub by: OrderedBy,
}

/// The answer to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordered {
    New(RunId),
    /// The key named this run before.
    Known(RunId),
}

impl RunPool {
    #[must_use]
    pub fn new(store: Arc<dyn ServerStore>, environments: Arc<dyn RunEnvironments>, limits: PoolLimits) -> Self {
        let shared = Shared {
            store,
            environments,
            limits,
            runs: Mutex::default(),
            changes: watch::Sender::new(0),
            watched: Watched::default(),
            screens: Screens::default(),
            counters: Counters::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    #[must_use]
    pub fn store(&self) -> &Arc<dyn ServerStore> {
        &self.shared.store
    }

    #[must_use]
    pub fn limits(&self) -> PoolLimits {
        self.shared.limits
    }

    #[must_use]
    pub fn load(&self) -> PoolLoad {
        let runs = self.runs();
        PoolLoad { working: runs.working(), open: runs.live.len(), queued: runs.queue.len() }
    }

    /// The counts of the pool since it was made.
    #[must_use]
    pub fn counts(&self) -> PoolCounts {
        self.shared.counters.now()
    }

    /// Takes a task on. It is in the store when this returns, and starts when there is room.
    ///
    /// # Errors
    /// When the queue is full, the key was used for another task, or the store cannot be written.
    pub async fn order(&self, order: PoolOrder) -> Result<Ordered, PoolError> {
        let PoolOrder { run, task, priority, key, by } = order;
        if self.runs().queue.len() >= self.shared.limits.queued {
            return Err(PoolError::Full(self.shared.limits.queued));
        }
        let order = RunOrder { run: run.clone(), priority, created: wall(), key, by, state: OrderState::Active };
        if let Some(earlier) = self.shared.store.add_order(&order).await? {
            let is_same = earlier.key.map(|key| key.digest) == order.key.map(|key| key.digest);
            return if is_same { Ok(Ordered::Known(earlier.run)) } else { Err(PoolError::KeyReused) };
        }
        let started = EventKind::Input { to: None, input: Input::Started(task) };
        if let Err(error) = self.journal(&run).append(Millis(0), [started]).await {
            self.shared.store.remove_order(&run).await?;
            return Err(error.into());
        }
        self.shared.counters.ordered.add_one();
        self.enqueue(run.clone(), priority, order.created);
        Ok(Ordered::New(run))
    }

    /// Takes on again what an earlier process left. Returns how many runs go on by themselves.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn recover(&self) -> Result<usize, PoolError> {
        let mut resumed = 0;
        for order in self.shared.store.open_orders().await? {
            let events = match self.shared.store.read(&order.run, Seq(0)).await {
                Ok(events) => events,
                Err(error) => {
                    // A journal that cannot be read must not keep the others waiting.
                    self.park(&order.run, error.to_string()).await;
                    continue;
                }
            };
            match after_restart(&events) {
                // The order was never acknowledged.
                Recovery::NeverBegan => self.shared.store.remove_order(&order.run).await?,
                Recovery::Over => self.shared.store.set_order_state(&order.run, &OrderState::Over).await?,
                Recovery::Park(reason) if order.state == OrderState::Active => self.park(&order.run, reason).await,
                Recovery::GoOn if order.state == OrderState::Active => {
                    self.enqueue(order.run, order.priority, order.created);
                    resumed += 1;
                }
                Recovery::Rests | Recovery::Park(_) | Recovery::GoOn => {}
            }
        }
        Ok(resumed)
    }

    /// Ends the work on all runs. They stay in the store and go on with the next start.
    pub async fn stop(&self) {
        let live: Vec<LiveRun> = {
            let mut runs = self.runs();
            runs.is_stopping = true;
            runs.queue = RunQueue::default();
            runs.live.drain().map(|(_, live)| live).collect()
        };
        for live in &live {
            live.leave();
        }
        for live in live {
            live.ended().await;
        }
    }

    fn journal(&self, run: &RunId) -> Journal {
        Journal::new(run.clone(), Arc::clone(&self.shared.store) as Arc<dyn Store>)
    }

    fn runs(&self) -> MutexGuard<'_, Runs> {
        self.shared.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, run: RunId, priority: i32, created: u64) {
        self.runs().queue.push(run, priority, created);
        self.fill();
    }

    /// Starts runs while there is room.
    fn fill(&self) {
        {
            let mut runs = self.runs();
            while !runs.is_stopping
                && runs.working() < self.shared.limits.working
                && runs.live.len() < self.shared.limits.open
                && let Some(run) = runs.queue.pop()
            {
                let live = LiveRun::start(self.clone(), run.clone());
                runs.live.insert(run, live);
            }
        }
        self.note_change();
    }

    /// The run's task has ended; another may take its place.
    fn remove_live(&self, run: &RunId) {
        self.runs().live.remove(run);
        self.fill();
    }

    async fn park(&self, run: &RunId, reason: String) {
        self.shared.counters.parked.add_one();
        if let Err(error) = self.shared.store.set_order_state(run, &OrderState::Parked(reason)).await {
            tracing::warn!(%run, %error, "a run could not be parked");
        }
        self.note_change();
    }

    fn note_change(&self) {
        self.shared.changes.send_modify(|count| *count += 1);
    }
}

impl Runs {
    /// How many runs use the machine now.
    fn working(&self) -> usize {
        self.live.values().filter(|live| !live.is_at_rest()).count()
    }
}

#[cfg(test)]
mod tests;
