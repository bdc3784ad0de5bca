//! Dragging: with the mouse alone, or as a drag of the browser's own kind when the page begins one.
//!
//! A drag of the browser's own kind (`dragstart` … `drop`) would be handed to the desktop; it is intercepted, and its
//! data go back to the page with every step.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, Point as Pixel, Ref, TabId};
use webhand_wire::{PageCommand, PageReply, Purpose};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{DragData, DragEvent, DragStep, MouseButton, MouseEvent, MouseStep, SessionId};
use crate::pointing::Gestures;
use crate::pointing::mouse::{Spot, Taken};

pub(crate) type Point = (f64, f64);

impl Gestures {
    pub(crate) async fn drag(&self, from: Ref, to: Ref) -> Result<Outcome, ActionError> {
        let (from, to) = (self.elements.element(from)?, self.elements.element(to)?);
        let watch = self.settler.watch(from.place.tab);
        let target = self.mouse.aim_for(&to, Purpose::Drop).await?;
        let start = self.mouse.aim(&from).await?;
        // Scrolling one of them into view may have moved the other.
        let end = self.mouse.aim_for(&to, Purpose::Drop).await?;
        if (end.x, end.y) != (target.x, target.y) && self.mouse.aim(&from).await?.bounds != start.bounds {
            let text = format!(
                "{} and {} do not fit into view together; scroll or zoom so that both are seen",
                from.target, to.target
            );
            return Err(ActionError::failed(FailCode::NotVisible, text));
        }
        let end = freed(end, &start);
        let goal = Goal {
            at: (end.x, end.y),
            past: past_the_middle((start.x, start.y), &end),
            via: around_the_corner((start.x, start.y), (end.x, end.y)),
            inner: Some((to.place.session.clone(), end.own)),
        };
        self.pull(&from, (start.x, start.y), &goal).await?;
        let mut outcome = self.settler.settled(&watch, format!("dragged {} onto {}", from.called, to.called)).await;
        outcome.bounds = Some(end.bounds);
        Ok(outcome)
    }

    /// Drags from one place of the last picture over others to the one where it is let go.
    pub(crate) async fn drag_at(&self, from: Pixel, via: &[Pixel], to: Pixel) -> Result<Outcome, ActionError> {
        let (element, begin) = self.points.judged_element(Some((from.x, from.y))).await?;
        let watch = self.settler.watch(element.place.tab);
        let scale = self.points.pictured().scale;
        let in_view = |at: &Pixel| (begin.0 + (at.x - from.x) / scale, begin.1 + (at.y - from.y) / scale);
        let (via, end) = (via.iter().map(in_view).collect(), in_view(&to));
        self.pull(&element, begin, &Goal { at: end, past: end, via, inner: None }).await?;
        let text = format!("dragged from {:.0}, {:.0} to {:.0}, {:.0}", from.x, from.y, to.x, to.y);
        Ok(self.settler.settled(&watch, text).await)
    }

