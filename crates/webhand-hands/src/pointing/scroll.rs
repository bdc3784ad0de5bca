//! Scrolls an element or the page and reports where it ended.
//!
//! The page script sets the scroll offset. Where that moves nothing, the mouse wheel is turned instead.

use webhand_model::{Direction, Outcome, Ref, TabId};
use webhand_wire::{PageCommand, PageReply, ScrollDirection, Scrolled};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, refused};
use crate::driver::WheelEvent;
use crate::pointing::Gestures;

impl Gestures {
    pub(crate) async fn scroll(
        &self,
        target: Option<Ref>,
        direction: Direction,
        amount: Option<f64>,
    ) -> Result<Outcome, ActionError> {
        let element = target.map(|target| self.elements.element(target)).transpose()?;
        self.scroll_around(element, direction, amount).await
    }

    /// Scrolls the element at a point of the last picture.
    pub(crate) async fn scroll_at(
        &self,
        at: (f64, f64),
        direction: Direction,
        amount: Option<f64>,
    ) -> Result<Outcome, ActionError> {
        let (element, _) = self.points.element_in_picture(Some(at)).await?;
        self.scroll_around(Some(element), direction, amount).await
    }

    async fn scroll_around(
        &self,
        element: Option<Element>,
        direction: Direction,
        amount: Option<f64>,
    ) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let (tab, _) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        let command = PageCommand::Scroll {
            node: element.as_ref().map(|element| element.node),
            direction: scroll_direction(direction),
            amount: amount.map(f64::abs),
        };
        let reply = match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                self.elements.ask_about(element, &command).await?
            }
            None => self.pages.ask(&self.pages.page()?, &command, CALLED_WITHIN).await?,
        };
        let PageReply::Scrolled(scrolled) = reply else { return Err(refused(reply)) };
        if !needs_wheel(direction, scrolled) {
            return Ok(self.settler.settled(&watch, render_position(direction, scrolled)).await);
        }
        self.turn_wheel(element.as_ref(), direction, amount).await?;
        let text = "nothing there has a scroll bar; turned the wheel over it instead: look whether it moved";
        Ok(self.settler.settled(&watch, text).await)
    }

    /// Turns the mouse wheel, for content that scrolls by its own script: maps, custom lists, drawings.
    async fn turn_wheel(
        &self,
        element: Option<&Element>,
        direction: Direction,
        amount: Option<f64>,
    ) -> Result<(), ActionError> {
        let (tab, session) = self.access.current()?;
        let (x, y) = match element {
            Some(element) => self.mouse.aim(element).await.map(|spot| (spot.x, spot.y))?,
            None => self.middle(tab).await?,
        };
        let turn = amount.map_or(TURN, f64::abs);
        let (delta_x, delta_y) = match direction {
            Direction::Up => (0.0, -turn),
            Direction::Down => (0.0, turn),
            Direction::Left => (-turn, 0.0),
            Direction::Right => (turn, 0.0),
            Direction::Top => (0.0, -FAR),
            Direction::Bottom => (0.0, FAR),
        };
        let turned = WheelEvent { x, y, delta_x, delta_y };
        let turned = self.access.driver().input().wheel(&session, turned, CALLED_WITHIN);
        match self.access.call(tab, &session, turned).await {
            Ok(()) | Err(CallError::DialogOpen | CallError::NavigationHeld) => Ok(()),
            Err(CallError::Driver(error)) => Err(ActionError::after_sending(error, "the turn of the wheel")),
        }
    }

    /// The middle of the viewport.
    async fn middle(&self, tab: TabId) -> Result<(f64, f64), ActionError> {
        let (_, session) = self.access.current()?;
        let layout = self.access.driver().pictures().layout(&session, CALLED_WITHIN);
        let view = match self.access.call(tab, &session, layout).await {
            Ok(layout) => layout,
            Err(CallError::Driver(error)) => return Err(error.into()),
            Err(CallError::DialogOpen | CallError::NavigationHeld) => {
                return self.access.unblocked().map(|()| (0.0, 0.0));
            }
        };
        Ok((view.client_width / 2.0, view.client_height / 2.0))
    }
}

/// Whether the scroll offset has no effect: nothing has a scroll bar, or a script resets the offset.
fn needs_wheel(direction: Direction, scrolled: Scrolled) -> bool {
    let Scrolled { moved, position, max, .. } = scrolled;
    max <= 0.0 || (!moved && !is_end(direction, position, max))
}

fn scroll_direction(direction: Direction) -> ScrollDirection {
    match direction {
        Direction::Up => ScrollDirection::Up,
        Direction::Down => ScrollDirection::Down,
        Direction::Left => ScrollDirection::Left,
        Direction::Right => ScrollDirection::Right,
        Direction::Top => ScrollDirection::Top,
        Direction::Bottom => ScrollDirection::Bottom,
    }
}

/// `scrolled to 1,240 of 5,000 px (25 %), 5 screens left`.
fn render_position(direction: Direction, scrolled: Scrolled) -> String {
    let Scrolled { moved, position, max, visible } = scrolled;
    let end = match direction {
        Direction::Up | Direction::Top => "at the top",
        Direction::Down | Direction::Bottom => "at the bottom",
        Direction::Left => "at the left end",
        Direction::Right => "at the right end",
    };
    if !moved {
        return format!("already {end}");
    }
    let percent = (position / max * 100.0).clamp(0.0, 100.0);
    let arrived = if is_end(direction, position, max) {
        format!(", now {end}")
    } else {
        render_remaining(direction, position, max, visible)
    };
    format!("scrolled to {} of {} px ({percent:.0} %){arrived}", grouped(position), grouped(max))
}

/// `, 3 screens left`.
fn render_remaining(direction: Direction, position: f64, max: f64, visible: f64) -> String {
    let distance = match direction {
        Direction::Up | Direction::Top | Direction::Left => position,
        Direction::Down | Direction::Bottom | Direction::Right => max - position,
    };
    let screens = (distance / visible.max(1.0)).ceil();
    let noun = if screens > 1.0 { "screens" } else { "screen" };
    format!(", {} {noun} left", grouped(screens))
}

fn is_end(direction: Direction, position: f64, max: f64) -> bool {
    match direction {
        Direction::Up | Direction::Top | Direction::Left => position <= 1.0,
        Direction::Down | Direction::Bottom | Direction::Right => position >= max - 1.0,
    }
}

/// `1,240`.
fn grouped(length: f64) -> String {
    let digits = format!("{:.0}", length.max(0.0));
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many pixels one turn of the wheel scrolls by default.
const TURN: f64 = 400.0;
/// How many pixels a turn of the wheel scrolls to reach any end.
const FAR: f64 = 100_000.0;

#[cfg(test)]
mod tests;
