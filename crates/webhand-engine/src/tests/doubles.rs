//! Ports that watch, fail, hang or meddle.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, Event, EventKind, Facts, FieldKind, Form, Input, Intent, Outcome, RunId, Seq, Snapshot, TargetFacts,
};
use webhand_port::fake::{FakeBrowser, MemoryStore, Scribe};
use webhand_port::{Browser, BrowserError, Done, Picture, Store, StoreError};

use super::journal;

/// A browser that looks into the journal whenever it is told to do something.
pub(super) struct Witness {
    pub(super) paper: FakeBrowser,
    pub(super) store: Arc<MemoryStore>,
    pub(super) id: RunId,
    /// What was asked of it that the journal did not know at that time.
    pub(super) unannounced: Mutex<Vec<String>>,
}

impl Witness {
    pub(super) fn of(store: &Arc<MemoryStore>, id: &RunId) -> Self {
        let paper = FakeBrowser::of_buttons(2);
        Self { paper, store: Arc::clone(store), id: id.clone(), unannounced: Mutex::default() }
    }

    fn check(&self, what: &str, announced: impl Fn(&Intent) -> bool) {
        let journal = journal(self.store.as_ref(), &self.id);
        let is_last = journal.last().is_some_and(|event| match &event.kind {
            EventKind::Intent { intent, .. } => announced(intent),
            EventKind::Input { .. } => false,
        });
        if !is_last {
            self.unannounced.lock().expect("no panic while checking").push(what.to_owned());
        }
    }
}

impl Browser for Witness {
    fn inner(&self) -> &dyn Browser {
        &self.paper
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.check("observe", |intent| matches!(intent, Intent::Observe { .. }));
        self.paper.observe()
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.check("inspect", |intent| *intent == Intent::Inspect(action.clone()));
        self.paper.inspect(action)
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let wanted = approved.action().clone();
        self.check("act", |intent| matches!(intent, Intent::Act { action, .. } if *action == wanted));
        self.paper.act(approved)
    }

    fn resolve_request(&self, ruling: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.check("rule", |intent| matches!(intent, Intent::ResolveRequest { .. }));
        self.paper.resolve_request(ruling)
    }
}

/// A browser that opens pages but never comes back from a click.
pub(super) struct Stuck {
    pub(super) paper: FakeBrowser,
    /// Told when a click begins.
    pub(super) clicked: tokio::sync::Notify,
}

impl Stuck {
    pub(super) fn new() -> Self {
        Self { paper: FakeBrowser::of_buttons(2), clicked: tokio::sync::Notify::new() }
    }
}

impl Browser for Stuck {
    fn inner(&self) -> &dyn Browser {
        &self.paper
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        if approved.action().name() != "click" {
            return self.paper.act(approved);
        }
        self.clicked.notify_one();
        pending().boxed()
    }
}

/// A browser whose pictures take their time; notes what was finished, in order.
pub(super) struct Photographer {
    paper: FakeBrowser,
    takes: std::time::Duration,
    log: Mutex<Vec<String>>,
}

impl Photographer {
    pub(super) fn taking(takes: std::time::Duration) -> Self {
        Self { paper: FakeBrowser::of_buttons(2), takes, log: Mutex::default() }
    }

    pub(super) fn log(&self) -> Vec<String> {
        self.log.lock().expect("no panic while noting").clone()
    }

    fn note(&self, what: &str) {
        self.log.lock().expect("no panic while noting").push(what.to_owned());
    }
}

impl Browser for Photographer {
    fn inner(&self) -> &dyn Browser {
        &self.paper
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        async {
            tokio::time::sleep(self.takes).await;
            self.note("picture");
            Some(Picture { jpeg: vec![1] })
        }
        .boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        self.note(approved.action().name());
        self.paper.act(approved)
    }
}

/// A shop whose first button orders by a form.
pub(super) struct Shop {
    pub(super) paper: FakeBrowser,
}

impl Shop {
    pub(super) fn new() -> Self {
        Self { paper: FakeBrowser::of_buttons(2) }
    }
}

impl Browser for Shop {
    fn inner(&self) -> &dyn Browser {
        &self.paper
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        let form = Form {
            action: "https://shop.test/order".to_owned(),
            method: "post".to_owned(),
            fields: vec![["amount".to_owned(), "40".to_owned()]],
        };
        let orders = action.target() == self.paper.resolve_ref("e1").ok();
        let target = orders.then(|| TargetFacts {
            role: "button".to_owned(),
            name: "Go on".to_owned(),
            field: FieldKind::None,
            href: None,
            submits: true,
            enter_submits: false,
            form: Some(form),
        });
        async move { Ok(Facts { target, ..self.paper.inspect(action).await? }) }.boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        if approved.action().name() == "wait" {
            return pending().boxed();
        }
        self.paper.act(approved)
    }
}

/// What happens at one append.
pub(super) enum Mishap {
    /// Somebody else writes this first.
    Foreign(Input),
    /// Somebody else writes something first, this time and ever after.
    Restless(Input),
    Fails(StoreError),
}

/// A store in which something happens at the append with this number.
pub(super) struct Troubled {
    pub(super) inside: Arc<MemoryStore>,
    pub(super) appends: AtomicUsize,
    pub(super) at: usize,
    pub(super) mishap: Mishap,
}

impl Troubled {
    pub(super) fn new(inside: &Arc<MemoryStore>, at: usize, mishap: Mishap) -> Self {
        Self { inside: Arc::clone(inside), appends: AtomicUsize::new(0), at, mishap }
    }

    fn interrupt(&self, run: &RunId, input: &Input) {
        let inside: Arc<dyn Store> = Arc::clone(&self.inside) as _;
        // A run that is over, or does not exist yet, cannot be spoken to.
        let _ = crate::send(&inside, run, input.clone()).now_or_never().expect("memory never waits");
    }
}

impl Scribe for Troubled {
    fn behind(&self) -> &dyn Store {
        self.inside.as_ref()
    }

    fn write<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        let number = self.appends.fetch_add(1, Ordering::Relaxed);
        match &self.mishap {
            Mishap::Fails(error) if number == self.at => return ready(Err(error.clone())).boxed(),
            Mishap::Foreign(input) if number == self.at => self.interrupt(run, input),
            Mishap::Restless(input) if number >= self.at => self.interrupt(run, input),
            Mishap::Foreign(_) | Mishap::Restless(_) | Mishap::Fails(_) => {}
        }
        self.inside.append(run, after, events)
    }
}
