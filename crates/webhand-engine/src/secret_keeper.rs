//! Hands that can be told a secret: they type it where it belongs, and tell of the page without it.
//!
//! Invariant: a secret is typed on its own origin only, and whatever comes back from the hands has its placeholder in
//! its place. In a picture of the view the field that holds it is covered, and a page that shows it otherwise is not
//! photographed; nor is more than the view, for which a browser may lay the page out anew, so that nobody knows where the
//! field is then. What a page hides in a form of its own making (another alphabet, a picture) cannot be found.

mod redact;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{
    Action, Facts, FailCode, NodeState, Origin, Outcome, OutcomeStatus, Ref, Secret, SecretName, SecretUse, Snapshot,
};
use webhand_port::{Browser, BrowserError, Done, Picture};

use redact::Redactor;

/// A browser, and what the person entrusted to it.
pub struct SecretKeeper {
    hands: Arc<dyn Browser>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    secrets: BTreeMap<SecretName, (Origin, Secret)>,
    /// Where they were typed.
    typed_in: BTreeMap<Ref, SecretName>,
}

impl SecretKeeper {
    #[must_use]
    pub fn new(hands: Arc<dyn Browser>) -> Self {
        Self { hands, kept: Mutex::default() }
    }

    /// Keeps a secret until the browser is closed; one of the same name before it is forgotten.
    pub fn entrust(&self, to: SecretUse, secret: Secret) {
        self.kept().secrets.insert(to.name, (to.origin, secret));
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What finds the secrets in what is told; nothing while there are none.
    fn redactor(&self) -> Option<Redactor> {
        let kept = self.kept();
        let secrets = kept.secrets.iter().map(|(name, (_, secret))| (name.placeholder(), secret.clone()));
        let typed_in = kept.typed_in.iter().map(|(target, name)| (*target, name.placeholder()));
        (!kept.secrets.is_empty()).then(|| Redactor::new(&secrets.collect::<Vec<_>>(), typed_in.collect()))
    }

    fn told(&self, look: Result<Snapshot, BrowserError>) -> Result<Snapshot, BrowserError> {
        match (self.redactor(), look) {
            (Some(redactor), Ok(page)) => {
                redactor.page(page).ok_or_else(|| BrowserError::Unexpected(UNTELLABLE.to_owned()))
            }
            (Some(redactor), Err(BrowserError::Unexpected(why))) => Err(BrowserError::Unexpected(redactor.text(&why))),
            (_, look) => look,
        }
    }

    fn outcome(&self, outcome: Outcome) -> Outcome {
        let Some(redactor) = self.redactor() else { return outcome };
        let end = outcome.status;
        redactor.value(outcome).unwrap_or_else(|| Outcome { status: end, ..Outcome::in_doubt(UNTELLABLE) })
    }

    /// A picture in which no secret can be read, in what was there before it was taken nor in what was after: fields
    /// that hold one are covered, and where it stands otherwise there is none.
    async fn pictured(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        let Some(redactor) = self.redactor() else { return self.uncovered(marked).await };
        // What cannot be looked at may show anything.
        let before = self.hands.observe().await.ok()?;
        if !redactor.finds(&before) {
            let picture = self.uncovered(marked).await?;
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

    /// The picture that was asked for, if it is of the view: only of that it is known here what is where.
    async fn view_instead(&self, action: &Action) -> Option<Picture> {
        let Action::Screenshot { target: None, full: None | Some(false), marks, region: None } = action else {
            return None;
        };
        let marked = if *marks == Some(true) { Some(self.observe().await.ok()?) } else { None };
        self.pictured(marked.as_ref()).await
    }

    async fn uncovered(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        match marked {
            Some(seen) => self.hands.marked_picture(seen).await,
            None => self.hands.picture().await,
        }
    }

    async fn shows_secret(&self) -> bool {
        let Some(redactor) = self.redactor() else { return false };
        self.hands.observe().await.map_or(true, |page| redactor.finds(&page))
    }

    /// Types a secret, and tells no more of that than whether it went well.
    async fn type_secret(&self, approved: Approved, name: SecretName) -> Outcome {
        let kept = self.kept().secrets.get(&name).cloned();
        let Some((origin, secret)) = kept else {
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
            Err(outcome) => return self.outcome(outcome),
        }
        self.kept().typed_in.insert(target, name.clone());
        let outcome = self.hands.act(approved.revealing(&secret)).await.outcome;
        let text = match outcome.status {
            OutcomeStatus::Done => format!("filled in {}", name.placeholder()),
            OutcomeStatus::Failed(FailCode::NotTaken) => {
                format!("the field did not take {} as it is", name.placeholder())
            }
            OutcomeStatus::Failed(_) | OutcomeStatus::Refused | OutcomeStatus::InDoubt => outcome.text.clone(),
        };
        self.outcome(Outcome { text, visible_changes: None, data: None, ..outcome })
    }
}

impl Browser for SecretKeeper {
    fn inner(&self) -> &dyn Browser {
        self.hands.as_ref()
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async { self.told(self.hands.observe().await) }.boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        async { self.told(self.hands.observe_near().await) }.boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.pictured(None).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.pictured(Some(seen)).boxed()
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        async {
            let facts = self.hands.inspect(action).await.map_err(|outcome| self.outcome(outcome))?;
            let Some(redactor) = self.redactor() else { return Ok(facts) };
            redactor.value(facts).ok_or_else(|| Outcome::failed(FailCode::Internal, UNTELLABLE))
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
            let is_hidden = done.picture.is_some() && self.shows_secret().await;
            let outcome = self.outcome(done.outcome);
            if !is_hidden {
                return Done { outcome, picture: done.picture };
            }
            match self.view_instead(&action).await {
                Some(picture) => Done { outcome, picture: Some(picture) },
                None => Outcome::failed(FailCode::Unsupported, UNPICTURED).into(),
            }
        }
        .boxed()
    }

    fn resolve_request(&self, ruling: RequestResolution) -> BoxFuture<'_, Outcome> {
        async { self.outcome(self.hands.resolve_request(ruling).await) }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            self.hands.close().await;
            *self.kept() = Kept::default();
        }
        .boxed()
    }
}

/// Where a picture is covered.
fn withheld(page: &Snapshot) -> Vec<Option<[i32; 4]>> {
    page.nodes.iter().filter(|node| node.is(NodeState::Withheld)).map(|node| node.bounds).collect()
}

const UNTELLABLE: &str = "the page shows a secret in a way that cannot be told without it; go on to another page";
const UNPICTURED: &str = "no such picture is taken while the page shows a secret; look at it as text";

#[cfg(test)]
mod tests;
