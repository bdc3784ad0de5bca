//! Arms documents, so that input reaches one element or nothing. This is the second place where a covered button
//! refuses a click.
//!
//! Before a press, `page/src/input/aim.ts` refuses with `Covered` when another element lies over the button (see
//! `mouse.rs`). This module covers the time from then until the press arrives. Every document of the tab is armed
//! before input is sent: the element's own document and its ancestor frames let input for the element pass, all other
//! documents let no input pass (`page/src/input/event_gate.ts`). So an overlay or a frame that the page pushes under
//! the mouse at the last moment receives nothing.
//!
//! Disarming returns what each document saw. [`Landing::check_click`] decides from it whether the click counts as done,
//! failed as `Covered` or `TargetMoved`, or was partly performed. Start reading at [`Arming::arm`] and
//! [`Arming::landing`].

use crate::access::Access;
use crate::documents::{Elements, Pages};
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{DocumentId, FailCode, clean};
use webhand_wire::{Disarmed, PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused};
use crate::looking::renamed_elements::meaning_changed;
use crate::pointing::mouse::InputDelivery;

/// Arms documents before input and disarms them afterwards.
#[derive(Debug)]
pub(crate) struct Arming {
    access: Arc<Access>,
    elements: Arc<Elements>,
    pages: Arc<Pages>,
    /// Documents that still have to be disarmed, because a dialog opened or the document did not answer.
    pub(crate) armed: Mutex<Vec<DocumentId>>,
    /// The element that had the focus when the guard judged keys without a target.
    judged_focus: Mutex<Option<Element>>,
}

impl Arming {
    pub(crate) fn new(access: &Arc<Access>, elements: &Arc<Elements>, pages: &Arc<Pages>) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            pages: Arc::clone(pages),
            armed: Mutex::default(),
            judged_focus: Mutex::default(),
        }
    }
}

impl Arming {
    /// Arms all documents of the element's tab: until they are disarmed, input events reach the element or nothing.
    pub(crate) async fn arm(&self, element: &Element) -> Result<Vec<FrameDocument>, ActionError> {
        self.arm_by(element, &PageCommand::Arm { node: Some(element.node), follow: false }).await
    }

    /// As [`Self::arm`], for keys that may follow the focus to an element that the page creates meanwhile.
    pub(crate) async fn arm_following(&self, element: &Element) -> Result<Vec<FrameDocument>, ActionError> {
        self.arm_by(element, &PageCommand::Arm { node: Some(element.node), follow: true }).await
    }

    /// Arms all documents of the element's tab so that no input event reaches anything.
    pub(crate) async fn arm_nothing(&self, element: &Element) -> Result<Vec<FrameDocument>, ActionError> {
        self.arm_by(element, &PageCommand::Arm { node: None, follow: false }).await
    }

    async fn arm_by(&self, element: &Element, arm: &PageCommand) -> Result<Vec<FrameDocument>, ActionError> {
        let ancestors = self.ancestor_frames(element).await?;
        let own = async {
            let reply = self.pages.ask(&element.place, arm, CALLED_WITHIN).await?;
            if matches!(reply, PageReply::Done {}) { Ok(()) } else { Err(refused(reply)) }
        };
        self.arm_with(element, ancestors, own).await.map(|((), armed)| armed)
    }

    /// Remembers the focused element that the guard judges, so that the keys cannot reach another element.
    pub(crate) fn note_focus(&self, focused: Option<Element>) {
        *self.judged_focus.lock().unwrap_or_else(PoisonError::into_inner) = focused;
    }

