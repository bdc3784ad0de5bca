//! The replies that an outside agent gets for its calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_model::{ApprovalId, FailCode, OutcomeStatus, PersonReply, Question, RunId, Task, ToolCall};
use webhand_port::fake::MemoryStore;
use webhand_port::{Browser, Store};

use super::doubles::{HangingBrowser, OrderFormBrowser};
use crate::{CallOptions, CallReply, EngineError, Questioner, Session, answer_question, cancel, open_questions};

pub(super) struct TestSession {
    pub(super) session: Session,
    pub(super) store: Arc<dyn Store>,
}

impl TestSession {
    pub(super) async fn with(browser: Arc<dyn Browser>) -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let id = RunId::try_from("session-test-1".to_owned()).expect("an id");
        let task = Task::for_outside_agent("session test");
        let session = Session::open(id, task, browser, Arc::clone(&store)).await.expect("a new run");
        Self { session, store }
    }

    pub(super) async fn call(&self, name: &str, arguments: Value) -> CallReply {
        self.session.call(call(name, arguments), CallOptions::default()).await.expect("a living session")
    }

    pub(super) async fn order(&self) -> CallReply {
        self.call("click", json!({"ref": "e1"})).await
    }
}

pub(super) fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall { id: "1".to_owned(), name: name.to_owned(), arguments }
}

fn status(reply: &CallReply) -> OutcomeStatus {
    match reply {
        CallReply::Outcome { outcome, .. } => outcome.status,
        CallReply::NeedsApproval { .. } => panic!("still waits for the person: {reply:?}"),
    }
}

pub(super) fn question(reply: &CallReply) -> ApprovalId {
    match reply {
        CallReply::NeedsApproval { id, .. } => id.clone(),
        CallReply::Outcome { .. } => panic!("nobody was asked: {reply:?}"),
    }
}

/// A person who answers every question the same way.
struct AnsweringPerson {
    answer: Option<PersonReply>,
    asked: AtomicU32,
}

impl AnsweringPerson {
    fn new(answer: impl Into<Option<PersonReply>>) -> Self {
        Self { answer: answer.into(), asked: AtomicU32::new(0) }
    }
}

impl Questioner for AnsweringPerson {
    fn ask<'a>(&'a self, _: &'a Question) -> BoxFuture<'a, Option<PersonReply>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        ready(self.answer.clone()).boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn a_harmless_call_is_performed_at_once() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    assert_eq!(status(&test.call("click", json!({"ref": "e2"})).await), OutcomeStatus::Done);
    assert_eq!(status(&test.call("nonsense", json!({})).await), OutcomeStatus::Failed(FailCode::BadCall));
    assert_eq!(status(&test.call("click", json!({"ref": "e9"})).await), OutcomeStatus::Failed(FailCode::UnknownRef));
    assert_eq!(browser.fake.done(), ["click"]);
}

#[tokio::test(start_paused = true)]
async fn an_order_is_done_once_after_the_person_allowed_it_from_elsewhere() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let id = question(&test.order().await);
    assert_eq!(question(&test.order().await), id, "asked once, however often it is called");
    let open = open_questions(&test.store).await.expect("a journal");
    assert_eq!(open.first().map(|(open, _)| open.to_string()), Some(id.to_string()));
    let typed = id.to_string().parse().expect("as it was shown");
    answer_question(&test.store, &typed, PersonReply::Yes, webhand_model::ReplySource::elicitation())
        .await
        .expect("an open question");
    assert_eq!(status(&test.order().await), OutcomeStatus::Done);
    assert_eq!(browser.fake.done(), ["click"]);
    assert_eq!(open_questions(&test.store).await.expect("a journal"), []);
    let again = answer_question(&test.store, &typed, PersonReply::Yes, webhand_model::ReplySource::elicitation()).await;
    assert!(matches!(again, Err(EngineError::NotWaiting(_))), "{again:?}");
    assert_ne!(question(&test.order().await), id, "a yes is good once");
}

