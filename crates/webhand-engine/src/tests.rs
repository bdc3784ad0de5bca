//! Whole runs over ports without an outside, on a clock that jumps instead of waiting.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use webhand_model::{BrainAnswer, EffectNo, Event, EventKind, Input, Intent, RunId, Seq, Task, ToolCall, WebUrl};
use webhand_port::fake::{FakeBrowser, MemoryStore, ScriptedBrain};
use webhand_port::{BrainError, Brains, Browser, Store};

use crate::{EngineError, NoBrains, PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};

mod brain;
mod conflict;
mod doubles;
mod handover;
mod order;
mod outside;
mod pictures;
mod reading;
mod rest;
mod resume;
mod session;

/// One run with its ports; each part can be exchanged before it is conducted.
struct Scene {
    id: RunId,
    store: Arc<MemoryStore>,
    /// What the driver writes to; the store itself unless something stands between them.
    written_to: Arc<dyn Store>,
    browser: Arc<dyn Browser>,
    brain: Arc<ScriptedBrain>,
    brains: Arc<dyn Brains>,
    watcher: Arc<Notebook>,
    person: PersonPresence,
}

impl Scene {
    fn new(brain: ScriptedBrain) -> Self {
        let store = Arc::new(MemoryStore::default());
        Self {
            id: RunId::try_from("engine-test-1".to_owned()).expect("a valid id"),
            written_to: Arc::clone(&store) as _,
            browser: Arc::new(FakeBrowser::of_buttons(2)),
            brain: Arc::new(brain),
            brains: Arc::new(NoBrains),
            watcher: Arc::new(Notebook::beside(&store)),
            person: PersonPresence::Present,
            store,
        }
    }

    /// The same journal with another brain and another browser, as after a crash.
    fn again(&self, brain: ScriptedBrain) -> Self {
        let fresh = Self::new(brain);
        Self {
            store: Arc::clone(&self.store),
            written_to: Arc::clone(&self.store) as _,
            watcher: Arc::new(Notebook::beside(&self.store)),
            ..fresh
        }
    }

    fn driver(&self) -> (RunDriver, mpsc::Sender<Input>) {
        self.driver_with(|ports| ports)
    }

    fn driver_with(&self, change: impl FnOnce(Ports) -> Ports) -> (RunDriver, mpsc::Sender<Input>) {
        let (say, inbox) = mpsc::channel(8);
        let ports = Ports {
            browser: Arc::clone(&self.browser),
            brain: Arc::clone(&self.brain) as _,
            brains: Arc::clone(&self.brains),
            store: Arc::clone(&self.written_to),
        };
        let ports = change(ports);
        (RunDriver::new(self.id.clone(), ports, Arc::clone(&self.watcher) as _, inbox, self.person), say)
    }

    async fn run(&self, begin: RunStart) -> Result<RunExit, EngineError> {
        let (driver, _say) = self.driver();
        driver.run(begin).await
    }

    fn journal(&self) -> Vec<Event> {
        journal(self.store.as_ref(), &self.id)
    }

    fn store(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store) as _
    }
}

fn journal(store: &dyn Store, id: &RunId) -> Vec<Event> {
    store.read(id, Seq(0)).now_or_never().expect("memory never waits").expect("memory never fails")
}

/// Notes what it is told, and whether each of it was in the journal by then.
struct Notebook {
    store: Arc<MemoryStore>,
    told: Mutex<Vec<Event>>,
    untold: Mutex<Vec<Event>>,
    news: tokio::sync::Notify,
}

impl Notebook {
    fn beside(store: &Arc<MemoryStore>) -> Self {
        Self {
            store: Arc::clone(store),
            told: Mutex::default(),
            untold: Mutex::default(),
            news: tokio::sync::Notify::new(),
        }
    }

    fn events(&self) -> Vec<Event> {
        self.told.lock().expect("no panic while noting").clone()
    }

    async fn until_brain_is_asked(&self) {
        let is_asked = |event: Event| matches!(event.kind, EventKind::Intent { intent: Intent::AskBrain, .. });
        while !self.events().pop().is_some_and(is_asked) {
            self.news.notified().await;
        }
    }

    /// Waits until the run asks the person, and returns the number of the question.
    async fn question(&self) -> EffectNo {
        loop {
            let last = self.events().pop();
            if let Some(Event { kind: EventKind::Intent { no, intent: Intent::AskPerson(_) }, .. }) = last {
                return no;
            }
            self.news.notified().await;
        }
    }
}

impl Watcher for Notebook {
    fn on_event(&self, event: &Event) {
        let id = RunId::try_from("engine-test-1".to_owned()).expect("a valid id");
        if !journal(self.store.as_ref(), &id).contains(event) {
            self.untold.lock().expect("no panic while noting").push(event.clone());
        }
        self.told.lock().expect("no panic while noting").push(event.clone());
        self.news.notify_one();
    }

    fn on_live_text(&self, _: &str) {}
}

fn task() -> Task {
    let mut task = Task::new("buy a lamp");
    task.start = Some(WebUrl::parse("https://shop.test/").expect("an address"));
    task
}

#[expect(clippy::unnecessary_wraps, reason = "a script's answers can be errors too")]
fn call(name: &str, arguments: Value) -> Result<BrainAnswer, BrainError> {
    let call = ToolCall { id: "c".to_owned(), name: name.to_owned(), arguments };
    Ok(BrainAnswer { calls: vec![call], ..BrainAnswer::default() })
}

fn click() -> Result<BrainAnswer, BrainError> {
    call("click", json!({"ref": "e1"}))
}

/// Leads to a question: nobody granted that site.
fn open_elsewhere() -> Result<BrainAnswer, BrainError> {
    call("open", json!({"url": "https://news.test/"}))
}

fn done() -> Result<BrainAnswer, BrainError> {
    call("done", json!({"answer": "There is a lamp."}))
}

fn finished() -> RunExit {
    RunExit::Finished(webhand_model::RunOutcome::Done { answer: "There is a lamp.".to_owned(), evidence: Vec::new() })
}

/// Names of the actions the journal says were begun.
fn begun(journal: &[Event]) -> Vec<String> {
    let name = |event: &Event| match &event.kind {
        EventKind::Intent { intent: Intent::Act { action, .. }, .. } => Some(action.name().to_owned()),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    };
    journal.iter().filter_map(name).collect()
}