    pub(crate) fn take_focus(&self) -> Option<Element> {
        self.judged_focus.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The ancestor frames of the element's document, each with the `<iframe>` that leads towards the element.
    pub(crate) async fn ancestor_frames(&self, element: &Element) -> Result<Vec<(FrameDocument, u32)>, ActionError> {
        let mut ancestors = Vec::new();
        let mut frame = element.place.frame.clone();
        while let Some((parent, node)) = self.pages.owner(&frame).await? {
            frame = parent.frame.clone();
            ancestors.push((parent, node));
        }
        Ok(ancestors)
    }

    /// Arms all other documents of the tab while `own` arms the element's.
    pub(crate) async fn arm_with<T>(
        &self,
        element: &Element,
        ancestors: Vec<(FrameDocument, u32)>,
        own: impl Future<Output = Result<T, ActionError>>,
    ) -> Result<(T, Vec<FrameDocument>), ActionError> {
        let others = self.other_documents(&element.place, &ancestors);
        let arm_others = join_all(others.iter().map(|place| async move {
            // A document that does not answer in time is busy or gone, and must not hold up the input.
            let _ = self.pages.ask(place, &PageCommand::Arm { node: None, follow: false }, OTHERS_ARMED_WITHIN).await;
        }));
        let arm_ancestors = join_all(ancestors.iter().map(|(place, node)| async move {
            let reply =
                self.pages.ask(place, &PageCommand::Arm { node: Some(*node), follow: false }, CALLED_WITHIN).await?;
            if matches!(reply, PageReply::Done {}) { Ok(()) } else { Err(refused(reply)) }
        }));
        let (_, results, own) = tokio::join!(arm_others, arm_ancestors, own);
        let mut armed = vec![element.place.clone()];
        armed.extend(ancestors.into_iter().map(|(place, _)| place));
        armed.extend(others);
        let error = match (own, results.into_iter().find_map(Result::err)) {
            (Ok(own), None) => return Ok((own, armed)),
            (Err(error), _) | (Ok(_), Some(error)) => error,
        };
        self.disarm_later(armed.iter());
        self.disarm_late().await;
        let is_stale = error.code() == Some(FailCode::StaleRef);
        Err(if is_stale { crate::documents::elements::gone(element.target) } else { error })
    }

    /// The documents of the tab that have a page script, except the element's own document and its ancestors.
    fn other_documents(&self, own: &FrameDocument, ancestors: &[(FrameDocument, u32)]) -> Vec<FrameDocument> {
        let is_on_path = |document: DocumentId| {
            own.document == document || ancestors.iter().any(|(place, _)| place.document == document)
        };
        self.access.read(|world| {
            let frames = world.frames.in_tab(own.tab);
            let others = frames.filter(|(_, frame)| frame.script_world.is_some() && !is_on_path(frame.document));
            others.map(|(id, frame)| FrameDocument::of(id, frame)).collect()
        })
    }

    /// Ends [`Self::arm`] and returns whether the events reached the element, with the numbers of other fields that
    /// also received some of the keys.
    pub(crate) async fn disarm(
        &self,
        element: &Element,
        armed: Vec<FrameDocument>,
        delivery: &Result<InputDelivery, ActionError>,
    ) -> (Landed, Vec<u32>) {
        let Landing { reached, instead, along, changed, .. } = self.landing(element, armed, delivery).await;
        if let Some(changed) = changed {
            return (Landed::Changed { any: reached == Some(true), changed }, along);
        }
        let landed = match (reached, instead) {
            (Some(true) | None, None) => Landed::There,
            (Some(true) | None, Some(who)) => Landed::Partly(who),
            (Some(false), who) => Landed::Elsewhere(who),
        };
        (landed, along)
    }

    /// Ends [`Self::arm`] and returns all that the documents report about the events.
    pub(crate) async fn landing(
        &self,
        element: &Element,
        armed: Vec<FrameDocument>,
        delivery: &Result<InputDelivery, ActionError>,
    ) -> Landing {
        if matches!(delivery, Ok(InputDelivery::DialogOpened)) {
            self.disarm_later(armed.iter());
            return Landing::default();
        }
        let asked =
            join_all(armed.iter().map(|place| self.pages.ask(place, &PageCommand::Disarm {}, DISARMED_WITHIN))).await;
        let mut landing = Landing::default();
        for (place, answer) in armed.iter().zip(asked) {
            let disarmed = match answer {
                Ok(PageReply::Disarmed(disarmed)) => disarmed,
                Ok(_) => continue,
                // A document that is gone has nothing to report; one that does not answer is disarmed later.
                Err(error) => {
                    self.handle_disarm_failure(place, &error).await;
                    continue;
                }
            };
            self.add_report(&mut landing, element, place, disarmed);
        }
        landing
    }

    /// Adds the report of one disarmed document to what is known about the events.
    pub(crate) fn add_report(
        &self,
        landing: &mut Landing,
        element: &Element,
        place: &FrameDocument,
        disarmed: Disarmed,
    ) {
        let Disarmed { hit, clicked, instead, covered, along, changed } = disarmed;
        landing.changed = landing.changed.take().or(changed);
        if place.document == element.place.document {
            landing.reached = Some(hit == Some(true));
            landing.clicked = clicked;
            landing.along = along;
        }
        if landing.instead.is_none()
            && let Some(instead) = instead
        {
            landing.instead = Some(self.elements.name_of(place, &instead));
            // Another document that caught the event lies over the element: that document contains no part of the
            // element that could have moved.
            landing.covered = covered || hit.is_some() && place.document != element.place.document;
        }
    }

    /// Schedules a document that did not answer to be disarmed later, and stops its script if that hangs.
    pub(crate) async fn handle_disarm_failure(&self, place: &FrameDocument, error: &ActionError) {
        if error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place) {
            self.pages.stop_script_if_hung(&place.session).await;
        }
        self.disarm_later([place].into_iter());
    }

