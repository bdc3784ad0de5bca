//! Performs one effect over its port and answers within a deadline.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use webhand_model::{
    Action, BrainAnswer, EffectNo, FailCode, Input, Millis, Outcome, PageState, Prompt, RunId, SamePicture, Snapshot,
    Visibility,
};
use webhand_port::{Availability, Brain, BrainRequest, Brains, Browser, Done, Picture, Role, Store};
use webhand_rt::timeout;
use webhand_run::{Effect, PictureKind};

use crate::Watcher;
use crate::pending_picture::PendingPicture;
use crate::shown_picture::ShownPicture;

/// The outside world of one run.
#[derive(Clone)]
pub struct Ports {
    pub browser: Arc<dyn Browser>,
    pub brain: Arc<dyn Brain>,
    /// Opens the brain that the person names to replace `brain`.
    pub brains: Arc<dyn Brains>,
    pub store: Arc<dyn Store>,
}

/// The ports keep deadlines of their own; these apply should a port miss its own.
const LOOK_WITHIN: Duration = Duration::from_secs(30);
const PICTURE_WITHIN: Duration = Duration::from_secs(10);
const INSPECT_WITHIN: Duration = Duration::from_secs(15);
const ACT_WITHIN: Duration = Duration::from_mins(2);
const STEP_WITHIN: Duration = Duration::from_secs(10);
const ANSWER_WITHIN: Duration = Duration::from_hours(2);

/// The name under which the store keeps the picture of an effect's answer.
fn picture_name(no: EffectNo) -> String {
    format!("{no}.jpg")
}

impl Ports {
    /// Performs an effect and returns the input that answers it; `None` for the effects that the driver handles itself.
    pub(crate) async fn perform(
        &self,
        run: &RunId,
        no: EffectNo,
        effect: Effect,
        watcher: &dyn Watcher,
        pending_picture: &PendingPicture,
        shown_picture: &ShownPicture,
    ) -> Option<Input> {
        let waits_for_pictures = match &effect {
            Effect::Observe { .. } | Effect::Act(_) | Effect::ResolveRequest(_) | Effect::HandOver => true,
            Effect::AskBrain(prompt) | Effect::Verify(prompt) => {
                self.brain.sees_pictures() && prompt.picture().is_some()
            }
            Effect::ResolveRefs(_)
            | Effect::Inspect(_)
            | Effect::Extract(_)
            | Effect::AskPerson(_)
            | Effect::TakeBack
            | Effect::UseDebugger
            | Effect::ReplyToCall(..)
            | Effect::Park(_)
            | Effect::Finish(_) => false,
        };
        if waits_for_pictures {
            pending_picture.wait().await;
        }
        match effect {
            Effect::Observe { picture } => Some(self.observe(run, no, picture, pending_picture).await),
            Effect::AskBrain(prompt) => Some(self.decide(run, &prompt, shown_picture, watcher).await),
            Effect::Verify(prompt) => Some(self.verify(run, &prompt, watcher).await),
            Effect::Extract(prompt) => {
                let answer = self.ask_brain(&prompt, Role::Extract, None, watcher).await;
                Some(answer.map_or_else(|why| why, Input::Extracted))
            }
            Effect::ResolveRefs(refs) => Some(self.resolve_refs(&refs)),
            Effect::Inspect(action) => Some(self.inspect(&action).await),
            Effect::Act(approved) => {
                let late = if approved.action().is_repeatable() { no_answer() } else { unknown_outcome() };
                let done = within(ACT_WITHIN, self.browser.act(approved)).await.unwrap_or_else(|| late.into());
                Some(Input::Acted(self.store_outcome(run, &picture_name(no), done).await))
            }
            Effect::ResolveRequest(resolution) => Some(Input::RequestResolved(
                within(ACT_WITHIN, self.browser.resolve_request(resolution)).await.unwrap_or_else(unknown_outcome),
            )),
            Effect::HandOver => {
                let shown = within(STEP_WITHIN, self.browser.hand_over()).await;
                Some(Input::HandedOver(shown.unwrap_or(Visibility::Nowhere)))
            }
            Effect::TakeBack => {
                within(STEP_WITHIN, self.browser.take_back()).await;
                Some(Input::TakenBack)
            }
            Effect::AskPerson(_)
            | Effect::ReplyToCall(..)
            | Effect::UseDebugger
            | Effect::Park(_)
            | Effect::Finish(_) => None,
        }
    }

    async fn inspect(&self, action: &Action) -> Input {
        let late = Outcome::failed(FailCode::TimedOut, "The page does not answer; wait, reload it or open another.");
        let facts = within(INSPECT_WITHIN, self.browser.inspect(action)).await.unwrap_or(Err(late));
        facts.map_or_else(Input::NotInspected, Input::Inspected)
    }

    /// Resolves the refs that a caller wrote.
    pub(crate) fn resolve_refs(&self, refs: &[String]) -> Input {
        Input::RefsResolved(refs.iter().map(|written| self.browser.resolve_ref(written)).collect())
    }

    pub(crate) async fn release_input(&self) {
        within(STEP_WITHIN, self.browser.release_input()).await;
    }

