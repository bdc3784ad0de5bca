//! Another process appends to the journal at the moment when the driver does.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use webhand_model::{Event, EventKind, Input, RunOutcome};
use webhand_port::StoreError;
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::{AppendFault, FaultyStore};
use super::{EngineError, RunExit, RunStart, TestRun, click, done, finished, intended_actions, task};

/// More appends than the run makes.
const APPENDS: usize = 14;

fn run_with_fault(at: usize, fault: AppendFault) -> (TestRun, Arc<FakeBrowser>) {
    let mut test = TestRun::new(ScriptedBrain::new([click(), click(), done()]));
    let fake = Arc::new(FakeBrowser::of_buttons(2));
    test.browser = Arc::clone(&fake) as _;
    test.written_to = Arc::new(FaultyStore::new(&test.store, at, fault));
    (test, fake)
}

#[tokio::test(start_paused = true)]
async fn a_foreign_input_in_between_changes_nothing_and_loses_nothing() {
    for at in 0..APPENDS {
        let (test, fake) = run_with_fault(at, AppendFault::Foreign(Input::Continue));
        assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(finished()), "append {at}");
        assert_eq!(fake.done(), ["open", "click", "click"], "append {at}");
        assert_eq!(intended_actions(&test.journal()), fake.done());
        assert_eq!(test.watcher.events(), test.journal());
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancel_in_between_is_final() {
    for at in 0..APPENDS {
        let (test, fake) = run_with_fault(at, AppendFault::Foreign(Input::Cancel));
        let exit = timeout(Duration::from_mins(1), test.run(RunStart::New(Box::new(task()))))
            .await
            .expect("does not wait for ever");
        let journal = test.journal();
        let is_cancel = |event: &Event| matches!(event.kind, EventKind::Input { input: Input::Cancel, .. });
        let Some(cancelled) = journal.iter().position(is_cancel) else {
            assert_eq!(exit, Ok(finished()), "append {at}");
            continue;
        };
        assert_eq!(exit, Ok(RunExit::Finished(RunOutcome::Cancelled)), "append {at}");
        assert_eq!(journal.len(), cancelled + 2, "append {at}: only the end follows a cancel");
        assert_eq!(fake.done(), intended_actions(&journal), "append {at}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_never_comes_to_rest_stops_the_run() {
    let (test, fake) = run_with_fault(3, AppendFault::AlwaysForeign(Input::Continue));
    let exit = test.run(RunStart::New(Box::new(task()))).await;
    assert!(matches!(exit, Err(EngineError::Store(StoreError::Conflict(_)))), "{exit:?}");
    assert_eq!(fake.done(), intended_actions(&test.journal()));
}
