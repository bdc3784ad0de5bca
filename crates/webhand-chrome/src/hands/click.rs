//! Clicking, hovering and dragging.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{DocumentId, FailCode, Outcome, Ref};
use webhand_wire::{PageCommand, PageReply};

use super::Hands;
use super::element::Element;
use super::place::{CALLED_WITHIN, Place};
use super::pointer::{Press, Spot, Taken};
use crate::cdp::protocol::MouseEvent;
use crate::trouble::Trouble;

impl Hands {
    pub(super) async fn click(&self, target: Ref, press: Press) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let spot = self.click_element(&element, press).await?;
        let verb = if press.count == 2 { "double-clicked" } else { "clicked" };
        let mut outcome = self.settled(&watch, format!("{verb} {}", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    /// Clicks an element and makes sure that it, and nothing else, got the click.
    pub(super) async fn click_element(&self, element: &Element, press: Press) -> Result<Spot, Trouble> {
        let tab = element.place.tab;
        let spot = self.aim(element).await?;
        let (_, session) = self.current()?;
        let armed = self.arm(element).await?;
        self.touch(tab);
        let taken = self.press_mouse(tab, &session, (spot.x, spot.y), press).await;
        let landed = self.disarm(element, armed, &taken).await;
        taken?;
        match landed {
            // A page may react to the press by putting something else under the release.
            Landed::There | Landed::Partly(_) => Ok(spot),
            Landed::Elsewhere(who) => Err(moved(element, who)),
        }
    }

    /// From now on events reach the element or nothing, in its own document and in those around it.
    pub(super) async fn arm(&self, element: &Element) -> Result<Vec<Place>, Trouble> {
        let mut armed = vec![element.place.clone()];
        self.ask_about(element, &PageCommand::Arm { node: element.node }).await?;
        let mut frame = element.place.frame.clone();
        while let Some((parent, node)) = self.owner(&frame).await? {
            self.ask(&parent, &PageCommand::Arm { node }, CALLED_WITHIN).await?;
            frame = parent.frame.clone();
            armed.push(parent);
        }
        Ok(armed)
    }

    /// Ends [`Self::arm`] and says whether the events went where they should.
    pub(super) async fn disarm(&self, element: &Element, armed: Vec<Place>, taken: &Result<Taken, Trouble>) -> Landed {
        if matches!(taken, Ok(Taken::Dialog)) {
            let mut waiting = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.extend(armed.iter().map(|place| place.document));
            return Landed::There;
        }
        let mut reached = None;
        let mut who = None;
        for place in armed {
            let (hit, instead) = match self.ask(&place, &PageCommand::Disarm {}, DISARMED_WITHIN).await {
                Ok(PageReply::Disarmed { hit, instead }) => (hit, instead),
                Ok(_) => continue,
                // A document that is gone took the event with it; one that does not answer is disarmed later.
                Err(trouble) => {
                    self.not_disarmed(&place, &trouble).await;
                    continue;
                }
            };
            if place.document == element.place.document {
                reached = Some(hit == Some(true));
            }
            who = who.or(instead.map(|instead| self.name_of(&place, &instead)));
        }
        match (reached, who) {
            (Some(true) | None, None) => Landed::There,
            (Some(true) | None, Some(who)) => Landed::Partly(who),
            (Some(false), who) => Landed::Elsewhere(who),
        }
    }

    async fn not_disarmed(&self, place: &Place, trouble: &Trouble) {
        if trouble.code() == Some(FailCode::TimedOut) && !self.is_leaving(place) {
            self.free(&place.session).await;
        }
        self.armed.lock().unwrap_or_else(PoisonError::into_inner).push(place.document);
    }

    /// Documents that could not be disarmed when it was time.
    pub(super) async fn disarm_late(&self) {
        let waiting: Vec<DocumentId> = std::mem::take(&mut *self.armed.lock().unwrap_or_else(PoisonError::into_inner));
        for document in waiting {
            let place = self.read(|world| world.frames.showing(document).map(|(id, frame)| Place::of(id, frame)));
            if let Some(place) = place {
                // A document that is gone needs nothing.
                let _ = self.ask(&place, &PageCommand::Disarm {}, DISARMED_WITHIN).await;
            }
        }
    }

    pub(super) async fn hover(&self, target: Ref) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let (tab, session) = self.current()?;
        let mut watch = self.watch(tab);
        watch.inner = Some(element.place.clone());
        let spot = self.aim(&element).await?;
        self.touch(tab);
        let moved = MouseEvent { kind: "mouseMoved", x: spot.x, y: spot.y, button: "none", ..MouseEvent::default() };
        self.mouse(tab, &session, moved).await?;
        let mut outcome = self.settled(&watch, format!("the mouse is over {}", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    pub(super) async fn drag(&self, from: Ref, to: Ref) -> Result<Outcome, Trouble> {
        let (from, to) = (self.element(from)?, self.element(to)?);
        let (tab, session) = self.current()?;
        let watch = self.watch(tab);
        let target = self.aim(&to).await?;
        let start = self.aim(&from).await?;
        // Scrolling one of them into view may have moved the other.
        let end = self.aim(&to).await?;
        if (end.x, end.y) != (target.x, target.y) && self.aim(&from).await?.bounds != start.bounds {
            let text = format!(
                "{} and {} do not fit into view together; scroll or zoom so that both are seen",
                from.target, to.target
            );
            return Err(Trouble::failed(FailCode::NotVisible, text));
        }
        self.touch(tab);
        self.drag_mouse(tab, &session, (start.x, start.y), (end.x, end.y)).await?;
        let mut outcome = self.settled(&watch, format!("dragged {} onto {}", from.called, to.called)).await;
        outcome.bounds = Some(end.bounds);
        Ok(outcome)
    }

    pub(super) async fn click_at(&self, at: (f64, f64), press: Press) -> Result<Outcome, Trouble> {
        self.page()?;
        let (tab, session) = self.current()?;
        let watch = self.watch(tab);
        self.touch(tab);
        self.press_mouse(tab, &session, at, press).await?;
        Ok(self.settled(&watch, format!("clicked at {:.0}, {:.0}", at.0, at.1)).await)
    }

    pub(super) async fn drag_at(&self, from: (f64, f64), to: (f64, f64)) -> Result<Outcome, Trouble> {
        self.page()?;
        let (tab, session) = self.current()?;
        let watch = self.watch(tab);
        self.touch(tab);
        self.drag_mouse(tab, &session, from, to).await?;
        let text = format!("dragged from {:.0}, {:.0} to {:.0}, {:.0}", from.0, from.1, to.0, to.1);
        Ok(self.settled(&watch, text).await)
    }
}

/// Where the events of an action went. Those that would have gone elsewhere were kept back.
#[derive(Debug)]
pub(super) enum Landed {
    There,
    /// The first ones there, later ones would have gone to this.
    Partly(String),
    /// Nothing reached the element; this would have taken it.
    Elsewhere(Option<String>),
}

pub(super) fn moved(element: &Element, instead: Option<String>) -> Trouble {
    let who =
        instead.map_or_else(|| "nothing was there to take it".to_owned(), |who| format!("{who} would have taken it"));
    let text =
        format!("{} moved away from the input: {who}, so nothing was done; look at the page again", element.target);
    Trouble::Failed(FailCode::TargetMoved, text)
}

const DISARMED_WITHIN: Duration = Duration::from_secs(2);