    async fn observe(
        &self,
        run: &RunId,
        no: EffectNo,
        picture: PictureKind,
        pending_picture: &PendingPicture,
    ) -> Input {
        let look = if self.brain.needs_whole_pages() { self.browser.observe() } else { self.browser.observe_near() };
        match within(LOOK_WITHIN, look).await {
            Some(Ok(mut snapshot)) => {
                let can_be_captured = snapshot.dialog.is_none() && !matches!(snapshot.state, PageState::Closed(_));
                if picture != PictureKind::Nothing && can_be_captured {
                    snapshot.picture = Some(picture_name(no));
                    let marked = (picture == PictureKind::Marked).then(|| Box::new(snapshot.clone()));
                    pending_picture.start(self.clone().capture_picture(run.clone(), picture_name(no), marked));
                }
                Input::Observed(Box::new(snapshot))
            }
            Some(Err(error)) => Input::NotObserved { why: error.to_string(), browser_gone: error.is_final() },
            None => Input::NotObserved { why: "The page does not answer.".to_owned(), browser_gone: false },
        }
    }

    /// Captures and stores the picture of a look, with the refs of `marked` drawn on it. If that fails, the look has none.
    async fn capture_picture(self, run: RunId, name: String, marked: Option<Box<Snapshot>>) {
        let picture = match &marked {
            Some(seen) => self.browser.marked_picture(seen),
            None => self.browser.picture(),
        };
        let picture = within(PICTURE_WITHIN, picture).await.flatten();
        self.store_picture(&run, &name, picture.as_ref()).await;
    }

    /// The picture that goes with a prompt.
    async fn picture_of(&self, run: &RunId, prompt: &Prompt) -> Option<Picture> {
        match prompt.picture() {
            Some((_, name)) if self.brain.sees_pictures() => self.store.picture(run, name).await.ok().flatten(),
            Some(_) | None => None,
        }
    }

    /// The brain's decision, or the input that reports why there is none. A picture that it was shown before is left out.
    async fn decide(&self, run: &RunId, prompt: &Prompt, shown_picture: &ShownPicture, watcher: &dyn Watcher) -> Input {
        let may_repeat = prompt.observation.picture.is_some_and(|shown| shown.if_same == SamePicture::SentAgain);
        let picture = self.picture_of(run, prompt).await;
        let picture = picture.filter(|picture| shown_picture.is_new(picture) || may_repeat);
        self.ask_brain(prompt, Role::Decide, picture, watcher).await.map_or_else(|why| why, Input::Answered)
    }

    async fn verify(&self, run: &RunId, prompt: &Prompt, watcher: &dyn Watcher) -> Input {
        let picture = self.picture_of(run, prompt).await;
        self.ask_brain(prompt, Role::Verify, picture, watcher).await.map_or_else(|why| why, Input::Answered)
    }

    /// The answer of a brain, or the input that reports why there is none.
    async fn ask_brain(
        &self,
        prompt: &Prompt,
        role: Role,
        picture: Option<Picture>,
        watcher: &dyn Watcher,
    ) -> Result<BrainAnswer, Input> {
        let live = |text: &str| watcher.on_live_text(text);
        let request = BrainRequest { prompt, role, picture: picture.as_ref(), live: &live };
        match within(ANSWER_WITHIN, self.brain.answer(request)).await {
            Some(Ok(answer)) => Ok(answer),
            Some(Err(error)) => Err(match error.availability() {
                Availability::Later(wait) => {
                    let wait = wait.map(|seconds| Millis(seconds.saturating_mul(1_000)));
                    Input::BrainUnavailable { why: error.to_string(), wait, after_person: false }
                }
                Availability::AfterPerson => {
                    Input::BrainUnavailable { why: error.to_string(), wait: None, after_person: true }
                }
                Availability::There => Input::NotAnswered { why: error.to_string(), retry: error.is_passing() },
            }),
            None => {
                let why = "The brain did not answer.".to_owned();
                Err(Input::BrainUnavailable { why, wait: None, after_person: false })
            }
        }
    }

    async fn store_outcome(&self, run: &RunId, name: &str, done: Done) -> Outcome {
        let mut outcome = done.outcome;
        outcome.picture = self.store_picture(run, name, done.picture.as_ref()).await;
        outcome
    }

    /// Stores a picture and returns its name. A run goes on without a picture that cannot be stored.
    async fn store_picture(&self, run: &RunId, name: &str, picture: Option<&Picture>) -> Option<String> {
        match self.store.keep_picture(run, name, picture?).await {
            Ok(()) => Some(name.to_owned()),
            Err(error) => {
                tracing::warn!(%run, name, %error, "a picture could not be kept");
                None
            }
        }
    }
}

fn no_answer() -> Outcome {
    Outcome::failed(
        FailCode::TimedOut,
        "The browser did not answer in time. It changes nothing: repeat it if you need it.",
    )
}

fn unknown_outcome() -> Outcome {
    Outcome::in_doubt("The browser did not answer in time: it may or may not have happened. Look before repeating it.")
}

async fn within<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    timeout(limit, work).await.ok()
}
