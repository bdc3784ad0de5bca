//! Makes sure that input reaches one element or nothing.
//!
//! Every document of the tab is armed before input is sent: the element's own and those around it let the input pass
//! on its way, all others let nothing pass. So a frame that a page pushes under the pointer gets nothing either.

use crate::access::Access;
use crate::documents::{Elements, Pages};
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{DocumentId, FailCode};
use webhand_wire::{Disarmed, PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused};
use crate::pointing::mouse::Taken;

/// Makes documents let input through to one element only.
#[derive(Debug)]
pub(crate) struct Arming {
    access: Arc<Access>,
    elements: Arc<Elements>,
    pages: Arc<Pages>,
    /// Documents that still have to be disarmed because a dialog came in between.
    pub(crate) armed: Mutex<Vec<DocumentId>>,
}

impl Arming {
    pub(crate) fn new(access: &Arc<Access>, elements: &Arc<Elements>, pages: &Arc<Pages>) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            pages: Arc::clone(pages),
            armed: Mutex::default(),
        }
    }
}

impl Arming {
    /// From now on events reach the element or nothing, in all documents of its tab.
    pub(crate) async fn arm(&self, element: &Element) -> Result<Vec<FrameDocument>, ActionError> {
        let around = self.around_of(element).await?;
        let own = async {
            let reply =
                self.pages.ask(&element.place, &PageCommand::Arm { node: Some(element.node) }, CALLED_WITHIN).await?;
            if matches!(reply, PageReply::Done {}) { Ok(()) } else { Err(refused(reply)) }
        };
        self.arm_with(element, around, own).await.map(|((), armed)| armed)
    }

    /// The frames around the element's document, by the `<iframe>`s in which they lie.
    pub(crate) async fn around_of(&self, element: &Element) -> Result<Vec<(FrameDocument, u32)>, ActionError> {
        let mut around = Vec::new();
        let mut frame = element.place.frame.clone();
        while let Some((parent, node)) = self.pages.owner(&frame).await? {
            frame = parent.frame.clone();
            around.push((parent, node));
        }
        Ok(around)
    }

    /// Arms all other documents of the tab while `own` arms the element's.
    pub(crate) async fn arm_with<T>(
        &self,
        element: &Element,
        around: Vec<(FrameDocument, u32)>,
        own: impl Future<Output = Result<T, ActionError>>,
    ) -> Result<(T, Vec<FrameDocument>), ActionError> {
        let beside = self.beside(&element.place, &around);
        let arm_beside = join_all(beside.iter().map(|place| async move {
            // One that does not answer in time is busy, or gone.
            let _ = self.pages.ask(place, &PageCommand::Arm { node: None }, BESIDE_WITHIN).await;
        }));
        let arm_around = join_all(around.iter().map(|(place, node)| async move {
            let reply = self.pages.ask(place, &PageCommand::Arm { node: Some(*node) }, CALLED_WITHIN).await?;
            if matches!(reply, PageReply::Done {}) { Ok(()) } else { Err(refused(reply)) }
        }));
        let (_, results, own) = tokio::join!(arm_beside, arm_around, own);
        let mut armed = vec![element.place.clone()];
        armed.extend(around.into_iter().map(|(place, _)| place));
        armed.extend(beside);
        let error = match (own, results.into_iter().find_map(Result::err)) {
            (Ok(own), None) => return Ok((own, armed)),
            (Err(error), _) | (Ok(_), Some(error)) => error,
        };
        self.later(armed.iter());
        self.disarm_late().await;
        let is_stale = error.code() == Some(FailCode::StaleRef);
        Err(if is_stale { crate::documents::elements::gone(element.target) } else { error })
    }

    /// The documents of a tab that have a page script, without the element's own and those around it.
    fn beside(&self, own: &FrameDocument, around: &[(FrameDocument, u32)]) -> Vec<FrameDocument> {
        let is_around = |document: DocumentId| {
            own.document == document || around.iter().any(|(place, _)| place.document == document)
        };
        self.access.read(|world| {
            let frames = world.frames.in_tab(own.tab);
            let beside = frames.filter(|(_, frame)| frame.script_world.is_some() && !is_around(frame.document));
            beside.map(|(id, frame)| FrameDocument::of(id, frame)).collect()
        })
    }

