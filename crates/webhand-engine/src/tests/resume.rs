//! After a crash the journal is all there is.

use std::sync::Arc;

use webhand_model::{Event, EventKind, Input, Intent, Millis, OutcomeStatus, PersonReply, RunOutcome, Seq};
use webhand_port::Store as _;
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::Stuck;
use super::{EngineError, RunExit, RunStart, Scene, click, done, finished, open_elsewhere, task};

/// The journal of a whole run with a click, a question and a page it leads to.
async fn whole() -> Vec<Event> {
    let scene = Scene::new(ScriptedBrain::new([click(), open_elsewhere(), done()]));
    let (driver, say) = scene.driver();
    let answer = async {
        scene.watcher.question().await;
        say.send(Input::Replied(PersonReply::Yes)).await.expect("the driver listens");
    };
    let (over, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!(over, Ok(finished()));
    scene.journal()
}

fn is_end(event: &Event) -> bool {
    matches!(event.kind, EventKind::Intent { intent: Intent::Finish(_), .. })
}

/// The brain had the last word, proven or not.
fn says_done(over: &Result<RunExit, EngineError>) -> bool {
    matches!(over, Ok(RunExit::Finished(RunOutcome::Done { .. } | RunOutcome::Unproven { .. })))
}

#[tokio::test(start_paused = true)]
async fn a_crash_after_any_line_repeats_nothing() {
    let journal = whole().await;
    for cut in 1..=journal.len() {
        // What may have been lost makes the first claim be sent back.
        let mut scene = Scene::new(ScriptedBrain::new([done(), done()]));
        scene.store.append(&scene.id, Seq(0), &journal[..cut]).await.expect("memory never fails");
        let paper = Arc::new(FakeBrowser::of_buttons(2));
        scene.browser = Arc::clone(&paper) as _;
        let (driver, say) = scene.driver();
        // Should it still ask, the person says no.
        say.send(Input::Replied(PersonReply::No)).await.expect("the driver listens");
        let over = driver.run(RunStart::Resume).await;
        if is_end(&journal[cut - 1]) {
            assert_eq!(over, Err(EngineError::AlreadyOver(scene.id.clone())));
        } else {
            assert!(says_done(&over), "line {cut}: {over:?}");
        }
        for name in paper.done() {
            assert_eq!(name, "open", "line {cut}: {:?}", paper.done());
        }
        let after = scene.journal();
        assert_eq!(after[..cut], journal[..cut], "a journal is only ever added to");
        assert!(after.windows(2).all(|pair| pair[0].at <= pair[1].at), "its clock does not go back");
    }
}

#[tokio::test(start_paused = true)]
async fn a_click_cut_short_is_in_doubt_and_not_repeated() {
    let mut scene = Scene::new(ScriptedBrain::new([click()]));
    let stuck = Arc::new(Stuck::new());
    scene.browser = Arc::clone(&stuck) as _;
    tokio::select! {
        over = scene.run(RunStart::New(Box::new(task()))) => panic!("it is stuck: {over:?}"),
        () = stuck.clicked.notified() => {} // The driver is dropped here, as in a crash.
    }
    let mut again = scene.again(ScriptedBrain::new([done(), done()]));
    let paper = Arc::new(FakeBrowser::of_buttons(2));
    again.browser = Arc::clone(&paper) as _;
    let over = again.run(RunStart::Resume).await;
    assert!(matches!(over, Ok(RunExit::Finished(RunOutcome::Unproven { .. }))), "{over:?}");
    assert_eq!(paper.done(), ["open"]);
    let told = again.brain.prompts().remove(0).turns.pop().expect("a turn").results;
    assert_eq!(told.iter().map(|result| result.status).collect::<Vec<_>>(), [OutcomeStatus::InDoubt]);
}

#[tokio::test(start_paused = true)]
async fn the_clock_goes_on_where_it_stopped() {
    let journal = whole().await;
    let mut events = journal[..4].to_vec();
    for event in &mut events {
        event.at = Millis(90_000);
    }
    let scene = Scene::new(ScriptedBrain::new([done()]));
    scene.store.append(&scene.id, Seq(0), &events).await.expect("memory never fails");
    assert_eq!(scene.run(RunStart::Resume).await, Ok(finished()));
    assert!(scene.journal().iter().all(|event| event.at >= Millis(90_000)));
}
