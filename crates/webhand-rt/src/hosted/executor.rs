//! Tasks, and the queue of those that were woken.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

thread_local! {
    static TASKS: RefCell<BTreeMap<u64, Task>> = const { RefCell::new(BTreeMap::new()) };
    static LAST_TASK: Cell<u64> = const { Cell::new(0) };
    static READY: Arc<ReadyQueue> = Arc::default();
}

/// The numbers of woken tasks, each once and in the order of the wake-ups.
#[derive(Debug, Default)]
struct ReadyQueue(Mutex<VecDeque<u64>>);

impl ReadyQueue {
    fn lock(&self) -> MutexGuard<'_, VecDeque<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, task: u64) {
        let mut queue = self.lock();
        if !queue.contains(&task) {
            queue.push_back(task);
        }
    }
}

struct TaskWaker {
    task: u64,
    ready: Arc<ReadyQueue>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.ready.push(self.task);
    }
}

/// Polls woken tasks until none is left.
pub fn run_ready() {
    let ready = READY.with(Arc::clone);
    loop {
        let Some(number) = ready.lock().pop_front() else { return };
        // The task is taken out of the map while it runs, because it may spawn others or abort itself.
        let Some(mut task) = TASKS.with_borrow_mut(|tasks| tasks.remove(&number)) else { continue };
        let waker = Waker::from(Arc::new(TaskWaker { task: number, ready: Arc::clone(&ready) }));
        if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            TASKS.with_borrow_mut(|tasks| tasks.insert(number, task));
        }
    }
}

/// Runs a task beside the caller.
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    let join = Arc::new(Join::default());
    let ended = Arc::clone(&join);
    let mut future = Box::pin(future);
    let task = std::future::poll_fn(move |context| {
        if ended.lock().aborted {
            return Poll::Ready(());
        }
        future.as_mut().poll(context).map(|output| ended.finish(output))
    });
    let number = LAST_TASK.get() + 1;
    LAST_TASK.set(number);
    TASKS.with_borrow_mut(|tasks| tasks.insert(number, Box::pin(task)));
    READY.with(|ready| ready.push(number));
    JoinHandle { task: number, join }
}

/// Waits for a task or aborts it. A task whose handle is dropped runs on.
#[derive(Debug)]
pub struct JoinHandle<T> {
    task: u64,
    join: Arc<Join<T>>,
}

#[derive(Debug)]
struct Join<T>(Mutex<JoinState<T>>);

#[derive(Debug)]
struct JoinState<T> {
    output: Option<T>,
    ended: bool,
    aborted: bool,
    waiting: Option<Waker>,
}

impl<T> Default for Join<T> {
    fn default() -> Self {
        Self(Mutex::new(JoinState { output: None, ended: false, aborted: false, waiting: None }))
    }
}

impl<T> Join<T> {
    fn lock(&self) -> MutexGuard<'_, JoinState<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, output: T) {
        let mut state = self.lock();
        state.output = Some(output);
        state.ended = true;
        if let Some(waiting) = state.waiting.take() {
            waiting.wake();
        }
    }
}

impl<T: Send> JoinHandle<T> {
    /// Ends the task at the next await; its future is dropped.
    pub fn abort(&self) {
        abort(self.task, &*self.join);
    }

    /// A handle that aborts the task while another caller waits for it.
    #[must_use]
    pub fn abort_handle(&self) -> AbortHandle
    where
        T: 'static,
    {
        AbortHandle { task: self.task, join: Arc::clone(&self.join) as Arc<dyn MarkAborted> }
    }

    #[must_use]
    pub fn is_finished(&self) -> bool {
        let state = self.join.lock();
        state.ended || state.aborted
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.join.lock();
        if let Some(output) = state.output.take() {
            return Poll::Ready(Ok(output));
        }
        if state.aborted || state.ended {
            return Poll::Ready(Err(JoinError));
        }
        state.waiting = Some(context.waker().clone());
        Poll::Pending
    }
}

/// Aborts a task without waiting for it.
pub struct AbortHandle {
    task: u64,
    join: Arc<dyn MarkAborted>,
}

impl AbortHandle {
    /// Ends the task at the next await; its future is dropped.
    pub fn abort(&self) {
        abort(self.task, &*self.join);
    }
}

trait MarkAborted: Send + Sync {
    /// Marks the task as aborted and wakes its waiter; `false` when the task had already ended. Removing the task is
    /// left to `abort`, because the destructor of its future may come back here.
    fn mark_aborted(&self) -> bool;
}

impl<T: Send> MarkAborted for Join<T> {
    fn mark_aborted(&self) -> bool {
        let mut state = self.lock();
        if state.ended {
            return false;
        }
        state.aborted = true;
        if let Some(waiting) = state.waiting.take() {
            waiting.wake();
        }
        true
    }
}

fn abort(task: u64, join: &(impl MarkAborted + ?Sized)) {
    if !join.mark_aborted() {
        return;
    }
    // The task that runs now is not in the map: it is woken below, and dropped when it is polled again.
    let dropped = TASKS.try_with(|tasks| tasks.borrow_mut().remove(&task));
    drop(dropped);
    let _ = READY.try_with(|ready| ready.push(task));
}

/// The task was aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinError;

impl JoinError {
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        true
    }
}

impl std::fmt::Display for JoinError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("task was aborted")
    }
}

impl std::error::Error for JoinError {}

/// Spawns tasks from anywhere, also from a destructor.
#[derive(Debug, Clone)]
pub struct Spawner(());

impl Spawner {
    #[must_use]
    pub fn current() -> Self {
        Self(())
    }

    /// The task runs to its end by itself.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        drop(spawn(task));
    }
}
