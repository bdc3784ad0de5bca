//! The order of things: the journal first, then the effect, then the watcher.

use std::sync::Arc;

use webhand_model::{Input, PersonReply};
use webhand_port::fake::{FakeBrowser, ScriptedBrain};
use webhand_port::{Store as _, StoreError};
use webhand_run::replay;

use super::doubles::{AppendFault, DepartingBrowser, FaultyStore, IntentCheckingBrowser};
use super::{EngineError, RunStart, TestRun, click, done, finished, intended_actions, open_elsewhere, task};

#[tokio::test(start_paused = true)]
async fn nothing_is_done_before_the_intent_is_in_the_journal() {
    let mut test = TestRun::new(ScriptedBrain::new([click(), open_elsewhere(), done()]));
    let checking = Arc::new(IntentCheckingBrowser::new(&test.store, &test.id));
    test.browser = Arc::clone(&checking) as _;
    let (driver, inputs) = test.driver();
    let answer = async {
        test.watcher.question().await;
        inputs.send(Input::Replied(PersonReply::Yes)).await.expect("the driver listens");
    };
    let (exit, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!(exit, Ok(finished()));
    assert_eq!(checking.fake.done(), ["open", "click", "open"]);
    assert_eq!(*checking.unannounced.lock().expect("no panic"), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn what_a_page_sends_by_a_grant_is_in_the_journal_before_it_goes() {
    let mut test = TestRun::new(ScriptedBrain::new([click(), done()]));
    let departing = Arc::new(DepartingBrowser::new(&test.store, &test.id));
    test.browser = Arc::clone(&departing) as _;
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    assert_eq!(*departing.recorded.lock().expect("no panic"), [true]);
    replay(&test.journal()).expect("a record changes nothing of the run");
}

#[tokio::test(start_paused = true)]
async fn the_watcher_sees_no_event_before_it_is_in_the_journal() {
    let test = TestRun::new(ScriptedBrain::new([click(), done()]));
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    assert_eq!(*test.watcher.unwritten.lock().expect("no panic"), Vec::new());
    assert_eq!(test.watcher.events(), test.journal(), "every event is seen, once and in order");
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_cannot_be_written_stops_the_run_before_it_acts() {
    let whole = TestRun::new(ScriptedBrain::new([click(), done()]));
    whole.run(RunStart::New(Box::new(task()))).await.expect("a good run");
    let events = whole.journal().len();
    for at in 0..events {
        let mut test = TestRun::new(ScriptedBrain::new([click(), done()]));
        let fake = Arc::new(FakeBrowser::of_buttons(2));
        test.browser = Arc::clone(&fake) as _;
        test.written_to = Arc::new(FaultyStore::new(&test.store, at, AppendFault::Fails(StoreError::Full)));
        match test.run(RunStart::New(Box::new(task()))).await {
            Err(error) => assert_eq!(error, EngineError::Store(StoreError::Full)),
            Ok(exit) => assert_eq!(exit, finished(), "there were fewer than {at} appends"),
        }
        assert_eq!(fake.done(), intended_actions(&test.journal()), "append {at}: only intended actions were performed");
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_id_is_not_used_twice() {
    let test = TestRun::new(ScriptedBrain::new([done()]));
    test.run(RunStart::New(Box::new(task()))).await.expect("a good run");
    let before = test.journal();
    let again = test.again(ScriptedBrain::new([done()]));
    assert_eq!(again.run(RunStart::New(Box::new(task()))).await, Err(EngineError::DuplicateRun(test.id.clone())));
    assert_eq!(test.journal(), before);
    assert_eq!(again.run(RunStart::Resume).await, Err(EngineError::AlreadyOver(test.id.clone())));
    assert_eq!(test.store.end(&test.id).await, Ok(before.last().expect("an end").seq));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_run_is_not_resumed() {
    let test = TestRun::new(ScriptedBrain::new([]));
    assert_eq!(test.run(RunStart::Resume).await, Err(EngineError::UnknownRun(test.id.clone())));
}
