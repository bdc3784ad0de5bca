//! What an outside agent is told of its calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_model::{ApprovalId, FailCode, OutcomeStatus, PersonReply, Question, RunId, Task, ToolCall};
use webhand_port::fake::MemoryStore;
use webhand_port::{Browser, Store};

use super::doubles::{Shop, Stuck};
use crate::{CallOptions, CallReply, EngineError, Questioner, Session, answer_question, cancel, open_questions};

struct Stand {
    session: Session,
    store: Arc<dyn Store>,
}

impl Stand {
    async fn with(browser: Arc<dyn Browser>) -> Self {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let id = RunId::try_from("session-test-1".to_owned()).expect("an id");
        let task = Task::for_outside_agent("session test");
        let session = Session::open(id, task, browser, Arc::clone(&store)).await.expect("a new run");
        Self { session, store }
    }

    async fn call(&self, name: &str, arguments: Value) -> CallReply {
        self.session.call(call(name, arguments), CallOptions::default()).await.expect("a living session")
    }

    async fn order(&self) -> CallReply {
        self.call("click", json!({"ref": "e1"})).await
    }
}

fn call(name: &str, arguments: Value) -> ToolCall {
    ToolCall { id: "1".to_owned(), name: name.to_owned(), arguments }
}

fn ended(told: &CallReply) -> OutcomeStatus {
    match told {
        CallReply::Outcome { outcome, .. } => outcome.status,
        CallReply::NeedsApproval { .. } => panic!("still waits for the person: {told:?}"),
    }
}

fn question(told: &CallReply) -> ApprovalId {
    match told {
        CallReply::NeedsApproval { id, .. } => id.clone(),
        CallReply::Outcome { .. } => panic!("nobody was asked: {told:?}"),
    }
}

/// Answers every question the same way.
struct PersonPresence {
    says: Option<PersonReply>,
    asked: AtomicU32,
}

impl PersonPresence {
    fn saying(says: impl Into<Option<PersonReply>>) -> Self {
        Self { says: says.into(), asked: AtomicU32::new(0) }
    }
}

