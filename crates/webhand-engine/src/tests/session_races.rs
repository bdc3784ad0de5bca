//! Calls, replies and questions that cross each other: each call gets its own reply and its own question.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;
use webhand_model::{ApprovalId, EffectNo, Outcome, OutcomeStatus, PersonReply, Question, QuestionKind, RunId};
use webhand_run::CallNo;

use super::doubles::{HangingBrowser, OrderFormBrowser, SlowClickBrowser};
use super::session::{TestSession, call, question};
use crate::calls::{CallUpdate, PendingCall, UnansweredCalls};
use crate::{CallOptions, CallReply, answer_question};

fn text(reply: &CallReply) -> &str {
    match reply {
        CallReply::Outcome { outcome, .. } => &outcome.text,
        CallReply::NeedsApproval { .. } => panic!("still waits for the person: {reply:?}"),
    }
}

fn short() -> CallOptions<'static> {
    CallOptions { timeout: Duration::from_millis(50), ..CallOptions::default() }
}

fn click() -> webhand_model::ToolCall {
    call("click", json!({"ref": "e2"}))
}

#[tokio::test(start_paused = true)]
async fn the_late_reply_to_a_call_that_timed_out_is_not_taken_for_the_next_ones() {
    let browser = Arc::new(SlowClickBrowser::new(Duration::from_secs(3)));
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let clicked = test.session.call(click(), short()).await.expect("a living session");
    assert!(text(&clicked).contains("still under way"), "{clicked:?}");
    assert_eq!(text(&test.call("snapshot", json!({})).await), "snapshot done");
    assert_eq!(text(&test.call("click", json!({"ref": "e2"})).await), "click done");
    assert_eq!(browser.fake.done(), ["click", "snapshot", "click"]);
}

#[tokio::test(start_paused = true)]
async fn the_late_reply_to_a_dropped_call_is_not_taken_for_the_next_ones() {
    let browser = Arc::new(SlowClickBrowser::new(Duration::from_secs(3)));
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let dropped = test.session.call(click(), CallOptions::default());
    assert!(timeout(Duration::from_millis(50), dropped).await.is_err());
    assert_eq!(text(&test.call("snapshot", json!({})).await), "snapshot done");
    assert_eq!(browser.fake.done(), ["click", "snapshot"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_while_it_waits_for_another_is_never_made() {
    let browser = Arc::new(SlowClickBrowser::new(Duration::from_secs(3)));
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    test.session.call(click(), short()).await.expect("a living session");
    let waiting = test.session.call(call("snapshot", json!({})), CallOptions::default());
    assert!(timeout(Duration::from_millis(50), waiting).await.is_err());
    assert_eq!(text(&test.call("read", json!({})).await), "read done");
    assert_eq!(browser.fake.done(), ["click", "read"]);
}

#[tokio::test(start_paused = true)]
async fn calls_made_at_the_same_time_get_their_own_replies() {
    let test = TestSession::with(Arc::new(SlowClickBrowser::new(Duration::from_secs(1)))).await;
    let calls = ["click", "hover", "focus", "click"].map(|name| test.call(name, json!({"ref": "e2"})));
    let replies = futures_util::future::join_all(calls).await;
    let texts: Vec<_> = replies.iter().map(text).collect();
    assert_eq!(texts, ["click done", "hover done", "focus done", "click done"]);
}

#[tokio::test(start_paused = true)]
async fn an_approval_that_crosses_the_next_call_changes_neither_reply() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let asked = question(&test.order().await);
    assert_eq!(test.session.question().map(|(id, _)| id), Some(asked.clone()));
    // The driver has not read the answer yet when the next call comes.
    answer_question(&test.store, &asked, PersonReply::Yes, webhand_model::ReplySource::elicitation())
        .await
        .expect("an open question");
    assert_eq!(text(&test.call("snapshot", json!({})).await), "snapshot done");
    assert_eq!(browser.fake.done(), ["click", "snapshot"], "the approved order is performed first");
    assert_eq!(test.session.question(), None);
    assert_ne!(question(&test.order().await), asked, "its reply was for the call that was left");
}

#[tokio::test(start_paused = true)]
async fn a_call_under_way_learns_that_the_session_is_closed() {
    let test = TestSession::with(Arc::new(HangingBrowser::new())).await;
    let close = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        test.session.close().await;
    };
    let (reply, ()) = tokio::join!(test.session.call(click(), CallOptions::default()), close);
    assert!(reply.is_err(), "{reply:?}");
    assert!(test.session.is_over());
}

#[tokio::test]
async fn a_reply_goes_to_the_call_with_its_number() {
    let mut calls = UnansweredCalls::default();
    let (mut first, responder) = PendingCall::new(click());
    calls.insert(CallNo(1), responder);
    let (mut second, responder) = PendingCall::new(click());
    calls.insert(CallNo(2), responder);
    for (no, text) in [(2, "second"), (3, "nobody's"), (2, "second again"), (1, "first")] {
        calls.reply(CallNo(no), Box::new(Outcome::done(text)));
    }
    for (pending, text) in [(&mut first, "first"), (&mut second, "second")] {
        let CallUpdate::Reply(outcome) = pending.next_update().await else { panic!("{text} has no reply") };
        assert_eq!((outcome.status, outcome.text.as_str()), (OutcomeStatus::Done, text));
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_belongs_to_its_call_until_the_run_awaits_something_else() {
    let run = RunId::try_from("race-test-1".to_owned()).expect("an id");
    let asked = Question {
        kind: QuestionKind::Brain,
        text: "Which?".to_owned(),
        details: Vec::new(),
        options: Vec::new(),
        ..Question::default()
    };
    let mut calls = UnansweredCalls::default();
    let (mut first, responder) = PendingCall::new(click());
    calls.insert(CallNo(1), responder);
    let (mut second, responder) = PendingCall::new(click());
    calls.insert(CallNo(2), responder);
    calls.ask(CallNo(1), &run, EffectNo(7), asked);
    assert!(
        matches!(first.next_update().await, CallUpdate::Question(id, _) if id == ApprovalId::new(&run, EffectNo(7)))
    );
    assert!(timeout(Duration::from_secs(1), second.next_update()).await.is_err());
    calls.close_questions_except(EffectNo(8));
    assert!(timeout(Duration::from_secs(1), first.next_update()).await.is_err());
    drop(calls);
    assert!(matches!(first.next_update().await, CallUpdate::SessionOver));
}