#[tokio::test(start_paused = true)]
async fn an_order_the_person_denied_is_refused() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let id = question(&test.order().await);
    answer_question(&test.store, &id, PersonReply::No, webhand_model::ReplySource::elicitation())
        .await
        .expect("an open question");
    assert_eq!(status(&test.order().await), OutcomeStatus::Refused);
    assert_eq!(browser.fake.done(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn another_call_withdraws_the_question() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let id = question(&test.order().await);
    assert_eq!(status(&test.call("snapshot", json!({})).await), OutcomeStatus::Done);
    assert!(
        answer_question(&test.store, &id, PersonReply::Yes, webhand_model::ReplySource::elicitation()).await.is_err()
    );
    assert_eq!(browser.fake.done(), ["snapshot"]);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_is_there_is_asked_in_the_call_itself() {
    let browser = Arc::new(OrderFormBrowser::new());
    let test = TestSession::with(Arc::clone(&browser) as _).await;
    let person = AnsweringPerson::new(PersonReply::Yes);
    let options = CallOptions { person: Some(&person), ..CallOptions::default() };
    let reply = test.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
    assert_eq!(status(&reply), OutcomeStatus::Done);
    assert_eq!(browser.fake.done(), ["click"]);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_keeps_saying_no_is_left_in_peace() {
    let test = TestSession::with(Arc::new(OrderFormBrowser::new())).await;
    let person = AnsweringPerson::new(PersonReply::No);
    let options = CallOptions { person: Some(&person), ..CallOptions::default() };
    for _ in 0..10 {
        let _ = test.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
        let _ = test.call("snapshot", json!({})).await;
    }
    assert_eq!(person.asked.load(Ordering::Relaxed), 3);
}

#[tokio::test(start_paused = true)]
async fn a_look_whose_time_is_up_is_given_up_and_the_session_goes_on() {
    let test = TestSession::with(Arc::new(OrderFormBrowser::new())).await;
    let options = CallOptions { timeout: Duration::from_millis(50), ..CallOptions::default() };
    let reply = test.session.call(call("wait", json!({"text": "Thanks"})), options).await.expect("a living session");
    assert_eq!(status(&reply), OutcomeStatus::Failed(FailCode::TimedOut));
    assert_eq!(status(&test.call("snapshot", json!({})).await), OutcomeStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_is_withdrawn() {
    let test = TestSession::with(Arc::new(OrderFormBrowser::new())).await;
    let waiting = test.session.call(call("wait", json!({"text": "Thanks"})), CallOptions::default());
    assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
    assert_eq!(status(&test.call("snapshot", json!({})).await), OutcomeStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn an_action_that_touches_the_page_is_not_cut_off() {
    let hanging = Arc::new(HangingBrowser::new());
    let test = TestSession::with(Arc::clone(&hanging) as _).await;
    let options = CallOptions { timeout: Duration::from_millis(50), ..CallOptions::default() };
    let reply = test.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
    assert_eq!(status(&reply), OutcomeStatus::InDoubt);
    let reply = test.session.call(call("snapshot", json!({})), options).await.expect("a living session");
    assert_eq!(status(&reply), OutcomeStatus::Failed(FailCode::TimedOut), "one thing at a time");
    let reply = test
        .session
        .call(call("snapshot", json!({})), CallOptions { timeout: Duration::from_mins(5), ..options })
        .await;
    assert_eq!(status(&reply.expect("a living session")), OutcomeStatus::Done, "even hanging hands have a deadline");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_was_closed_or_cancelled_answers_nothing_more() {
    let test = TestSession::with(Arc::new(OrderFormBrowser::new())).await;
    test.session.close().await;
    let after = test.session.call(call("snapshot", json!({})), CallOptions::default()).await;
    assert!(matches!(after, Err(EngineError::AlreadyOver(_))), "{after:?}");
    let test = TestSession::with(Arc::new(OrderFormBrowser::new())).await;
    cancel(&test.store, test.session.id()).await.expect("an open run");
    test.session.ended().await;
    let after = test.session.call(call("snapshot", json!({})), CallOptions::default()).await;
    assert!(matches!(after, Err(EngineError::AlreadyOver(_))), "{after:?}");
}
