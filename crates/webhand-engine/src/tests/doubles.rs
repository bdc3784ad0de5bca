//! Fake ports that check, fail, hang or interfere.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, AllowedBy, Event, EventKind, Facts, FieldKind, Form, Input, Intent, Outcome, RunId, SentKind, SentRequest,
    Seq, Snapshot, TargetFacts,
};
use webhand_port::fake::{FakeBrowser, MemoryStore, StoreWrapper};
use webhand_port::{Browser, BrowserError, Done, OutgoingRequest, Picture, Store, StoreError};

use super::journal;

/// A browser that checks, whenever it is called, that the intent is in the journal.
pub(super) struct IntentCheckingBrowser {
    pub(super) fake: FakeBrowser,
    pub(super) store: Arc<MemoryStore>,
    pub(super) id: RunId,
    /// The calls whose intent was not in the journal at that time.
    pub(super) unannounced: Mutex<Vec<String>>,
}

impl IntentCheckingBrowser {
    pub(super) fn new(store: &Arc<MemoryStore>, id: &RunId) -> Self {
        let fake = FakeBrowser::of_buttons(2);
        Self { fake, store: Arc::clone(store), id: id.clone(), unannounced: Mutex::default() }
    }

    fn check(&self, call: &str, is_intent: impl Fn(&Intent) -> bool) {
        let journal = journal(self.store.as_ref(), &self.id);
        let is_last = journal.last().is_some_and(|event| match &event.kind {
            EventKind::Intent { intent, .. } => is_intent(intent),
            EventKind::Input { .. } => false,
        });
        if !is_last {
            self.unannounced.lock().expect("no panic while checking").push(call.to_owned());
        }
    }
}

impl Browser for IntentCheckingBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.check("observe", |intent| matches!(intent, Intent::Observe { .. }));
        self.fake.observe()
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.check("inspect", |intent| *intent == Intent::Inspect(action.clone()));
        self.fake.inspect(action)
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let wanted = approved.action().clone();
        self.check("act", |intent| matches!(intent, Intent::Act { action, .. } if *action == wanted));
        self.fake.act(approved)
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.check("resolve request", |intent| matches!(intent, Intent::ResolveRequest { .. }));
        self.fake.resolve_request(resolution)
    }
}

/// A browser whose page sends something by a grant, once.
pub(super) struct DepartingBrowser {
    fake: FakeBrowser,
    store: Arc<MemoryStore>,
    id: RunId,
    is_sending: AtomicBool,
    /// For each request that was let go, whether it was in the journal by then.
    pub(super) recorded: Arc<Mutex<Vec<bool>>>,
}

impl DepartingBrowser {
    pub(super) fn new(store: &Arc<MemoryStore>, id: &RunId) -> Self {
        let (fake, store, id) = (FakeBrowser::of_buttons(2), Arc::clone(store), id.clone());
        Self { fake, store, id, is_sending: AtomicBool::new(true), recorded: Arc::default() }
    }
}

impl Browser for DepartingBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        async {
            if !self.is_sending.swap(false, Ordering::Relaxed) {
                return pending().await;
            }
            let url = "https://shop.test/save".to_owned();
            let sent =
                SentRequest { kind: SentKind::Request, method: "POST".to_owned(), url, by: AllowedBy::Grant, count: 1 };
            let (store, id, recorded) = (Arc::clone(&self.store), self.id.clone(), Arc::clone(&self.recorded));
            let expected = Input::SentByGrant(sent.clone());
            let release = async move {
                let is_recorded = journal(store.as_ref(), &id)
                    .iter()
                    .any(|event| matches!(&event.kind, EventKind::Input { input, .. } if *input == expected));
                recorded.lock().expect("no panic while checking").push(is_recorded);
            };
            OutgoingRequest::new(sent, release.boxed())
        }
        .boxed()
    }
}

/// A browser that opens pages but hangs in every click.
pub(super) struct HangingBrowser {
    pub(super) fake: FakeBrowser,
    /// Notified when a click begins.
    pub(super) clicked: tokio::sync::Notify,
}

impl HangingBrowser {
    pub(super) fn new() -> Self {
        Self { fake: FakeBrowser::of_buttons(2), clicked: tokio::sync::Notify::new() }
    }
}

impl Browser for HangingBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        if approved.action().name() != "click" {
            return self.fake.act(approved);
        }
        self.clicked.notify_one();
        pending().boxed()
    }
}

