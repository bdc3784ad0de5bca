use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{JoinError, advance, next_timer, run_ready, sleep, spawn, timeout};

/// The lines that tasks wrote, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn write(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn timers_fire_in_the_order_they_are_due() {
    let log = Log::default();
    for wait in [30, 10, 20] {
        let log = log.clone();
        drop(spawn(async move {
            sleep(millis(wait)).await;
            log.write(&wait.to_string());
        }));
    }
    run_ready();
    assert_eq!(next_timer(), Some(millis(10)));
    advance(millis(20));
    run_ready();
    assert_eq!(log.lines(), ["10", "20"]);
    advance(millis(30));
    run_ready();
    assert_eq!(log.lines(), ["10", "20", "30"]);
    assert_eq!(next_timer(), None);
}

#[test]
fn a_deadline_ends_a_future_that_is_not_ready_and_leaves_no_timer() {
    let log = Log::default();
    let (late, ready) = (log.clone(), log.clone());
    drop(spawn(async move {
        let ended = timeout(millis(5), std::future::pending::<()>()).await;
        late.write(&format!("{ended:?}"));
    }));
    drop(spawn(async move {
        let ended = timeout(millis(500), async { 7 }).await;
        ready.write(&format!("{ended:?}"));
    }));
    run_ready();
    advance(millis(5));
    run_ready();
    assert_eq!(log.lines(), ["Ok(7)", "Err(Elapsed)"]);
    assert_eq!(next_timer(), None);
}

#[test]
fn a_waiter_is_woken_when_its_task_ends() {
    let log = Log::default();
    let waiting = log.clone();
    drop(spawn(async move {
        let inner = spawn(async {
            sleep(millis(1)).await;
            "done"
        });
        waiting.write(inner.await.unwrap());
    }));
    run_ready();
    advance(millis(1));
    run_ready();
    assert_eq!(log.lines(), ["done"]);
}

#[test]
fn an_aborted_task_is_dropped_with_its_values() {
    let held = Arc::new(());
    let holding = Arc::clone(&held);
    let task = spawn(async move {
        sleep(millis(100)).await;
        drop(holding);
    });
    run_ready();
    task.abort();
    run_ready();
    assert_eq!(Arc::strong_count(&held), 1);
    assert_eq!(next_timer(), None);
    let log = Log::default();
    let ended = log.clone();
    drop(spawn(async move { ended.write(&format!("{:?}", task.await == Err(JoinError))) }));
    run_ready();
    assert_eq!(log.lines(), ["true"]);
}

#[test]
fn a_task_may_spawn_and_abort_others_while_it_runs() {
    let log = Log::default();
    let inner = log.clone();
    drop(spawn(async move {
        let started = inner.clone();
        let other = spawn(async move { started.write("never") });
        other.abort();
        inner.write("first");
    }));
    run_ready();
    assert_eq!(log.lines(), ["first"]);
}

#[test]
fn a_task_that_aborts_itself_is_dropped() {
    let (held, own) = (Arc::new(()), Arc::new(Mutex::new(None::<super::AbortHandle>)));
    let (holding, handle) = (Arc::clone(&held), Arc::clone(&own));
    let task = spawn(async move {
        handle.lock().unwrap().as_ref().unwrap().abort();
        sleep(millis(100)).await;
        drop(holding);
    });
    *own.lock().unwrap() = Some(task.abort_handle());
    run_ready();
    assert_eq!(Arc::strong_count(&held), 1);
    assert_eq!(next_timer(), None);
}

#[test]
fn the_clock_never_goes_back() {
    advance(millis(50));
    advance(millis(20));
    assert_eq!(super::unix_time(), millis(50));
}
