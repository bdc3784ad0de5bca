//! The browser port over a thin client: a look is what the client sent last, an action waits until the client has done it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, Facts, FailCode, Outcome, Ref, RefBook, RefResolver as _, RenderOptions, Snapshot, UnknownRef, Visibility,
};
use webhand_port::{Browser, BrowserError, Done, OutgoingRequest, PersonInput, PersonInputError, Picture, WatchedView};
use webhand_wire::thin::{ThinReply, ThinStep};

use super::seen_page::SeenPage;

/// The hands of one run.
#[derive(Debug)]
pub struct ThinBrowser {
    state: Mutex<State>,
    /// Counts up with each step of the client and each action for it.
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    book: RefBook,
    page: Option<SeenPage>,
    looks: u64,
    actions: u64,
    /// The action that the client is to do.
    wanted: Option<ThinReply>,
    done: Option<Outcome>,
}

impl Default for ThinBrowser {
    fn default() -> Self {
        Self { state: Mutex::default(), changed: watch::Sender::new(0) }
    }
}

impl ThinBrowser {
    /// Takes in what the client saw and did.
    pub(super) fn step(&self, step: ThinStep) {
        let mut state = self.state();
        state.looks += 1;
        let looks = state.looks;
        state.page = Some(SeenPage::new(step.page, looks, &mut state.book));
        let is_answer = match (&state.wanted, &step.result) {
            (Some(ThinReply::Act { no, .. }), Some(result)) => result.no == *no,
            (Some(_) | None, _) => false,
        };
        if let Some(result) = step.result.filter(|_| is_answer) {
            state.wanted = None;
            let text = webhand_model::truncate(&webhand_model::clean(&result.text), MOST_SAID).into_owned();
            state.done = Some(match (result.ok, text.is_empty()) {
                (true, true) => Outcome::done("the client did it"),
                (true, false) => Outcome::done(text),
                (false, _) => Outcome::failed(FailCode::Internal, format!("the client could not do it: {text}")),
            });
        }
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    /// The action that waits for the client.
    pub(super) fn wanted(&self) -> Option<ThinReply> {
        self.state().wanted.clone()
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    async fn look(&self) -> Result<Snapshot, BrowserError> {
        let mut changed = self.changed.subscribe();
        let seen = async {
            loop {
                if let Some(page) = &self.state().page {
                    return page.snapshot.clone();
                }
                let _ = changed.changed().await;
            }
        };
        timeout(CLIENT_WITHIN, seen).await.map_err(|_| BrowserError::Hung(CLIENT_WITHIN.as_secs()))
    }

    async fn perform(&self, action: &Action) -> Outcome {
        if let Err(error) = self.look().await {
            return Outcome::failed(FailCode::Gone, format!("the client has not come: {error}"));
        }
        if let Some(outcome) = self.done_already(action) {
            return outcome;
        }
        if !BY_CLIENT.contains(&action.name()) {
            let text = format!("a thin client cannot {}; use another way", action.name());
            return Outcome::failed(FailCode::Unsupported, text);
        }
        let mut changed = self.changed.subscribe();
        {
            let mut state = self.state();
            let element = action.target().and_then(|target| state.page.as_ref()?.number(target));
            if action.target().is_some() && element.is_none() {
                return Outcome::failed(FailCode::StaleRef, "the element is not on the page now; look again");
            }
            state.actions += 1;
            let (no, name) = (state.actions, action.name().to_owned());
            state.wanted = Some(ThinReply::Act { no, action: name, element, arguments: action.arguments() });
            state.done = None;
        }
        self.changed.send_modify(|count| *count += 1);
        let done = async {
            loop {
                if let Some(done) = self.state().done.take() {
                    return done;
                }
                let _ = changed.changed().await;
            }
        };
        timeout(CLIENT_WITHIN, done).await.unwrap_or_else(|_| {
            self.state().wanted = None;
            Outcome::in_doubt("The client did not say what came of it. Look before repeating it.")
        })
    }

    /// The outcome of an action that needs no client: reading, and opening the page that the client shows.
    fn done_already(&self, action: &Action) -> Option<Outcome> {
        let state = self.state();
        let page = state.page.as_ref()?;
        if action.destination().is_some_and(|url| url.as_str() == page.snapshot.url) {
            return Some(Outcome::done("the client shows that page"));
        }
        match action.name() {
            "snapshot" | "read" => {
                let shown = page.snapshot.render(RenderOptions::default()).text;
                Some(Outcome { data: Some(json!(shown)), ..Outcome::done(shown.clone()) })
            }
            _ => None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Browser for ThinBrowser {
    fn inner(&self) -> &dyn Browser {
        self
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.look().boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.look().boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        ready(None).boxed()
    }

    fn watch<'a>(&'a self, _: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        ready(WatchedView::Nothing).boxed()
    }

    /// Nothing leaves by a grant between two steps: every step of these hands is asked about by itself.
    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        pending().boxed()
    }

    fn marked_picture<'a>(&'a self, _: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        ready(None).boxed()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        match &self.state().page {
            Some(page) => page.snapshot.resolve(written),
            None => Err(UnknownRef::without_suggestion(written)),
        }
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        let facts = self.state().page.as_ref().map(|page| page.facts(action)).unwrap_or_default();
        ready(Ok(facts)).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move { Done::from(self.perform(approved.action()).await) }.boxed()
    }

    fn resolve_request(&self, _: RequestResolution) -> BoxFuture<'_, Outcome> {
        ready(Outcome::failed(FailCode::Unsupported, "a thin client holds no requests")).boxed()
    }

    fn release_input(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        ready(Visibility::InWindow).boxed()
    }

    fn take_back(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    fn person_input(&self, _: PersonInput) -> BoxFuture<'_, Result<(), PersonInputError>> {
        ready(Err(PersonInputError::NotHandedOver)).boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}

/// How long a run waits for its client.
const CLIENT_WITHIN: Duration = Duration::from_secs(55);
const MOST_SAID: usize = 2_000;
/// The actions that a client does; it need not know the rest.
const BY_CLIENT: [&str; 12] =
    ["click", "fill", "type", "clear", "press", "select", "check", "uncheck", "scroll", "open", "back", "wait"];
