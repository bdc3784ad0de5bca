//! A browser that knows the person's secrets: types each into its own site, and replaces it by its placeholder in
//! everything that the inner browser returns.
//!
//! Invariants: a secret is typed on its own origin only. In a picture of the viewport the field that holds a secret is
//! covered; no picture is returned of a page that shows it outside of a field, nor of more than the viewport, because the
//! browser may lay the page out anew for that and the field's position is unknown. A secret is found however it is escaped or
//! encoded for an address, HTML or a string; one that the page shows in another form (base64, a picture) is not.

mod needle;
mod readings;
mod redact;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, Facts, FailCode, HeldRequest, HeldRequestId, NativeDialog, NodeState, Origin, Outcome, OutcomeStatus, Ref,
    Secret, SecretName, SecretUse, Snapshot, UnknownRef,
};
use webhand_port::{Browser, BrowserError, Done, OutgoingRequest, Picture, WatchedView};

use redact::Redactor;

/// A browser with the secrets that the person entrusted to it.
pub struct SecretKeeper {
    hands: Arc<dyn Browser>,
    secrets: Mutex<EntrustedSecrets>,
}

#[derive(Default)]
struct EntrustedSecrets {
    by_name: BTreeMap<SecretName, (Origin, Secret)>,
    /// The fields they were typed into.
    typed_in: BTreeMap<Ref, SecretName>,
    /// Held requests that were reported without the secrets they carry, as they are.
    held: BTreeMap<HeldRequestId, HeldRequest>,
}

impl SecretKeeper {
    #[must_use]
    pub fn new(hands: Arc<dyn Browser>) -> Self {
        Self { hands, secrets: Mutex::default() }
    }

    /// Adds a secret until the browser is closed, in place of one with the same name.
    pub fn entrust(&self, to: SecretUse, secret: Secret) {
        self.secrets().by_name.insert(to.name, (to.origin, secret));
    }

    fn secrets(&self) -> MutexGuard<'_, EntrustedSecrets> {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The redactor of all secrets; `None` while there are none.
    fn redactor(&self) -> Option<Redactor> {
        let entrusted = self.secrets();
        let secrets = entrusted.by_name.iter().map(|(name, (_, secret))| (name.placeholder(), secret.clone()));
        let typed_in = entrusted.typed_in.iter().map(|(target, name)| (*target, name.placeholder()));
        (!entrusted.by_name.is_empty()).then(|| Redactor::new(&secrets.collect::<Vec<_>>(), typed_in.collect()))
    }

    fn redact_look(&self, look: Result<Snapshot, BrowserError>) -> Result<Snapshot, BrowserError> {
        match (self.redactor(), look) {
            (Some(redactor), Ok(page)) => {
                redactor.page(page).ok_or_else(|| BrowserError::Unexpected(UNREDACTABLE.to_owned()))
            }
            (Some(redactor), Err(BrowserError::Unexpected(why))) => Err(BrowserError::Unexpected(redactor.text(&why))),
            (Some(redactor), Err(BrowserError::Disconnected(why))) => {
                Err(BrowserError::Disconnected(redactor.text(&why)))
            }
            (_, look) => look,
        }
    }

    fn redact_outcome(&self, outcome: Outcome) -> Outcome {
        let Some(redactor) = self.redactor() else { return outcome };
        let (status, held) = (outcome.status, outcome.held.clone());
        let redacted = redactor.value(outcome).unwrap_or_else(|| Outcome { status, ..Outcome::in_doubt(UNREDACTABLE) });
        let mut secrets = self.secrets();
        for (request, shown) in held.into_iter().zip(&redacted.held).filter(|(request, shown)| request != *shown) {
            secrets.held.insert(shown.id, request);
            if secrets.held.len() > MOST_HELD {
                secrets.held.pop_first();
            }
        }
        redacted
    }

    /// The resolution of the request as it is held: the one that was judged and shown had its secrets redacted.
    fn reveal_request(&self, resolution: RequestResolution) -> RequestResolution {
        let held = self.secrets().held.remove(&resolution.request().id);
        let held = held.filter(|held| {
            self.redactor().is_some_and(|redactor| redactor.value(held.clone()).as_ref() == Some(resolution.request()))
        });
        match held {
            Some(held) => resolution.revealing(held),
            None => resolution,
        }
    }

    /// A picture in which no secret can be read, judged by a look before and one after it: fields that hold a secret are
    /// covered; `None` when the page shows one elsewhere.
    async fn redacted_picture(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        let Some(redactor) = self.redactor() else { return self.capture(marked).await };
        // A page that cannot be looked at may show a secret.
        let before = self.hands.observe().await.ok()?;
        if !redactor.finds(&before) {
            let picture = self.capture(marked).await?;
            return (!self.shows_secret().await).then_some(picture);
        }
        let mut covering = redactor.covering(&before)?;
        let covered = withheld(&covering);
        if marked.is_none() {
            covering.nodes.iter_mut().for_each(|node| node.target = None);
        }
        let picture = self.hands.marked_picture(&covering).await?;
        let after = redactor.covering(&self.hands.observe().await.ok()?)?;
        (withheld(&after) == covered).then_some(picture)
    }

    /// The requested picture with secrets covered, if it is of the viewport: positions are known only there.
    async fn redacted_screenshot(&self, action: &Action) -> Option<Picture> {
        let Action::Screenshot { target: None, full: None | Some(false), marks, region: None } = action else {
            return None;
        };
        let marked = if *marks == Some(true) { Some(self.observe().await.ok()?) } else { None };
        self.redacted_picture(marked.as_ref()).await
    }

