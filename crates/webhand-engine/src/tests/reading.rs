//! An action that only reads runs while its intent is written, and its reply does not wait for the journal either.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::time::sleep;
use webhand_model::{Event, EventKind, Input, Intent, RunId, Seq, Task, ToolCall};
use webhand_port::fake::{FakeBrowser, MemoryStore, StoreWrapper};
use webhand_port::{Browser, Store, StoreError};

use crate::{CallOptions, Session};

/// A store that is slow to append intents to act and their outcomes, and records what the browser had done when an
/// intent was appended.
struct SlowStore {
    store: MemoryStore,
    fake: Arc<FakeBrowser>,
    seen: std::sync::Mutex<Vec<Vec<String>>>,
    /// How many outcomes it holds.
    answers: AtomicUsize,
}

impl StoreWrapper for SlowStore {
    fn inner(&self) -> &dyn Store {
        &self.store
    }

    fn append_events<'a>(
        &'a self,
        run: &'a RunId,
        after: Seq,
        events: &'a [Event],
    ) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let is_act = |event: &Event| matches!(event.kind, EventKind::Intent { intent: Intent::Act { .. }, .. });
            if events.iter().any(is_act) {
                sleep(Duration::from_secs(1)).await;
                self.seen.lock().expect("no panic").push(self.fake.done());
            }
            if events.iter().any(|event| matches!(event.kind, EventKind::Input { input: Input::Acted(_), .. })) {
                sleep(Duration::from_secs(1)).await;
                self.answers.fetch_add(1, Ordering::Relaxed);
            }
            self.store.append(run, after, events).await
        }
        .boxed()
    }
}

/// The actions that the browser had done when the intent of each call was appended, and the number of outcomes that the
/// journal held when the call returned.
async fn done_when_written(calls: &[(&str, Value)]) -> (Vec<Vec<String>>, Vec<usize>) {
    let fake = Arc::new(FakeBrowser::of_buttons(2));
    let store = Arc::new(SlowStore {
        store: MemoryStore::default(),
        fake: Arc::clone(&fake),
        seen: std::sync::Mutex::default(),
        answers: AtomicUsize::default(),
    });
    let id = RunId::try_from("reading-test-1".to_owned()).expect("an id");
    let task = Task::for_outside_agent("reading test");
    let session = Session::open(id, task, fake as Arc<dyn Browser>, Arc::clone(&store) as _).await.expect("a new run");
    let mut answers = Vec::new();
    for (name, arguments) in calls {
        let call = ToolCall { id: "1".to_owned(), name: (*name).to_owned(), arguments: arguments.clone() };
        session.call(call, CallOptions::default()).await.expect("a living session");
        answers.push(store.answers.load(Ordering::Relaxed));
    }
    let seen = store.seen.lock().expect("no panic");
    (seen.clone(), answers)
}

#[tokio::test(start_paused = true)]
async fn a_look_does_not_wait_for_the_journal() {
    let (seen, answers) = done_when_written(&[("snapshot", json!({}))]).await;
    assert_eq!(seen, [["snapshot"]]);
    assert_eq!(answers, [0]);
}

#[tokio::test(start_paused = true)]
async fn a_click_waits_for_the_journal() {
    let calls = [("snapshot", json!({})), ("click", json!({"ref": "e1"}))];
    let (seen, answers) = done_when_written(&calls).await;
    assert_eq!(seen, [["snapshot"], ["snapshot"]]);
    assert_eq!(answers, [0, 2]);
}
