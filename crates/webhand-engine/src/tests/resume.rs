//! A run resumed from its journal after a crash.

use std::sync::Arc;

use webhand_model::{Event, EventKind, Input, Intent, Millis, OutcomeStatus, PersonReply, RunOutcome, Seq};
use webhand_port::Store as _;
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::HangingBrowser;
use super::{EngineError, RunExit, RunStart, TestRun, click, done, finished, open_elsewhere, task};

/// The journal of a whole run with a click, a question and a page it leads to.
async fn whole_journal() -> Vec<Event> {
    let test = TestRun::new(ScriptedBrain::new([click(), open_elsewhere(), done()]));
    let (driver, inputs) = test.driver();
    let answer = async {
        test.watcher.question().await;
        inputs.send(Input::Replied(PersonReply::Yes)).await.expect("the driver listens");
    };
    let (exit, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!(exit, Ok(finished()));
    test.journal()
}

fn is_end(event: &Event) -> bool {
    matches!(event.kind, EventKind::Intent { intent: Intent::Finish(_), .. })
}

/// Whether the run ended with the brain's claim, proven or not.
fn is_done(exit: &Result<RunExit, EngineError>) -> bool {
    matches!(exit, Ok(RunExit::Finished(RunOutcome::Done { .. } | RunOutcome::Unproven { .. })))
}

#[tokio::test(start_paused = true)]
async fn a_crash_after_any_line_repeats_nothing() {
    let journal = whole_journal().await;
    for cut in 1..=journal.len() {
        // The first claim is sent back, because an effect may have been lost.
        let mut test = TestRun::new(ScriptedBrain::new([done(), done()]));
        test.store.append(&test.id, Seq(0), &journal[..cut]).await.expect("memory never fails");
        let fake = Arc::new(FakeBrowser::of_buttons(2));
        test.browser = Arc::clone(&fake) as _;
        let (driver, inputs) = test.driver();
        // If the run still asks, the person says no.
        inputs.send(Input::Replied(PersonReply::No)).await.expect("the driver listens");
        let exit = driver.run(RunStart::Resume).await;
        if is_end(&journal[cut - 1]) {
            assert_eq!(exit, Err(EngineError::AlreadyOver(test.id.clone())));
        } else {
            assert!(is_done(&exit), "line {cut}: {exit:?}");
        }
        for name in fake.done() {
            assert_eq!(name, "open", "line {cut}: {:?}", fake.done());
        }
        let after = test.journal();
        assert_eq!(after[..cut], journal[..cut], "a journal is only ever added to");
        assert!(after.windows(2).all(|pair| pair[0].at <= pair[1].at), "its clock does not go back");
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_cut_short_is_in_doubt_and_not_repeated() {
    let mut test = TestRun::new(ScriptedBrain::new([click()]));
    let hanging = Arc::new(HangingBrowser::new());
    test.browser = Arc::clone(&hanging) as _;
    tokio::select! {
        exit = test.run(RunStart::New(Box::new(task()))) => panic!("it is hanging: {exit:?}"),
        () = hanging.clicked.notified() => {} // The driver is dropped here, as in a crash.
    }
    let mut again = test.again(ScriptedBrain::new([done(), done()]));
    let fake = Arc::new(FakeBrowser::of_buttons(2));
    again.browser = Arc::clone(&fake) as _;
    let exit = again.run(RunStart::Resume).await;
    assert!(matches!(exit, Ok(RunExit::Finished(RunOutcome::Unproven { .. }))), "{exit:?}");
    assert_eq!(fake.done(), ["open"]);
    let results = again.brain.prompts().remove(0).turns.pop().expect("a turn").results;
    assert_eq!(results.iter().map(|result| result.status).collect::<Vec<_>>(), [OutcomeStatus::InDoubt]);
}

#[tokio::test(start_paused = true)]
async fn the_clock_goes_on_where_it_stopped() {
    let journal = whole_journal().await;
    let mut events = journal[..4].to_vec();
    for event in &mut events {
        event.at = Millis(90_000);
    }
    let test = TestRun::new(ScriptedBrain::new([done()]));
    test.store.append(&test.id, Seq(0), &events).await.expect("memory never fails");
    assert_eq!(test.run(RunStart::Resume).await, Ok(finished()));
    assert!(test.journal().iter().all(|event| event.at >= Millis(90_000)));
}