    /// Takes hold of an element at one point and lets go of it at another.
    async fn pull(&self, element: &Element, from: Point, to: &Goal) -> Result<Taken, ActionError> {
        let tab = element.place.tab;
        let (_, session) = self.access.current()?;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.drag = None;
            }
        });
        self.held_input.intercept_drags(&element.place, &session, true).await;
        let pulled = self.pull_intercepted(element, &session, from, to).await;
        self.held_input.intercept_drags(&element.place, &session, false).await;
        pulled
    }

    async fn pull_intercepted(
        &self,
        element: &Element,
        session: &SessionId,
        from: Point,
        to: &Goal,
    ) -> Result<Taken, ActionError> {
        let tab = element.place.tab;
        if self.take_hold(element, session, from).await? == Taken::Dialog {
            return Ok(Taken::Dialog);
        }
        // Pages and the browser itself take it for a drag only after some pixels.
        let next = *to.via.first().unwrap_or(&to.past);
        let first = toward(from, next, BEGIN);
        for at in [toward(from, next, BEGIN / 2.0), first] {
            if self.mouse.mouse(tab, session, held_at(at)).await? == Taken::Dialog {
                return Ok(Taken::Dialog);
            }
        }
        let dragged = match self.pages.ask(&element.place, &PageCommand::Dragging {}, CALLED_WITHIN).await {
            Ok(PageReply::Has { has: true }) => {
                self.access.until(INTERCEPTED_WITHIN, |world| world.tabs.get(tab)?.drag.clone()).await
            }
            // Whatever keeps the page from telling, the mouse can still let go.
            _ => None,
        };
        match dragged {
            Some(data) => {
                let dropped = self.drop_at(tab, session, &data, first, to).await?;
                self.held_input.release_noted();
                Ok(dropped)
            }
            None => self.let_go_at(tab, session, first, to).await,
        }
    }

    /// Presses the mouse where only this element can take it.
    pub(crate) async fn take_hold(
        &self,
        element: &Element,
        session: &SessionId,
        at: Point,
    ) -> Result<Taken, ActionError> {
        let tab = element.place.tab;
        let moved =
            MouseEvent { kind: MouseStep::Moved, x: at.0, y: at.1, button: MouseButton::None, ..MouseEvent::default() };
        let pressed = event(MouseStep::Pressed, at, 1);
        let armed = self.arming.arm(element).await?;
        self.access.touch(tab);
        let taken = match self.mouse.mouse(tab, session, moved).await {
            Ok(Taken::Yes) => self.mouse.mouse(tab, session, pressed).await,
            other => other,
        };
        let landed = self.arming.landing(element, armed, &taken).await.judged(element);
        if landed.is_err()
            && let Ok(armed) = self.arming.arm(element).await
        {
            // The button must come up again, and nobody may take that for a click.
            let released = self.mouse.mouse(tab, session, event(MouseStep::Released, at, 0)).await;
            self.arming.landing(element, armed, &released).await;
        }
        let taken = taken?;
        landed.map(|_| taken)
    }

    /// Moves in several steps, because pages look at the way and not only at its ends.
    async fn let_go_at(&self, tab: TabId, session: &SessionId, from: Point, to: &Goal) -> Result<Taken, ActionError> {
        let mut events: Vec<MouseEvent> = to.way_from(from, to.past).map(held_at).collect();
        // Once more: the first move over a target only enters it.
        events.push(held_at(to.at));
        events.push(event(MouseStep::Released, to.at, 0));
        for event in events {
            if self.mouse.mouse(tab, session, event).await? == Taken::Dialog {
                return Ok(Taken::Dialog);
            }
        }
        Ok(Taken::Yes)
    }

    /// Carries what is dragged over the page and drops it. A frame of another process has to be told of it apart.
    async fn drop_at(
        &self,
        tab: TabId,
        session: &SessionId,
        data: &DragData,
        from: Point,
        to: &Goal,
    ) -> Result<Taken, ActionError> {
        let drag = |kind: DragStep, (x, y): Point| DragEvent { kind, x, y, data: data.clone() };
        let mut events = vec![(session, drag(DragStep::Enter, from))];
        events.extend(to.way_from(from, to.at).map(|at| (session, drag(DragStep::Over, at))));
        let mut last = (session, to.at);
        if let Some((inner, at)) = to.inner.as_ref().filter(|(inner, _)| inner != session) {
            events.push((inner, drag(DragStep::Enter, *at)));
            last = (inner, *at);
        }
        events.extend([(last.0, drag(DragStep::Over, last.1)), (last.0, drag(DragStep::Drop, last.1))]);
        for (session, event) in &events {
            if self.send_drag(tab, session, event).await? == Taken::Dialog {
                return Ok(Taken::Dialog);
            }
        }
        Ok(Taken::Yes)
    }

    /// One step of what is dragged.
    pub(crate) async fn drag_event(
        &self,
        tab: TabId,
        session: &SessionId,
        kind: DragStep,
        data: &DragData,
        (x, y): Point,
    ) -> Result<Taken, ActionError> {
        self.send_drag(tab, session, &DragEvent { kind, x, y, data: data.clone() }).await
    }

    async fn send_drag(&self, tab: TabId, session: &SessionId, event: &DragEvent) -> Result<Taken, ActionError> {
        let drags = self.access.driver().drags().ok_or_else(|| ActionError::lacking("drag by itself"))?;
        match self.access.call(tab, session, drags.drag(session, event, CALLED_WITHIN)).await {
            Ok(()) | Err(CallError::NavigationHeld) => Ok(Taken::Yes),
            Err(CallError::DialogOpen) => Ok(Taken::Dialog),
            Err(CallError::Driver(error)) => Err(ActionError::after_sending(error, "the drag")),
        }
    }
}