impl Questioner for PersonPresence {
    fn ask<'a>(&'a self, _: &'a Question) -> BoxFuture<'a, Option<PersonReply>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        ready(self.says.clone()).boxed()
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_harmless_is_done_at_once() {
    let shop = Arc::new(Shop::new());
    let stand = Stand::with(Arc::clone(&shop) as _).await;
    assert_eq!(ended(&stand.call("click", json!({"ref": "e2"})).await), OutcomeStatus::Done);
    assert_eq!(ended(&stand.call("nonsense", json!({})).await), OutcomeStatus::Failed(FailCode::BadCall));
    assert_eq!(ended(&stand.call("click", json!({"ref": "e9"})).await), OutcomeStatus::Failed(FailCode::UnknownRef));
    assert_eq!(shop.paper.done(), ["click"]);
}

#[tokio::test(start_paused = true)]
async fn an_order_is_done_once_after_the_person_allowed_it_from_elsewhere() {
    let shop = Arc::new(Shop::new());
    let stand = Stand::with(Arc::clone(&shop) as _).await;
    let id = question(&stand.order().await);
    assert_eq!(question(&stand.order().await), id, "asked once, however often it is called");
    let open = open_questions(&stand.store).await.expect("a journal");
    assert_eq!(open.first().map(|(open, _)| open.to_string()), Some(id.to_string()));
    let typed = id.to_string().parse().expect("as it was shown");
    answer_question(&stand.store, &typed, PersonReply::Yes).await.expect("an open question");
    assert_eq!(ended(&stand.order().await), OutcomeStatus::Done);
    assert_eq!(shop.paper.done(), ["click"]);
    assert_eq!(open_questions(&stand.store).await.expect("a journal"), []);
    let again = answer_question(&stand.store, &typed, PersonReply::Yes).await;
    assert!(matches!(again, Err(EngineError::NotAsked(_))), "{again:?}");
    assert_ne!(question(&stand.order().await), id, "a yes is good once");
}

#[tokio::test(start_paused = true)]
async fn an_order_the_person_denied_is_refused() {
    let shop = Arc::new(Shop::new());
    let stand = Stand::with(Arc::clone(&shop) as _).await;
    let id = question(&stand.order().await);
    answer_question(&stand.store, &id, PersonReply::No).await.expect("an open question");
    assert_eq!(ended(&stand.order().await), OutcomeStatus::Refused);
    assert_eq!(shop.paper.done(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn another_call_withdraws_the_question() {
    let shop = Arc::new(Shop::new());
    let stand = Stand::with(Arc::clone(&shop) as _).await;
    let id = question(&stand.order().await);
    assert_eq!(ended(&stand.call("snapshot", json!({})).await), OutcomeStatus::Done);
    assert!(answer_question(&stand.store, &id, PersonReply::Yes).await.is_err());
    assert_eq!(shop.paper.done(), ["snapshot"]);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_is_there_is_asked_in_the_call_itself() {
    let shop = Arc::new(Shop::new());
    let stand = Stand::with(Arc::clone(&shop) as _).await;
    let person = PersonPresence::saying(PersonReply::Yes);
    let options = CallOptions { person: Some(&person), ..CallOptions::default() };
    let told = stand.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
    assert_eq!(ended(&told), OutcomeStatus::Done);
    assert_eq!(shop.paper.done(), ["click"]);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_keeps_saying_no_is_left_in_peace() {
    let stand = Stand::with(Arc::new(Shop::new())).await;
    let person = PersonPresence::saying(PersonReply::No);
    let options = CallOptions { person: Some(&person), ..CallOptions::default() };
    for _ in 0..10 {
        let _ = stand.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
        let _ = stand.call("snapshot", json!({})).await;
    }
    assert_eq!(person.asked.load(Ordering::Relaxed), 3);
}

#[tokio::test(start_paused = true)]
async fn a_look_whose_time_is_up_is_given_up_and_the_session_goes_on() {
    let stand = Stand::with(Arc::new(Shop::new())).await;
    let options = CallOptions { timeout: Duration::from_millis(50), ..CallOptions::default() };
    let told = stand.session.call(call("wait", json!({"text": "Thanks"})), options).await.expect("a living session");
    assert_eq!(ended(&told), OutcomeStatus::Failed(FailCode::TimedOut));
    assert_eq!(ended(&stand.call("snapshot", json!({})).await), OutcomeStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_is_withdrawn() {
    let stand = Stand::with(Arc::new(Shop::new())).await;
    let waiting = stand.session.call(call("wait", json!({"text": "Thanks"})), CallOptions::default());
    assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
    assert_eq!(ended(&stand.call("snapshot", json!({})).await), OutcomeStatus::Done);
}

#[tokio::test(start_paused = true)]
async fn hands_that_touch_a_page_are_not_cut_off() {
    let stuck = Arc::new(Stuck::new());
    let stand = Stand::with(Arc::clone(&stuck) as _).await;
    let options = CallOptions { timeout: Duration::from_millis(50), ..CallOptions::default() };
    let told = stand.session.call(call("click", json!({"ref": "e1"})), options).await.expect("a living session");
    assert_eq!(ended(&told), OutcomeStatus::InDoubt);
    let told = stand.session.call(call("snapshot", json!({})), options).await.expect("a living session");
    assert_eq!(ended(&told), OutcomeStatus::Failed(FailCode::TimedOut), "one thing at a time");
    let told = stand
        .session
        .call(call("snapshot", json!({})), CallOptions { timeout: Duration::from_mins(5), ..options })
        .await;
    assert_eq!(ended(&told.expect("a living session")), OutcomeStatus::Done, "even stuck hands have a deadline");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_was_closed_or_cancelled_answers_nothing_more() {
    let stand = Stand::with(Arc::new(Shop::new())).await;
    stand.session.close().await;
    let after = stand.session.call(call("snapshot", json!({})), CallOptions::default()).await;
    assert!(matches!(after, Err(EngineError::AlreadyOver(_))), "{after:?}");
    let stand = Stand::with(Arc::new(Shop::new())).await;
    cancel(&stand.store, stand.session.id()).await.expect("an open run");
    stand.session.ended().await;
    let after = stand.session.call(call("snapshot", json!({})), CallOptions::default()).await;
    assert!(matches!(after, Err(EngineError::AlreadyOver(_))), "{after:?}");
}
