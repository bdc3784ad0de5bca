use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{JoinError, advance, next_timer, run_ready, sleep, spawn, timeout};

/// What tasks wrote, in order.
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
fn a_deadline_ends_what_does_not_answer_and_leaves_no_timer() {
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
fn whoever_waits_for_a_task_is_woken_by_its_end() {
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
fn an_aborted_task_is_dropped_with_what_it_holds() {
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
