//! What only reads goes on while it is written down that it was meant.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::time::sleep;
use webhand_model::{Call, Event, Intent, RunId, Seq, Task, What};
use webhand_port::fake::{MemoryStore, PaperBrowser, Scribe};
use webhand_port::{Browser, Store, StoreError};

use crate::{Manner, Session};

/// A journal that takes its time over intents to act, and notes what the browser had done when one was written.
struct Slow {
    store: MemoryStore,
    paper: Arc<PaperBrowser>,
    seen: std::sync::Mutex<Vec<Vec<String>>>,
}

impl Scribe for Slow {
    fn behind(&self) -> &dyn Store {
        &self.store
    }

    fn write<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let is_act = |event: &Event| matches!(event.what, What::Intent { intent: Intent::Act { .. }, .. });
            if events.iter().any(is_act) {
                sleep(Duration::from_secs(1)).await;
                self.seen.lock().expect("no panic").push(self.paper.done());
            }
            self.store.append(run, after, events).await
        }
        .boxed()
    }
}

/// What had been done when the intent of each call came into the journal.
async fn done_when_written(calls: &[(&str, Value)]) -> Vec<Vec<String>> {
    let paper = Arc::new(PaperBrowser::of_buttons(2));
    let store =
        Arc::new(Slow { store: MemoryStore::default(), paper: Arc::clone(&paper), seen: std::sync::Mutex::default() });
    let id = RunId::try_from("reading-test-1".to_owned()).expect("an id");
    let task = Task::for_outside("reading test");
    let session = Session::open(id, task, paper as Arc<dyn Browser>, Arc::clone(&store) as _).await.expect("a new run");
    for (name, arguments) in calls {
        let call = Call { id: "1".to_owned(), name: (*name).to_owned(), arguments: arguments.clone() };
        session.call(call, Manner::default()).await.expect("a living session");
    }
    let seen = store.seen.lock().expect("no panic");
    seen.clone()
}

#[tokio::test(start_paused = true)]
async fn a_look_does_not_wait_for_the_journal() {
    assert_eq!(done_when_written(&[("snapshot", json!({}))]).await, [["snapshot"]]);
}

#[tokio::test(start_paused = true)]
async fn what_leaves_a_mark_does() {
    let calls = [("snapshot", json!({})), ("click", json!({"ref": "e1"}))];
    assert_eq!(done_when_written(&calls).await, [["snapshot"], ["snapshot"]]);
}
