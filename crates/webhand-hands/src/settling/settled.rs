//! The end of an action in one question to the page: where its events went, that it has come to rest, and what there is to
//! see then.
//!
//! Invariant: the answer counts only where nothing has begun that the page cannot know of; otherwise it is waited for and
//! looked at as usual.

use std::sync::PoisonError;

use webhand_model::{DocumentId, FailCode};
use webhand_wire::{PageSnapshot, Reaction, Settled, Settling};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::looking::frames::{Extent, looking};
use crate::pointing::arming::Landing;
use crate::settling::Settler;
use crate::settling::settle::{MUTATING_AT_MOST, Rested, Watch, is_still};

/// How waiting for an action ended, and what was seen in the same breath.
#[derive(Debug)]
pub(crate) struct Calm {
    pub(crate) rested: Rested,
    pub(crate) reaction: Reaction,
    /// There is nothing else to see than at the last look.
    pub(crate) same: bool,
    pub(crate) seen: Option<Seen>,
}

impl From<Rested> for Calm {
    fn from(rested: Rested) -> Self {
        Self { rested, reaction: Reaction::None, same: false, seen: None }
    }
}

/// Whether what there is to see is wanted too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    Yes,
    No,
}

/// A look at a document that is the only one of its tab.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) document: DocumentId,
    pub(crate) extent: Extent,
    /// No script of the page has run since the press, so it listens on what it listened on before.
    pub(crate) idle: bool,
    pub(crate) snapshot: PageSnapshot,
}

impl Seen {
    pub(crate) fn of(document: DocumentId, extent: Extent, settled: Settled) -> Option<Self> {
        // What only the browser knows of is asked for by the usual look.
        let snapshot = settled.seen.filter(|seen| seen.suspects.is_none() && seen.speakers.is_none())?;
        Some(Self { document, extent, idle: settled.reaction == Reaction::Impossible, snapshot })
    }
}

impl Settler {
    /// How far the look after an action goes; none where nobody compares it with an earlier one, or where there are
    /// other documents to be looked into.
    pub(crate) fn glimpsed(&self, watch: &Watch, top: &FrameDocument) -> Option<Extent> {
        let is_alone = self.access.read(|world| world.frames.in_tab(top.tab).count() == 1);
        if !is_alone {
            return None;
        }
        // Another page is not compared with the one before, only looked at.
        if Some(top.document) != watch.document {
            return Some(Extent::Near);
        }
        self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Extent::of)
    }

    /// Whether one question to the element's document is enough.
    pub(crate) fn can_conclude(&self, element: &Element, armed: &[FrameDocument], watch: &Watch) -> bool {
        armed.len() == 1
            && watch.document == Some(element.place.document)
            && self.access.read(|world| is_still(world, watch))
    }

    /// Ends a press that was sent: a note tells when not all of it got through.
    pub(crate) async fn conclude(&self, element: &Element, watch: &Watch) -> Result<(String, Calm), ActionError> {
        let place = &element.place;
        let extent = self.glimpsed(watch, place);
        let moment = self.moment();
        let settling = self.settle(watch, place.tab, MUTATING_AT_MOST);
        let settling = Settling { disarm: true, look: extent.map(looking), ..settling };
        let answer = self.ask_settling(place, &settling, MUTATING_AT_MOST).await;
        self.concluded(element, watch, Concluding { extent, moment }, answer).await
    }

    /// What the answer means that ends a press.
    pub(crate) async fn concluded(
        &self,
        element: &Element,
        watch: &Watch,
        Concluding { extent, moment }: Concluding,
        answer: Result<Settled, ActionError>,
    ) -> Result<(String, Calm), ActionError> {
        let place = &element.place;
        let mut settled = match answer {
            Ok(settled) => settled,
            // A document that is gone took the event with it; one that does not answer is disarmed later.
            Err(error) => {
                self.arming.not_disarmed(place, &error).await;
                let hangs = error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place);
                let calm = if hangs { Rested::No.into() } else { self.calm_down(watch, Looks::Yes).await };
                return Ok((String::new(), calm));
            }
        };
        let note = self.landed(element, &mut settled)?;
        self.caught_up().await;
        let calm = if self.moment() == moment && self.access.read(|world| is_still(world, watch)) {
            Calm {
                rested: Rested::of(&settled),
                reaction: settled.reaction,
                same: settled.same,
                seen: extent.and_then(|extent| Seen::of(place.document, extent, settled)),
            }
        } else {
            self.calm_down(&watch.clone().once_more(), Looks::Yes).await
        };
        Ok((note, calm))
    }

    /// Where the events of a press went, as the element's own document tells.
    pub(crate) fn landed(&self, element: &Element, settled: &mut Settled) -> Result<String, ActionError> {
        let mut landing = Landing::default();
        if let Some(disarmed) = settled.disarmed.take() {
            self.arming.add(&mut landing, element, &element.place, disarmed);
        }
        landing.noted(element)
    }
}

/// How things were when the end of a press was asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Concluding {
    pub(crate) extent: Option<Extent>,
    pub(crate) moment: u64,
}
