//! A browser that only writes down what was done to it. What a faulty provider could double is doubled before any real
//! browser comes into it.

use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_guard::{Approved, Ruling};
use webhand_model::{
    Action, DocumentId, Facts, Node, Outcome, PageState, Ref, RefBook, Refs as _, Rev, Snapshot, TabId, UnknownRef,
    Viewport, Visibility,
};
use webhand_port::{Browser, BrowserError, Done, Picture};

/// Shows a page of two fields and keeps every action with its arguments.
pub struct Paper {
    page: Snapshot,
    done: Mutex<Vec<String>>,
}

impl Paper {
    pub fn new() -> Self {
        Self { page: page(), done: Mutex::default() }
    }

    /// Everything done, in order: `fill {"ref":"e1","value":"1a"}`.
    pub fn done(&self) -> Vec<String> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The fields `e1` and `e2` of a shop.
pub fn page() -> Snapshot {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    let field = |(number, name): (u32, &str)| Node {
        target: book.name(DocumentId(1), number),
        role: "textbox".to_owned(),
        name: name.to_owned(),
        in_view: true,
        ..Node::default()
    };
    Snapshot {
        tab: TabId(1),
        rev: Rev(1),
        url: "http://localhost:1/".to_owned(),
        title: "Form".to_owned(),
        state: PageState::Ready,
        viewport: Viewport::default(),
        nodes: [(1, "Name"), (2, "Street")].map(field).to_vec(),
        truncated: false,
        tabs: Vec::new(),
        dialog: None,
        picture: None,
    }
}

impl Browser for Paper {
    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        ready(Ok(self.page.clone())).boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        ready(None).boxed()
    }

    fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.page.resolve(written)
    }

    fn inspect<'a>(&'a self, _: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        ready(Ok(Facts { origin: Some(self.page.origin()), ..Facts::default() })).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        let action = approved.action();
        let line = format!("{} {}", action.name(), serde_json::Value::Object(action.arguments()));
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        ready(Done { outcome: Outcome::done("done"), picture: None }).boxed()
    }

    fn rule(&self, _: Ruling) -> BoxFuture<'_, Outcome> {
        ready(Outcome::done("ruled")).boxed()
    }

    fn step_aside(&self) -> BoxFuture<'_, Visibility> {
        ready(Visibility::Nowhere).boxed()
    }

    fn step_in(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}
