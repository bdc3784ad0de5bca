//! Clicking, hovering and dragging.

use webhand_model::{FailCode, Outcome, Ref};

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