    pub(crate) fn disarm_later<'a>(&self, places: impl Iterator<Item = &'a FrameDocument>) {
        let mut waiting = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(places.map(|place| place.document));
    }

    /// Disarms the documents that could not be disarmed right after their input.
    pub(crate) async fn disarm_late(&self) {
        let waiting: Vec<DocumentId> = std::mem::take(&mut *self.armed.lock().unwrap_or_else(PoisonError::into_inner));
        join_all(waiting.into_iter().map(|document| async move {
            let place = self
                .access
                .read(|world| world.frames.showing(document).map(|(id, frame)| FrameDocument::of(id, frame)));
            if let Some(place) = place {
                // A document that is gone needs nothing.
                let _ = self.pages.ask(&place, &PageCommand::Disarm {}, DISARMED_WITHIN).await;
            }
        }))
        .await;
    }
}

/// Whether the events of an action reached their element. Events that would have reached another element were blocked.
#[derive(Debug)]
pub(crate) enum Landed {
    There,
    /// The first events reached the element; this other element would have received the later ones.
    Partly(String),
    /// No event reached the element; this other element would have received them.
    Elsewhere(Option<String>),
    /// The element means something else since its facts were read, and got no further event; `any` if it got some before.
    Changed {
        any: bool,
        changed: String,
    },
}

/// All that the armed documents report about the events of a press.
#[derive(Debug, Default)]
pub(crate) struct Landing {
    /// Whether any event reached the element; `None` when its document no longer answers.
    reached: Option<bool>,
    clicked: bool,
    /// The other element that would have received an event.
    instead: Option<String>,
    /// The element did not move, so the element in `instead` lies over it.
    covered: bool,
    /// The numbers of other fields that also received some of the keys.
    along: Vec<u32>,
    /// The change that makes the element mean something else than when its facts were read.
    changed: Option<String>,
}

impl Landing {
    /// Fails if the element came to mean something else while the mouse moved over it.
    pub(crate) fn check_hover(self, element: &Element) -> Result<(), ActionError> {
        self.changed.map_or(Ok(()), |changed| Err(changed_meanwhile(element, self.reached == Some(true), &changed)))
    }

    /// The note of [`Self::check_click`] as the end of a sentence, or an empty text.
    pub(crate) fn click_note(self, element: &Element) -> Result<String, ActionError> {
        Ok(self.check_click(element)?.map(|note| format!("; {note}")).unwrap_or_default())
    }

    /// Decides whether a click succeeded: returns a note if something was blocked that the click did not need, or an
    /// error if the element was covered or moved away before it received the whole click.
    pub(crate) fn check_click(self, element: &Element) -> Result<Option<String>, ActionError> {
        let Self { reached, clicked, instead, covered, along: _, changed } = self;
        let target = element.target;
        if let Some(changed) = changed {
            return Err(changed_meanwhile(element, reached == Some(true), &changed));
        }
        match (reached, instead) {
            (None, _) | (Some(true), None) => Ok(None),
            (Some(false), Some(who)) if covered => {
                let text = format!(
                    "{target} is covered by {who}, which came over it at the last moment; nothing was done: deal with that first"
                );
                Err(ActionError::Failed(FailCode::Covered, text))
            }
            (Some(false), who) => Err(moved(element, who)),
            (Some(true), Some(who)) if clicked => {
                Ok(Some(format!("what followed was kept from {who}, which is there now")))
            }
            (Some(true), Some(who)) if covered => {
                Ok(Some(format!("the press brought up {who} under the mouse, and the release was kept from it")))
            }
            (Some(true), Some(who)) => {
                let text = format!(
                    "{target} took the press but moved away before the release, which {who} would have taken and did not get; look at the page again"
                );
                Err(ActionError::PartlyPerformed(text))
            }
        }
    }
}

/// The error for an element that came to mean something else, before any event or after some (`any`).
pub(crate) fn changed_meanwhile(element: &Element, any: bool, changed: &str) -> ActionError {
    if !any {
        return meaning_changed(element.target, changed);
    }
    let text = format!(
        "{} took the first events and is no longer what it was: {}; the rest was kept back: look at the page again",
        element.target,
        clean(changed)
    );
    ActionError::failed(FailCode::Changed, text)
}

/// The error for an element that moved away before any event reached it.
pub(crate) fn moved(element: &Element, instead: Option<String>) -> ActionError {
    let who =
        instead.map_or_else(|| "nothing was there to take it".to_owned(), |who| format!("{who} would have taken it"));
    let text =
        format!("{} moved away from the input: {who}, so nothing was done; look at the page again", element.target);
    ActionError::Failed(FailCode::TargetMoved, text)
}

const DISARMED_WITHIN: Duration = Duration::from_secs(2);
/// How long the documents outside the element's path may take to be armed.
const OTHERS_ARMED_WITHIN: Duration = Duration::from_millis(500);