    async fn capture(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        match marked {
            Some(seen) => self.hands.marked_picture(seen).await,
            None => self.hands.picture().await,
        }
    }

    /// As [`Self::redacted_picture`], for a person who watches; without secrets it costs no look.
    async fn redacted_view(&self, covering: Option<&Snapshot>) -> WatchedView {
        let Some(redactor) = self.redactor() else { return self.hands.watch(covering).await };
        // A page that cannot be looked at may show a secret.
        let look = async || redactor.covering(&self.hands.observe().await.ok()?);
        let Some(before) = look().await else { return WatchedView::Nothing };
        let view = self.hands.watch(Some(&before)).await;
        if let WatchedView::Dialog(NativeDialog { kind, message }) = view {
            return WatchedView::Dialog(NativeDialog { kind, message: redactor.text(&message) });
        }
        match look().await {
            Some(after) if withheld(&after) == withheld(&before) => view,
            Some(_) | None => WatchedView::Nothing,
        }
    }

    async fn shows_secret(&self) -> bool {
        let Some(redactor) = self.redactor() else { return false };
        self.hands.observe().await.map_or(true, |page| redactor.finds(&page))
    }

    /// Types a secret. The outcome reports no more than whether that succeeded.
    async fn type_secret(&self, approved: Approved, name: SecretName) -> Outcome {
        let entrusted = self.secrets().by_name.get(&name).cloned();
        let Some((origin, secret)) = entrusted else {
            return Outcome::failed(FailCode::NotFound, format!("there is no secret {name} now; ask for it again"));
        };
        let Some(target) = approved.action().target() else {
            return Outcome::failed(FailCode::BadCall, "a secret is filled into a field that is named by its ref");
        };
        match self.hands.inspect(approved.action()).await {
            Ok(facts) if facts.origin.as_ref() == Some(&origin) => {}
            Ok(_) => {
                return Outcome::refused(format!("the secret {name} is for {origin} and is not typed anywhere else"));
            }
            Err(outcome) => return self.redact_outcome(outcome),
        }
        self.secrets().typed_in.insert(target, name.clone());
        let outcome = self.hands.act(approved.revealing(&secret)).await.outcome;
        let text = match outcome.status {
            OutcomeStatus::Done => format!("filled in {}", name.placeholder()),
            OutcomeStatus::Failed(FailCode::NotTaken) => {
                format!("the field did not take {} as it is", name.placeholder())
            }
            OutcomeStatus::Failed(_) | OutcomeStatus::Refused | OutcomeStatus::InDoubt => outcome.text.clone(),
        };
        self.redact_outcome(Outcome { text, visible_changes: None, data: None, ..outcome })
    }
}

impl Browser for SecretKeeper {
    fn inner(&self) -> &dyn Browser {
        self.hands.as_ref()
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async { self.redact_look(self.hands.observe().await) }.boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async { self.redact_look(self.hands.observe_near().await) }.boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.redacted_picture(None).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.redacted_picture(Some(seen)).boxed()
    }

    fn watch<'a>(&'a self, covering: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        self.redacted_view(covering).boxed()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        // The error names elements of the page.
        self.hands.resolve_ref(written).map_err(|unknown| match self.redactor() {
            Some(redactor) => {
                redactor.value(unknown).unwrap_or_else(|| UnknownRef::without_suggestion(&redactor.text(written)))
            }
            None => unknown,
        })
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        async {
            let facts = self.hands.inspect(action).await.map_err(|outcome| self.redact_outcome(outcome))?;
            let Some(redactor) = self.redactor() else { return Ok(facts) };
            redactor.value(facts).ok_or_else(|| Outcome::failed(FailCode::Internal, UNREDACTABLE))
        }
        .boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move {
            if let Some(name) = approved.action().composed_text().and_then(SecretName::in_placeholder) {
                return self.type_secret(approved, name).await.into();
            }
            let action = approved.action().clone();
            let done = self.hands.act(approved).await;
            let shows_secret = done.picture.is_some() && self.shows_secret().await;
            let outcome = self.redact_outcome(done.outcome);
            if !shows_secret {
                return Done { outcome, picture: done.picture };
            }
            match self.redacted_screenshot(&action).await {
                Some(picture) => Done { outcome, picture: Some(picture) },
                None => Outcome::failed(FailCode::Unsupported, NO_PICTURE).into(),
            }
        }
        .boxed()
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        async {
            let resolution = self.reveal_request(resolution);
            self.redact_outcome(self.hands.resolve_request(resolution).await)
        }
        .boxed()
    }

    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        async {
            let mut outgoing_request = self.hands.next_outgoing_request().await;
            if let Some(redactor) = self.redactor() {
                outgoing_request.sent.url = redactor.text(&outgoing_request.sent.url);
            }
            outgoing_request
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            self.hands.close().await;
            *self.secrets() = EntrustedSecrets::default();
        }
        .boxed()
    }
}

/// The boxes that are covered in a picture.
fn withheld(page: &Snapshot) -> Vec<Option<[i32; 4]>> {
    page.nodes.iter().filter(|node| node.is(NodeState::Withheld)).map(|node| node.bounds).collect()
}

/// More than the hands hold for one owner.
const MOST_HELD: usize = 200;
const UNREDACTABLE: &str = "the page shows a secret in a way that cannot be told without it; go on to another page";
const NO_PICTURE: &str = "no such picture is taken while the page shows a secret; look at it as text";

#[cfg(test)]
mod tests;
