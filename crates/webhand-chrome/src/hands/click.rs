//! Clicking and hovering.

use webhand_model::{Outcome, Ref};

use super::Hands;
use super::element::Element;
use super::pointer::{Press, Spot};
use crate::cdp::protocol::MouseEvent;
use crate::trouble::Trouble;

impl Hands {
    pub(super) async fn click(&self, target: Ref, press: Press) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let (spot, note) = self.click_noticing(&element, press).await?;
        let verb = if press.count == 2 { "double-clicked" } else { "clicked" };
        let note = note.map(|note| format!("; {note}")).unwrap_or_default();
        let mut outcome = self.settled(&watch, format!("{verb} {}{note}", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    /// Clicks an element and makes sure that it, and nothing else, got the click.
    pub(super) async fn click_element(&self, element: &Element, press: Press) -> Result<Spot, Trouble> {
        self.click_noticing(element, press).await.map(|(spot, _)| spot)
    }

    async fn click_noticing(&self, element: &Element, press: Press) -> Result<(Spot, Option<String>), Trouble> {
        let spot = self.aim(element).await?;
        let note = self.press_on(element, (spot.x, spot.y), press).await?;
        Ok((spot, note))
    }

    /// Presses the mouse at a point of an element; a note tells when not all of it got through.
    async fn press_on(&self, element: &Element, at: (f64, f64), press: Press) -> Result<Option<String>, Trouble> {
        let tab = element.place.tab;
        let (_, session) = self.current()?;
        let armed = self.arm(element).await?;
        self.touch(tab);
        let taken = self.press_mouse(tab, &session, at, press).await;
        let landing = self.landing(element, armed, &taken).await;
        taken?;
        landing.judged(element)
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

    pub(super) async fn click_at(&self, at: (f64, f64), press: Press) -> Result<Outcome, Trouble> {
        let element = self.judged_element(at).await?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let note = self.press_on(&element, at, press).await?;
        let note = note.map(|note| format!("; {note}")).unwrap_or_default();
        Ok(self.settled(&watch, format!("clicked at {:.0}, {:.0}{note}", at.0, at.1)).await)
    }
}
