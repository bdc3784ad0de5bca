//! Inputs that other processes write into the journal while the run is driven.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use webhand_model::{EffectNo, Input, PersonReply, QuestionKind, RunOutcome};
use webhand_port::fake::ScriptedBrain;

use super::doubles::HangingBrowser;
use super::{
    EngineError, PersonPresence, RunExit, RunStart, TestRun, click, done, finished, intended_actions, open_elsewhere,
    task,
};
use crate::{cancel, reply, send};

#[tokio::test(start_paused = true)]
async fn a_cancel_ends_a_run_that_waits_for_the_person() {
    let test = TestRun::new(ScriptedBrain::new([open_elsewhere()]));
    let stop = async {
        test.watcher.question().await;
        cancel(&test.store(), &test.id).await
    };
    let (exit, stopped) = tokio::join!(test.run(RunStart::New(Box::new(task()))), stop);
    assert_eq!((exit, stopped), (Ok(RunExit::Finished(RunOutcome::Cancelled)), Ok(())));
    assert_eq!(test.watcher.events(), test.journal(), "the watcher sees foreign events too");
    assert_eq!(cancel(&test.store(), &test.id).await, Err(EngineError::AlreadyOver(test.id.clone())));
}

#[tokio::test(start_paused = true)]
async fn a_cancel_does_not_wait_for_a_browser_that_hangs() {
    let mut test = TestRun::new(ScriptedBrain::new([click(), done()]));
    let hanging = Arc::new(HangingBrowser::new());
    test.browser = Arc::clone(&hanging) as _;
    let stop = async {
        hanging.clicked.notified().await;
        let since = Instant::now();
        cancel(&test.store(), &test.id).await.expect("a running run");
        since
    };
    let (exit, since) = tokio::join!(test.run(RunStart::New(Box::new(task()))), stop);
    assert_eq!(exit, Ok(RunExit::Finished(RunOutcome::Cancelled)));
    assert!(since.elapsed() <= Duration::from_millis(200), "on the jumping clock: {:?}", since.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_reply_from_another_process_is_applied() {
    let test = TestRun::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let answer = async {
        test.watcher.question().await;
        send(&test.store(), &test.id, Input::Replied(PersonReply::Yes)).await
    };
    let (exit, answered) = tokio::join!(test.run(RunStart::New(Box::new(task()))), answer);
    assert_eq!((exit, answered), (Ok(finished()), Ok(())));
    assert_eq!(intended_actions(&test.journal()), ["open", "open"]);
}

#[tokio::test(start_paused = true)]
async fn a_reply_answers_its_own_question_only() {
    let test = TestRun::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let answer = async {
        let question = test.watcher.question().await;
        let wrong = reply(
            &test.store(),
            &test.id,
            EffectNo(question.0 - 1),
            PersonReply::Yes,
            webhand_model::ReplySource::elicitation(),
        )
        .await;
        let right =
            reply(&test.store(), &test.id, question, PersonReply::Yes, webhand_model::ReplySource::elicitation()).await;
        let twice =
            reply(&test.store(), &test.id, question, PersonReply::Yes, webhand_model::ReplySource::elicitation()).await;
        (wrong, right, twice)
    };
    let (exit, answers) = tokio::join!(test.run(RunStart::New(Box::new(task()))), answer);
    let not_asked = || Err(EngineError::NotWaiting(test.id.clone()));
    assert_eq!((exit, answers), (Ok(finished()), (not_asked(), Ok(()), not_asked())));
}

#[tokio::test(start_paused = true)]
async fn a_question_parks_the_run_when_nobody_is_there() {
    let mut test = TestRun::new(ScriptedBrain::new([open_elsewhere()]));
    test.person = PersonPresence::Absent;
    let exit = test.run(RunStart::New(Box::new(task()))).await;
    assert!(matches!(&exit, Ok(RunExit::Parked(question)) if question.kind != QuestionKind::Brain), "{exit:?}");
    send(&test.store(), &test.id, Input::Replied(PersonReply::Yes)).await.expect("it waits");
    let again = test.again(ScriptedBrain::new([open_elsewhere(), done()]));
    assert_eq!(again.run(RunStart::Resume).await, Ok(finished()), "the answer counts, nobody is asked again");
}

#[tokio::test(start_paused = true)]
async fn a_paused_run_begins_nothing_until_it_goes_on() {
    let test = TestRun::new(ScriptedBrain::new([open_elsewhere(), done()]));
    let meanwhile = async {
        test.watcher.question().await;
        for input in [Input::Replied(PersonReply::Yes), Input::Pause] {
            send(&test.store(), &test.id, input).await.expect("a running run");
        }
        tokio::time::advance(Duration::from_secs(5)).await;
        let before = intended_actions(&test.journal());
        send(&test.store(), &test.id, Input::Continue).await.expect("a paused run");
        before
    };
    let (exit, before) = tokio::join!(test.run(RunStart::New(Box::new(task()))), meanwhile);
    assert_eq!((exit, before), (Ok(finished()), vec!["open".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_run_takes_no_input() {
    let test = TestRun::new(ScriptedBrain::new([]));
    assert_eq!(cancel(&test.store(), &test.id).await, Err(EngineError::UnknownRun(test.id.clone())));
}