/// A browser whose clicks take a while.
pub(super) struct SlowClickBrowser {
    pub(super) fake: FakeBrowser,
    delay: std::time::Duration,
}

impl SlowClickBrowser {
    pub(super) fn new(delay: std::time::Duration) -> Self {
        Self { fake: FakeBrowser::of_buttons(2), delay }
    }
}

impl Browser for SlowClickBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move {
            if approved.action().name() == "click" {
                tokio::time::sleep(self.delay).await;
            }
            self.fake.act(approved).await
        }
        .boxed()
    }
}

/// A browser whose pictures take a while; logs pictures and actions in order.
pub(super) struct SlowPictureBrowser {
    fake: FakeBrowser,
    delay: std::time::Duration,
    log: Mutex<Vec<String>>,
}

impl SlowPictureBrowser {
    pub(super) fn new(delay: std::time::Duration) -> Self {
        Self { fake: FakeBrowser::of_buttons(2), delay, log: Mutex::default() }
    }

    pub(super) fn log(&self) -> Vec<String> {
        self.log.lock().expect("no panic while logging").clone()
    }

    fn record(&self, what: &str) {
        self.log.lock().expect("no panic while logging").push(what.to_owned());
    }
}

impl Browser for SlowPictureBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        async {
            tokio::time::sleep(self.delay).await;
            self.record("picture");
            Some(Picture { jpeg: vec![1] })
        }
        .boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        self.record(approved.action().name());
        self.fake.act(approved)
    }
}

/// A page whose first button sends an order form, and on which `wait` hangs.
pub(super) struct OrderFormBrowser {
    pub(super) fake: FakeBrowser,
}

impl OrderFormBrowser {
    pub(super) fn new() -> Self {
        Self { fake: FakeBrowser::of_buttons(2) }
    }
}

impl Browser for OrderFormBrowser {
    fn inner(&self) -> &dyn Browser {
        &self.fake
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        let form = Form {
            action: "https://shop.test/order".to_owned(),
            method: "post".to_owned(),
            fields: vec![["amount".to_owned(), "40".to_owned()]],
            content: None,
            filled: None,
            invalid: Vec::new(),
        };
        let orders = action.target() == self.fake.resolve_ref("e1").ok();
        let target = orders.then(|| TargetFacts {
            role: "button".to_owned(),
            name: "Go on".to_owned(),
            field: FieldKind::None,
            href: None,
            submits: true,
            enter_submits: false,
            form: Some(form),
        });
        async move { Ok(Facts { target, ..self.fake.inspect(action).await? }) }.boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        if approved.action().name() == "wait" {
            return pending().boxed();
        }
        self.fake.act(approved)
    }
}

/// A fault at an append.
pub(super) enum AppendFault {
    /// Another process writes this input first.
    Foreign(Input),
    /// Another process writes this input first, at this append and every later one.
    AlwaysForeign(Input),
    Fails(StoreError),
}

/// A store with a fault at the append with this number.
pub(super) struct FaultyStore {
    pub(super) inner: Arc<MemoryStore>,
    pub(super) appends: AtomicUsize,
    pub(super) at: usize,
    pub(super) fault: AppendFault,
}

impl FaultyStore {
    pub(super) fn new(inner: &Arc<MemoryStore>, at: usize, fault: AppendFault) -> Self {
        Self { inner: Arc::clone(inner), appends: AtomicUsize::new(0), at, fault }
    }

    fn write_foreign(&self, run: &RunId, input: &Input) {
        let inner: Arc<dyn Store> = Arc::clone(&self.inner) as _;
        // A run that is over, or does not exist yet, takes no input.
        let _ = crate::send(&inner, run, input.clone()).now_or_never().expect("memory never waits");
    }
}

impl StoreWrapper for FaultyStore {
    fn inner(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn append_events<'a>(
        &'a self,
        run: &'a RunId,
        after: Seq,
        events: &'a [Event],
    ) -> BoxFuture<'a, Result<Seq, StoreError>> {
        let number = self.appends.fetch_add(1, Ordering::Relaxed);
        match &self.fault {
            AppendFault::Fails(error) if number == self.at => return ready(Err(error.clone())).boxed(),
            AppendFault::Foreign(input) if number == self.at => self.write_foreign(run, input),
            AppendFault::AlwaysForeign(input) if number >= self.at => self.write_foreign(run, input),
            AppendFault::Foreign(_) | AppendFault::AlwaysForeign(_) | AppendFault::Fails(_) => {}
        }
        self.inner.append(run, after, events)
    }
}