    /// Ends [`Self::arm`] and says whether the events went where they should.
    ///
    /// The numbers are of the fields that took some of the keys too.
    pub(crate) async fn disarm(
        &self,
        element: &Element,
        armed: Vec<FrameDocument>,
        taken: &Result<Taken, ActionError>,
    ) -> (Landed, Vec<u32>) {
        let Landing { reached, instead, along, .. } = self.landing(element, armed, taken).await;
        let landed = match (reached, instead) {
            (Some(true) | None, None) => Landed::There,
            (Some(true) | None, Some(who)) => Landed::Partly(who),
            (Some(false), who) => Landed::Elsewhere(who),
        };
        (landed, along)
    }

    /// As [`Self::disarm`], with everything that is known.
    pub(crate) async fn landing(
        &self,
        element: &Element,
        armed: Vec<FrameDocument>,
        taken: &Result<Taken, ActionError>,
    ) -> Landing {
        if matches!(taken, Ok(Taken::Dialog)) {
            self.later(armed.iter());
            return Landing::default();
        }
        let asked =
            join_all(armed.iter().map(|place| self.pages.ask(place, &PageCommand::Disarm {}, DISARMED_WITHIN))).await;
        let mut landing = Landing::default();
        for (place, answer) in armed.iter().zip(asked) {
            let disarmed = match answer {
                Ok(PageReply::Disarmed(disarmed)) => disarmed,
                Ok(_) => continue,
                // A document that is gone took the event with it; one that does not answer is disarmed later.
                Err(error) => {
                    self.not_disarmed(place, &error).await;
                    continue;
                }
            };
            self.add(&mut landing, element, place, disarmed);
        }
        landing
    }

    pub(crate) fn add(&self, landing: &mut Landing, element: &Element, place: &FrameDocument, disarmed: Disarmed) {
        let Disarmed { hit, clicked, instead, covered, along } = disarmed;
        if place.document == element.place.document {
            landing.reached = Some(hit == Some(true));
            landing.clicked = clicked;
            landing.along = along;
        }
        if landing.instead.is_none()
            && let Some(instead) = instead
        {
            landing.instead = Some(self.elements.name_of(place, &instead));
            // In a document beside, which has no element of its own to move.
            landing.covered = covered || hit.is_some() && place.document != element.place.document;
        }
    }

    pub(crate) async fn not_disarmed(&self, place: &FrameDocument, error: &ActionError) {
        if error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place) {
            self.pages.stop_script_if_hung(&place.session).await;
        }
        self.later([place].into_iter());
    }

    pub(crate) fn later<'a>(&self, places: impl Iterator<Item = &'a FrameDocument>) {
        let mut waiting = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(places.map(|place| place.document));
    }

    /// Documents that could not be disarmed when it was time.
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

/// Where the events of an action went. Those that would have gone elsewhere were kept back.
#[derive(Debug)]
pub(crate) enum Landed {
    There,
    /// The first ones there, later ones would have gone to this.
    Partly(String),
    /// Nothing reached the element; this would have taken it.
    Elsewhere(Option<String>),
}

/// Where the events of a press went, in full.
#[derive(Debug, Default)]
pub(crate) struct Landing {
    /// `None` when the element's document cannot say any more.
    reached: Option<bool>,
    clicked: bool,
    instead: Option<String>,
    /// The element stayed where it was, so what is `instead` lies over it.
    covered: bool,
    along: Vec<u32>,
}

impl Landing {
    /// What [`Self::judged`] has to say, as the end of a sentence.
    pub(crate) fn noted(self, element: &Element) -> Result<String, ActionError> {
        Ok(self.judged(element)?.map(|note| format!("; {note}")).unwrap_or_default())
    }

    /// What it means for a click: a note, or an error when the element did not get it.
    pub(crate) fn judged(self, element: &Element) -> Result<Option<String>, ActionError> {
        let Self { reached, clicked, instead, covered, along: _ } = self;
        let target = element.target;
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
                Err(ActionError::PartlyDone(text))
            }
        }
    }
}

pub(crate) fn moved(element: &Element, instead: Option<String>) -> ActionError {
    let who =
        instead.map_or_else(|| "nothing was there to take it".to_owned(), |who| format!("{who} would have taken it"));
    let text =
        format!("{} moved away from the input: {who}, so nothing was done; look at the page again", element.target);
    ActionError::Failed(FailCode::TargetMoved, text)
}

const DISARMED_WITHIN: Duration = Duration::from_secs(2);
/// Documents beside the element's own are not waited for longer.
const BESIDE_WITHIN: Duration = Duration::from_millis(500);
