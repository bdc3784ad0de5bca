//! What others write into the journal while the run is conducted.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use webhand_model::{EffectNo, Input, PersonReply, QuestionKind, RunOutcome};
use webhand_port::fake::ScriptedBrain;

use super::doubles::Stuck;
use super::{
    EngineError, PersonPresence, RunExit, RunStart, Scene, begun, click, done, finished, open_elsewhere, task,
};
use crate::{cancel, reply, send};

#[tokio::test(start_paused = true)]
async fn a_cancel_ends_a_run_that_waits_for_the_person() {
    let scene = Scene::new(ScriptedBrain::new([open_elsewhere()]));
    let stop = async {
        scene.watcher.question().await;
        cancel(&scene.store(), &scene.id).await
    };
    let (over, stopped) = tokio::join!(scene.run(RunStart::New(Box::new(task()))), stop);
    assert_eq!((over, stopped), (Ok(RunExit::Finished(RunOutcome::Cancelled)), Ok(())));
    assert_eq!(scene.watcher.events(), scene.journal(), "what others wrote is told too");
    assert_eq!(cancel(&scene.store(), &scene.id).await, Err(EngineError::AlreadyOver(scene.id.clone())));
}

#[tokio::test(start_paused = true)]
async fn a_cancel_does_not_wait_for_a_browser_that_hangs() {
    let mut scene = Scene::new(ScriptedBrain::new([click(), done()]));
    let stuck = Arc::new(Stuck::new());
    scene.browser = Arc::clone(&stuck) as _;
    let stop = async {
        stuck.clicked.notified().await;
        let since = Instant::now();
        cancel(&scene.store(), &scene.id).await.expect("a running run");
        since
    };
    let (over, since) = tokio::join!(scene.run(RunStart::New(Box::new(task()))), stop);
    assert_eq!(over, Ok(RunExit::Finished(RunOutcome::Cancelled)));
    assert!(since.elapsed() <= Duration::from_millis(200), "on the jumping clock: {:?}", since.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_reply_from_elsewhere_is_taken_in() {
    let scene = Scene::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let answer = async {
        scene.watcher.question().await;
        send(&scene.store(), &scene.id, Input::Replied(PersonReply::Yes)).await
    };
    let (over, answered) = tokio::join!(scene.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!((over, answered), (Ok(finished()), Ok(())));
    assert_eq!(begun(&scene.journal()), ["open", "open"]);
}

#[tokio::test(start_paused = true)]
async fn a_reply_answers_its_own_question_only() {
    let scene = Scene::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let answer = async {
        let question = scene.watcher.question().await;
        let wrong = reply(&scene.store(), &scene.id, EffectNo(question.0 - 1), PersonReply::Yes).await;
        let right = reply(&scene.store(), &scene.id, question, PersonReply::Yes).await;
        let twice = reply(&scene.store(), &scene.id, question, PersonReply::Yes).await;
        (wrong, right, twice)
    };
    let (over, answers) = tokio::join!(scene.run(RunStart::New(Box::new(task()))), answer);
    let not_asked = || Err(EngineError::NotAsked(scene.id.clone()));
    assert_eq!((over, answers), (Ok(finished()), (not_asked(), Ok(()), not_asked())));
}

#[tokio::test(start_paused = true)]
async fn a_question_parks_the_run_when_nobody_is_there() {
    let mut scene = Scene::new(ScriptedBrain::new([open_elsewhere()]));
    scene.person = PersonPresence::Absent;
    let over = scene.run(RunStart::New(Box::new(task()))).await;
    assert!(matches!(&over, Ok(RunExit::Parked(question)) if question.kind != QuestionKind::Brain), "{over:?}");
    send(&scene.store(), &scene.id, Input::Replied(PersonReply::Yes)).await.expect("it waits");
    let again = scene.again(ScriptedBrain::new([open_elsewhere(), done()]));
    assert_eq!(again.run(RunStart::Resume).await, Ok(finished()), "the answer counts, nobody is asked again");
}

#[tokio::test(start_paused = true)]
async fn a_paused_run_begins_nothing_until_it_goes_on() {
    let scene = Scene::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let meanwhile = async {
        scene.watcher.question().await;
        for input in [Input::Replied(PersonReply::Yes), Input::Pause] {
            send(&scene.store(), &scene.id, input).await.expect("a running run");
        }
        tokio::time::advance(Duration::from_secs(5)).await;
        let before = begun(&scene.journal());
        send(&scene.store(), &scene.id, Input::Continue).await.expect("a paused run");
        before
    };
    let (over, before) = tokio::join!(scene.run(RunStart::New(Box::new(task()))), meanwhile);
    assert_eq!((over, before), (Ok(finished()), vec!["open".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn nobody_can_speak_to_a_run_that_is_not_there() {
    let scene = Scene::new(ScriptedBrain::new([]));
    assert_eq!(cancel(&scene.store(), &scene.id).await, Err(EngineError::Unknown(scene.id.clone())));
}
