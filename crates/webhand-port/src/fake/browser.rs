//! A browser with one page that never changes, and a log of the calls.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, DocumentId, Facts, Node, NodeState, Outcome, PageState, Ref, RefBook, RefResolver as _, Rev, Snapshot,
    TabId, UnknownRef, Viewport, Visibility,
};

use crate::{Browser, BrowserError, Done, OutgoingRequest, PersonInput, PersonInputError, Picture, WatchedView};

/// Shows one snapshot and succeeds at every action except the one it hangs at.
#[derive(Debug)]
pub struct FakeBrowser {
    page: Snapshot,
    hanging_at: Option<&'static str>,
    done: Mutex<Vec<String>>,
    actions: Mutex<Vec<Action>>,
    watched: Mutex<VecDeque<WatchedView>>,
}

impl FakeBrowser {
    /// A page with `count` buttons: e1, e2 and so on.
    #[must_use]
    pub fn of_buttons(count: u32) -> Self {
        let mut book = RefBook::default();
        book.add_top(DocumentId(1));
        let node = |number| Node {
            target: book.assign_ref(DocumentId(1), number),
            role: "button".to_owned(),
            ..Node::default()
        };
        Self::showing(Snapshot {
            tab: TabId(1),
            rev: Rev(1),
            url: "https://shop.test/".to_owned(),
            title: "Lamps".to_owned(),
            state: PageState::Ready,
            viewport: Viewport::default(),
            nodes: (1..=count).map(node).collect(),
            truncated: false,
            tabs: Vec::new(),
            dialog: None,
            picture: None,
        })
    }

    #[must_use]
    pub fn showing(page: Snapshot) -> Self {
        Self { page, hanging_at: None, done: Mutex::default(), actions: Mutex::default(), watched: Mutex::default() }
    }

    /// The same browser, but it never finishes this action.
    #[must_use]
    pub fn hanging_at(self, action: &'static str) -> Self {
        Self { hanging_at: Some(action), ..self }
    }

    /// The same browser, with what a person who watches sees of it one after the other, and then nothing.
    #[must_use]
    pub fn watched_as(self, views: impl IntoIterator<Item = WatchedView>) -> Self {
        Self { watched: Mutex::new(views.into_iter().collect()), ..self }
    }

    /// Names of the performed actions and of the other calls that change something, in order.
    #[must_use]
    pub fn done(&self) -> Vec<String> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The performed actions, in order.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        self.actions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn record(&self, call: String) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(call);
    }
}

#[deny(clippy::missing_trait_methods)]
impl Browser for FakeBrowser {
    fn inner(&self) -> &dyn Browser {
        self
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        ready(Ok(self.page.clone())).boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.observe()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        ready(None).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        if seen.nodes.iter().any(|node| node.is(NodeState::Withheld)) { ready(None).boxed() } else { self.picture() }
    }

    fn watch<'a>(&'a self, _: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        let view = self.watched.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        ready(view.unwrap_or(WatchedView::Nothing)).boxed()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.page.resolve(written)
    }

    fn inspect<'a>(&'a self, _: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        ready(Ok(Facts { origin: Some(self.page.origin()), ..Facts::default() })).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let name = approved.action().name();
        self.record(name.to_owned());
        self.actions.lock().unwrap_or_else(PoisonError::into_inner).push(approved.action().clone());
        if self.hanging_at == Some(name) {
            return pending().boxed();
        }
        let picture = (name == "screenshot").then(|| Picture { jpeg: vec![0xff, 0xd8] });
        ready(Done { outcome: Outcome::done(format!("{name} done")), picture }).boxed()
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        self.record(format!("{} {}", if resolution.releases() { "release" } else { "stop" }, resolution.request().id));
        ready(Outcome::done("resolved")).boxed()
    }

    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        pending().boxed()
    }

    fn release_input(&self) -> BoxFuture<'_, ()> {
        self.record("release input".to_owned());
        ready(()).boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        self.record("hand over".to_owned());
        ready(Visibility::InWindow).boxed()
    }

    fn take_back(&self) -> BoxFuture<'_, ()> {
        self.record("take back".to_owned());
        ready(()).boxed()
    }

    fn person_input(&self, input: PersonInput) -> BoxFuture<'_, Result<(), PersonInputError>> {
        self.record(format!("person {input:?}"));
        ready(Ok(())).boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.record("close".to_owned());
        ready(()).boxed()
    }
}
