//! Whole runs over fake ports, on a paused clock that jumps to the next timer.

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
mod session_races;

/// One run with its ports; each part can be replaced before the run is driven.
struct TestRun {
    id: RunId,
    store: Arc<MemoryStore>,
    /// The store that the driver writes to: `store` itself, or a wrapper around it.
    written_to: Arc<dyn Store>,
    browser: Arc<dyn Browser>,
    brain: Arc<ScriptedBrain>,
    brains: Arc<dyn Brains>,
    watcher: Arc<RecordingWatcher>,
    person: PersonPresence,
}

impl TestRun {
    fn new(brain: ScriptedBrain) -> Self {
        let store = Arc::new(MemoryStore::default());
        Self {
            id: RunId::try_from("engine-test-1".to_owned()).expect("a valid id"),
            written_to: Arc::clone(&store) as _,
            browser: Arc::new(FakeBrowser::of_buttons(2)),
            brain: Arc::new(brain),
            brains: Arc::new(NoBrains),
            watcher: Arc::new(RecordingWatcher::new(&store)),
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
            watcher: Arc::new(RecordingWatcher::new(&self.store)),
            ..fresh
        }
    }

    fn driver(&self) -> (RunDriver, mpsc::Sender<Input>) {
        self.driver_with(|ports| ports)
    }

    fn driver_with(&self, change: impl FnOnce(Ports) -> Ports) -> (RunDriver, mpsc::Sender<Input>) {
        let (inputs, inbox) = mpsc::channel(8);
        let ports = Ports {
            browser: Arc::clone(&self.browser),
            brain: Arc::clone(&self.brain) as _,
            brains: Arc::clone(&self.brains),
            store: Arc::clone(&self.written_to),
        };
        let ports = change(ports);
        (RunDriver::new(self.id.clone(), ports, Arc::clone(&self.watcher) as _, inbox, self.person), inputs)
    }

    async fn run(&self, start: RunStart) -> Result<RunExit, EngineError> {
        let (driver, _inputs) = self.driver();
        driver.run(start).await
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

/// Records events, and those among them that were not in the journal yet.
struct RecordingWatcher {
    store: Arc<MemoryStore>,
    seen: Mutex<Vec<Event>>,
    unwritten: Mutex<Vec<Event>>,
    news: tokio::sync::Notify,
}

impl RecordingWatcher {
    fn new(store: &Arc<MemoryStore>) -> Self {
        Self {
            store: Arc::clone(store),
            seen: Mutex::default(),
            unwritten: Mutex::default(),
            news: tokio::sync::Notify::new(),
        }
    }

    fn events(&self) -> Vec<Event> {
        self.seen.lock().expect("no panic while recording").clone()
    }

    async fn wait_for_brain_request(&self) {
        let asks_brain = |event: Event| matches!(event.kind, EventKind::Intent { intent: Intent::AskBrain, .. });
        while !self.events().pop().is_some_and(asks_brain) {
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

impl Watcher for RecordingWatcher {
    fn on_event(&self, event: &Event) {
        let id = RunId::try_from("engine-test-1".to_owned()).expect("a valid id");
        if !journal(self.store.as_ref(), &id).contains(event) {
            self.unwritten.lock().expect("no panic while recording").push(event.clone());
        }
        self.seen.lock().expect("no panic while recording").push(event.clone());
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

/// Leads to a question, because the task has no grant for that site.
fn open_elsewhere() -> Result<BrainAnswer, BrainError> {
    call("open", json!({"url": "https://news.test/"}))
}

fn done() -> Result<BrainAnswer, BrainError> {
    call("done", json!({"answer": "There is a lamp."}))
}

fn finished() -> RunExit {
    RunExit::Finished(webhand_model::RunOutcome::Done { answer: "There is a lamp.".to_owned(), evidence: Vec::new() })
}

/// Names of the actions whose intent is in the journal.
fn intended_actions(journal: &[Event]) -> Vec<String> {
    let name = |event: &Event| match &event.kind {
        EventKind::Intent { intent: Intent::Act { action, .. }, .. } => Some(action.name().to_owned()),
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    };
    journal.iter().filter_map(name).collect()
}