/// Where something is dragged to.
struct Goal {
    at: Point,
    /// How far the mouse goes before it comes back there.
    past: Point,
    /// Where it comes by.
    via: Vec<Point>,
    /// The session of the target's own process, and the point as that one counts.
    inner: Option<(SessionId, Point)>,
}

impl Goal {
    /// All steps over the places on the way to the end.
    fn way_from(&self, from: Point, end: Point) -> impl Iterator<Item = Point> {
        let starts = [from].into_iter().chain(self.via.iter().copied());
        starts.zip(self.via.iter().copied().chain([end])).flat_map(|(from, to)| way(from, to))
    }
}

/// First up or down, then across: grids that are sorted by dragging make room by the direction of the mouse, and one that
/// moves down and to the left at once tells them two things.
fn around_the_corner(from: Point, to: Point) -> Vec<Point> {
    let is_slanted = (to.0 - from.0).abs() > BEGIN && (to.1 - from.1).abs() > BEGIN;
    if is_slanted { vec![(from.0, to.1), to] } else { Vec::new() }
}

/// A few pixels further than the point that was aimed at: lists that are sorted by dragging make room only when the
/// middle of an item has been passed, and what is dragged onto itself is to be moved at all.
fn past_the_middle(from: Point, target: &Spot) -> Point {
    let [left, top, width, height] = target.bounds.map(f64::from);
    let (across, down) = match (target.x - from.0, target.y - from.1) {
        (across, down) if across.hypot(down) < 1.0 => ((left + width / 2.0 - target.x).signum(), 0.0),
        way => way,
    };
    let part = PAST.min(width.min(height) / 4.0) / across.hypot(down).max(1.0);
    let (x, y) = (target.x + across * part, target.y + down * part);
    let is_inside = x > left && x < left + width && y > top && y < top + height;
    if is_inside { (x, y) } else { (target.x, target.y) }
}

/// What is dragged leaves its place: where it alone lies over the middle of the goal, the middle is free.
fn freed(goal: Spot, dragged: &Spot) -> Spot {
    let [left, top, width, height] = goal.bounds.map(f64::from);
    let (x, y) = (left + width / 2.0, top + height / 2.0);
    let [left, top, width, height] = dragged.bounds.map(f64::from);
    if x <= left || x >= left + width || y <= top || y >= top + height {
        return goal;
    }
    Spot { x, y, own: (goal.own.0 + x - goal.x, goal.own.1 + y - goal.y), ..goal }
}

pub(crate) fn event(kind: MouseStep, (x, y): Point, buttons: u8) -> MouseEvent {
    MouseEvent { kind, x, y, button: MouseButton::Left, buttons, click_count: 1, modifiers: 0 }
}

pub(crate) fn held_at(at: Point) -> MouseEvent {
    MouseEvent { click_count: 0, ..event(MouseStep::Moved, at, 1) }
}

pub(crate) fn way(from: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=STEPS).map(move |step| {
        let part = f64::from(step) / f64::from(STEPS);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    })
}

/// So many pixels on the way, or half of it when it is short.
fn toward(from: Point, to: Point, pixels: f64) -> Point {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let part = (pixels / across.hypot(down).max(1.0)).min(0.5);
    (from.0 + across * part, from.1 + down * part)
}

const STEPS: u32 = 8;
/// Beyond what any browser or page takes for a shaky hand.
const BEGIN: f64 = 12.0;
/// A hand does not stop exactly in the middle either.
const PAST: f64 = 5.0;
pub(crate) const INTERCEPTED_WITHIN: Duration = Duration::from_secs(1);
