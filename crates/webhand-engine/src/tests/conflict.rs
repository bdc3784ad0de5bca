//! Somebody else writes at the very moment the driver wants to.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use webhand_model::{Event, EventKind, Input, RunOutcome};
use webhand_port::StoreError;
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::{Mishap, Troubled};
use super::{EngineError, RunExit, RunStart, Scene, begun, click, done, finished, task};

/// More appends than the run makes.
const APPENDS: usize = 14;

fn meddled(at: usize, mishap: Mishap) -> (Scene, Arc<FakeBrowser>) {
    let mut scene = Scene::new(ScriptedBrain::new([click(), click(), done()]));
    let paper = Arc::new(FakeBrowser::of_buttons(2));
    scene.browser = Arc::clone(&paper) as _;
    scene.written_to = Arc::new(Troubled::new(&scene.store, at, mishap));
    (scene, paper)
}

#[tokio::test(start_paused = true)]
async fn a_word_in_between_changes_nothing_and_loses_nothing() {
    for at in 0..APPENDS {
        let (scene, paper) = meddled(at, Mishap::Foreign(Input::Continue));
        assert_eq!(scene.run(RunStart::New(Box::new(task()))).await, Ok(finished()), "append {at}");
        assert_eq!(paper.done(), ["open", "click", "click"], "append {at}");
        assert_eq!(begun(&scene.journal()), paper.done());
        assert_eq!(scene.watcher.events(), scene.journal());
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancel_in_between_is_final() {
    for at in 0..APPENDS {
        let (scene, paper) = meddled(at, Mishap::Foreign(Input::Cancel));
        let over = timeout(Duration::from_mins(1), scene.run(RunStart::New(Box::new(task()))))
            .await
            .expect("does not wait for ever");
        let journal = scene.journal();
        let is_cancel = |event: &Event| matches!(event.kind, EventKind::Input { input: Input::Cancel, .. });
        let Some(cancelled) = journal.iter().position(is_cancel) else {
            assert_eq!(over, Ok(finished()), "append {at}");
            continue;
        };
        assert_eq!(over, Ok(RunExit::Finished(RunOutcome::Cancelled)), "append {at}");
        assert_eq!(journal.len(), cancelled + 2, "append {at}: only the end follows a cancel");
        assert_eq!(paper.done(), begun(&journal), "append {at}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_never_comes_to_rest_stops_the_run() {
    let (scene, paper) = meddled(3, Mishap::Restless(Input::Continue));
    let over = scene.run(RunStart::New(Box::new(task()))).await;
    assert!(matches!(over, Err(EngineError::Store(StoreError::Conflict(_)))), "{over:?}");
    assert_eq!(paper.done(), begun(&scene.journal()));
}
