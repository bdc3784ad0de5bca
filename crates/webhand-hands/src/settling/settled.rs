//! The end of a press in one call to the page script: disarm, wait until the document is quiet, take a snapshot.
//!
//! Invariant: the answer counts only if nothing has begun that the page script cannot know of, such as a navigation;
//! otherwise `settle.rs` waits and a separate look follows.

use std::sync::PoisonError;

use webhand_model::{DocumentId, FailCode};
use webhand_wire::{Busy, PageSnapshot, Reaction, Settled, Settling};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::looking::frames::{Extent, looking};
use crate::pointing::arming::Landing;
use crate::settling::Settler;
use crate::settling::settle::{MUTATING_AT_MOST, SettleState, Watch, is_network_idle};

/// How the wait after an action ended, with the snapshot that the page script took in the same call.
#[derive(Debug)]
pub(crate) struct SettledPage {
    pub(crate) state: SettleState,
    pub(crate) reaction: Reaction,
    /// By what the page still shows that it is busy.
    pub(crate) busy: Option<Busy>,
    /// Nothing can have changed since the last look.
    pub(crate) same: bool,
    pub(crate) seen: Option<Seen>,
}

impl From<SettleState> for SettledPage {
    fn from(state: SettleState) -> Self {
        Self { state, reaction: Reaction::None, busy: None, same: false, seen: None }
    }
}

impl SettledPage {
    /// Whether the page shows that it is busy, and the time for that is not over.
    pub(crate) fn is_at_work(&self) -> bool {
        self.busy.is_some_and(|busy| !busy.outlasted)
    }
}

/// Whether the page script also takes a snapshot of the settled page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookAfter {
    Yes,
    No,
}

/// A snapshot of a document that is the only one of its tab.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) document: DocumentId,
    pub(crate) extent: Extent,
    /// No script of the page has run since the press, so its event listeners are the same as before.
    pub(crate) idle: bool,
    pub(crate) snapshot: PageSnapshot,
}

impl Seen {
    pub(crate) fn of(document: DocumentId, extent: Extent, settled: Settled) -> Option<Self> {
        // Elements that only the browser can describe need the usual look, which queries the browser.
        let snapshot = settled.seen.filter(|seen| seen.suspects.is_none() && seen.speakers.is_none())?;
        Some(Self { document, extent, idle: settled.reaction == Reaction::Impossible, snapshot })
    }
}

impl Settler {
    /// How much of the page the snapshot after an action covers; `None` if there is no earlier look to compare it with,
    /// or if the tab has several documents.
    pub(crate) fn look_extent(&self, watch: &Watch, top: &FrameDocument) -> Option<Extent> {
        let is_alone = self.access.read(|world| world.frames.in_tab(top.tab).count() == 1);
        if !is_alone {
            return None;
        }
        // A new page is not compared with the page before.
        if Some(top.document) != watch.document {
            return Some(Extent::Near);
        }
        self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Extent::of)
    }

    /// Whether one call to the element's document is enough to end a press: the tab has no other document, and the
    /// network is idle.
    pub(crate) fn can_conclude(&self, element: &Element, armed: &[FrameDocument], watch: &Watch) -> bool {
        armed.len() == 1
            && watch.document == Some(element.place.document)
            && self.access.read(|world| is_network_idle(world, watch))
    }

    /// Ends a press that was sent. The note says which events were blocked, if any.
    pub(crate) async fn conclude_press(
        &self,
        element: &Element,
        watch: &Watch,
    ) -> Result<(String, SettledPage), ActionError> {
        let place = &element.place;
        let extent = self.look_extent(watch, place);
        let moment = self.moment();
        let settling = self.settling_command(watch, place.tab, MUTATING_AT_MOST);
        let settling = Settling { disarm: true, look: extent.map(looking), ..settling };
        let answer = self.ask_settling(place, &settling, MUTATING_AT_MOST).await;
        self.apply_conclusion(element, watch, PressBaseline { extent, moment }, answer).await
    }

    /// Handles the answer to the call that ends a press.
    pub(crate) async fn apply_conclusion(
        &self,
        element: &Element,
        watch: &Watch,
        PressBaseline { extent, moment }: PressBaseline,
        answer: Result<Settled, ActionError>,
    ) -> Result<(String, SettledPage), ActionError> {
        let place = &element.place;
        let mut settled = match answer {
            Ok(settled) => settled,
            // A document that is gone has nothing to report; one that does not answer is disarmed later.
            Err(error) => {
                self.arming.handle_disarm_failure(place, &error).await;
                let hangs = error.code() == Some(FailCode::TimedOut) && !self.pages.is_leaving(place);
                let page = if hangs {
                    SettleState::TimedOut.into()
                } else {
                    self.wait_until_settled(watch, LookAfter::Yes).await
                };
                return Ok((String::new(), page));
            }
        };
        let note = self.check_landing(element, &mut settled)?;
        self.wait_for_received_events().await;
        let is_at_work = settled.busy.is_some_and(|busy| !busy.outlasted);
        let page = if !is_at_work && self.moment() == moment && self.access.read(|world| is_network_idle(world, watch))
        {
            SettledPage {
                state: SettleState::of(&settled),
                reaction: settled.reaction,
                busy: settled.busy,
                same: settled.same,
                seen: extent.and_then(|extent| Seen::of(place.document, extent, settled)),
            }
        } else {
            self.wait_until_settled(&watch.clone().after_early_end(), LookAfter::Yes).await
        };
        Ok((note, page))
    }

    /// Checks by the report of the element's own document whether the press reached the element.
    pub(crate) fn check_landing(&self, element: &Element, settled: &mut Settled) -> Result<String, ActionError> {
        let mut landing = Landing::default();
        if let Some(disarmed) = settled.disarmed.take() {
            self.arming.add_report(&mut landing, element, &element.place, disarmed);
        }
        landing.click_note(element)
    }
}

/// The state at the time when the call that ends a press was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PressBaseline {
    pub(crate) extent: Option<Extent>,
    pub(crate) moment: u64,
}
