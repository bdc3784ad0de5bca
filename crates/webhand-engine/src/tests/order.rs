//! First the journal, then the world, then whoever watches.

use std::sync::Arc;

use webhand_model::{Input, PersonReply};
use webhand_port::fake::{FakeBrowser, ScriptedBrain};
use webhand_port::{Store as _, StoreError};

use super::doubles::{Mishap, Troubled, Witness};
use super::{EngineError, RunStart, Scene, begun, click, done, finished, open_elsewhere, task};

#[tokio::test(start_paused = true)]
async fn nothing_is_done_before_the_intent_is_in_the_journal() {
    let mut scene = Scene::new(ScriptedBrain::new([click(), open_elsewhere(), done()]));
    let witness = Arc::new(Witness::of(&scene.store, &scene.id));
    scene.browser = Arc::clone(&witness) as _;
    let (driver, say) = scene.driver();
    let answer = async {
        scene.watcher.question().await;
        say.send(Input::Replied(PersonReply::Yes)).await.expect("the driver listens");
    };
    let (over, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!(over, Ok(finished()));
    assert_eq!(witness.paper.done(), ["open", "click", "open"]);
    assert_eq!(*witness.unannounced.lock().expect("no panic"), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn nobody_is_told_before_it_is_in_the_journal() {
    let scene = Scene::new(ScriptedBrain::new([click(), done()]));
    assert_eq!(scene.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    assert_eq!(*scene.watcher.untold.lock().expect("no panic"), Vec::new());
    assert_eq!(scene.watcher.events(), scene.journal(), "everything is told, once and in order");
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_cannot_be_written_stops_the_run_before_it_acts() {
    let whole = Scene::new(ScriptedBrain::new([click(), done()]));
    whole.run(RunStart::New(Box::new(task()))).await.expect("a good run");
    let begins = whole.journal().len();
    for at in 0..begins {
        let mut scene = Scene::new(ScriptedBrain::new([click(), done()]));
        let paper = Arc::new(FakeBrowser::of_buttons(2));
        scene.browser = Arc::clone(&paper) as _;
        scene.written_to = Arc::new(Troubled::new(&scene.store, at, Mishap::Fails(StoreError::Full)));
        match scene.run(RunStart::New(Box::new(task()))).await {
            Err(error) => assert_eq!(error, EngineError::Store(StoreError::Full)),
            Ok(over) => assert_eq!(over, finished(), "there were fewer than {at} appends"),
        }
        assert_eq!(paper.done(), begun(&scene.journal()), "append {at}: done is what was written down");
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_id_is_not_used_twice() {
    let scene = Scene::new(ScriptedBrain::new([done()]));
    scene.run(RunStart::New(Box::new(task()))).await.expect("a good run");
    let before = scene.journal();
    let again = scene.again(ScriptedBrain::new([done()]));
    assert_eq!(again.run(RunStart::New(Box::new(task()))).await, Err(EngineError::Taken(scene.id.clone())));
    assert_eq!(scene.journal(), before);
    assert_eq!(again.run(RunStart::Resume).await, Err(EngineError::AlreadyOver(scene.id.clone())));
    assert_eq!(scene.store.end(&scene.id).await, Ok(before.last().expect("an end").seq));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_run_is_not_resumed() {
    let scene = Scene::new(ScriptedBrain::new([]));
    assert_eq!(scene.run(RunStart::Resume).await, Err(EngineError::Unknown(scene.id.clone())));
}
