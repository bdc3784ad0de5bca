//! Drags: with mouse events alone, or as a native drag and drop (`dragstart` … `drop`) when the page begins one.
//!
//! The browser would hand a native drag to the desktop. It is intercepted instead, and its data are sent back to the
//! page with every drag event.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, Point as Pixel, Ref, TabId};
use webhand_wire::{PageCommand, PageReply, Purpose};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{DragData, DragEvent, DragStep, MouseButton, MouseEvent, MouseStep, SessionId};
use crate::pointing::Gestures;
use crate::pointing::mouse::{InputDelivery, Spot};

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
        let end = move_to_free_middle(end, &start);
        let goal = DragGoal {
            at: (end.x, end.y),
            past: overshoot((start.x, start.y), &end),
            via: right_angle_way((start.x, start.y), (end.x, end.y)),
            inner: Some((to.place.session.clone(), end.own)),
        };
        self.run_drag(&from, (start.x, start.y), &goal).await?;
        let mut outcome = self.settler.settled(&watch, format!("dragged {} onto {}", from.called, to.called)).await;
        outcome.bounds = Some(end.bounds);
        Ok(outcome)
    }

    /// Drags from one point of the last picture through `via` to the point of the drop.
    pub(crate) async fn drag_at(&self, from: Pixel, via: &[Pixel], to: Pixel) -> Result<Outcome, ActionError> {
        let (element, begin) = self.points.judged_element(Some((from.x, from.y))).await?;
        let watch = self.settler.watch(element.place.tab);
        let scale = self.points.pictured().scale;
        let in_view = |at: &Pixel| (begin.0 + (at.x - from.x) / scale, begin.1 + (at.y - from.y) / scale);
        let (via, end) = (via.iter().map(in_view).collect(), in_view(&to));
        self.run_drag(&element, begin, &DragGoal { at: end, past: end, via, inner: None }).await?;
        let text = format!("dragged from {:.0}, {:.0} to {:.0}, {:.0}", from.x, from.y, to.x, to.y);
        Ok(self.settler.settled(&watch, text).await)
    }

    /// Presses the mouse on an element and releases it at the goal, with native drags intercepted meanwhile.
    async fn run_drag(&self, element: &Element, from: Point, to: &DragGoal) -> Result<InputDelivery, ActionError> {
        let tab = element.place.tab;
        let (_, session) = self.access.current()?;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.drag = None;
            }
        });
        self.pressed_input.intercept_drags(&element.place, &session, true).await;
        let dragged = self.run_intercepted_drag(element, &session, from, to).await;
        self.pressed_input.intercept_drags(&element.place, &session, false).await;
        dragged
    }

    async fn run_intercepted_drag(
        &self,
        element: &Element,
        session: &SessionId,
        from: Point,
        to: &DragGoal,
    ) -> Result<InputDelivery, ActionError> {
        let tab = element.place.tab;
        if self.press_and_hold(element, session, from).await? == InputDelivery::DialogOpened {
            return Ok(InputDelivery::DialogOpened);
        }
        // Pages and the browser treat a moved press as a drag only after some pixels.
        let next = *to.via.first().unwrap_or(&to.past);
        let first = toward(from, next, BEGIN);
        for at in [toward(from, next, BEGIN / 2.0), first] {
            if self.mouse.mouse(tab, session, held_at(at)).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        let dragged = match self.pages.ask(&element.place, &PageCommand::Dragging {}, CALLED_WITHIN).await {
            Ok(PageReply::Has { has: true }) => {
                self.access.until(INTERCEPTED_WITHIN, |world| world.tabs.get(tab)?.drag.clone()).await
            }
            // Without an answer the mouse button must still be released, so this continues as a drag with the mouse.
            _ => None,
        };
        match dragged {
            Some(data) => {
                let dropped = self.drag_with_events(tab, session, &data, first, to).await?;
                self.pressed_input.note_release();
                Ok(dropped)
            }
            None => self.drag_with_mouse(tab, session, first, to).await,
        }
    }

    /// Presses the mouse button on an armed element and keeps it down; releases it again if the press was blocked.
    pub(crate) async fn press_and_hold(
        &self,
        element: &Element,
        session: &SessionId,
        at: Point,
    ) -> Result<InputDelivery, ActionError> {
        let tab = element.place.tab;
        let moved =
            MouseEvent { kind: MouseStep::Moved, x: at.0, y: at.1, button: MouseButton::None, ..MouseEvent::default() };
        let pressed = left_button_event(MouseStep::Pressed, at, 1);
        let armed = self.arming.arm(element).await?;
        let delivery = match self.mouse.mouse(tab, session, moved).await {
            Ok(InputDelivery::Complete) => self.mouse.mouse(tab, session, pressed).await,
            other => other,
        };
        let landed = self.arming.landing(element, armed, &delivery).await.check_click(element);
        if landed.is_err()
            && let Ok(armed) = self.arming.arm_nothing(element).await
        {
            // The button must come up again without a click on anything, also not on what the element is now.
            let released = self.mouse.mouse(tab, session, left_button_event(MouseStep::Released, at, 0)).await;
            self.arming.landing(element, armed, &released).await;
        }
        let delivery = delivery?;
        landed.map(|_| delivery)
    }

    /// Moves the held mouse in several steps and releases it: pages react to the way, not only to its ends.
    async fn drag_with_mouse(
        &self,
        tab: TabId,
        session: &SessionId,
        from: Point,
        to: &DragGoal,
    ) -> Result<InputDelivery, ActionError> {
        let mut events: Vec<MouseEvent> = to.steps_from(from, to.past).map(held_at).collect();
        // A second move to the goal: the first move over a target only enters it.
        events.push(held_at(to.at));
        events.push(left_button_event(MouseStep::Released, to.at, 0));
        for event in events {
            if self.mouse.mouse(tab, session, event).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// Sends the events of a native drag and its drop. A frame in another process gets events of its own session.
    async fn drag_with_events(
        &self,
        tab: TabId,
        session: &SessionId,
        data: &DragData,
        from: Point,
        to: &DragGoal,
    ) -> Result<InputDelivery, ActionError> {
        let drag = |kind: DragStep, (x, y): Point| DragEvent { kind, x, y, data: data.clone() };
        let mut events = vec![(session, drag(DragStep::Enter, from))];
        events.extend(to.steps_from(from, to.at).map(|at| (session, drag(DragStep::Over, at))));
        let mut last = (session, to.at);
        if let Some((inner, at)) = to.inner.as_ref().filter(|(inner, _)| inner != session) {
            events.push((inner, drag(DragStep::Enter, *at)));
            last = (inner, *at);
        }
        events.extend([(last.0, drag(DragStep::Over, last.1)), (last.0, drag(DragStep::Drop, last.1))]);
        for (session, event) in &events {
            if self.send_drag(tab, session, event).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// Sends one event of a native drag.
    pub(crate) async fn drag_event(
        &self,
        tab: TabId,
        session: &SessionId,
        kind: DragStep,
        data: &DragData,
        (x, y): Point,
    ) -> Result<InputDelivery, ActionError> {
        self.send_drag(tab, session, &DragEvent { kind, x, y, data: data.clone() }).await
    }

    async fn send_drag(
        &self,
        tab: TabId,
        session: &SessionId,
        event: &DragEvent,
    ) -> Result<InputDelivery, ActionError> {
        let drags =
            self.access.driver().drags().ok_or_else(|| ActionError::lacking(self.access.driver(), "drag by itself"))?;
        match self.access.call(tab, session, drags.drag(session, event, CALLED_WITHIN)).await {
            Ok(()) | Err(CallError::NavigationHeld) => Ok(InputDelivery::Complete),
            Err(CallError::DialogOpen) => Ok(InputDelivery::DialogOpened),
            Err(CallError::Driver(error)) => Err(ActionError::after_sending(error, "the drag")),
        }
    }
}

/// Where an element is dragged to.
struct DragGoal {
    at: Point,
    /// How far the mouse moves beyond `at` before it returns there.
    past: Point,
    /// Points on the way.
    via: Vec<Point>,
    /// The session of the target's own process, and the point in the coordinates of that session.
    inner: Option<(SessionId, Point)>,
}

impl DragGoal {
    /// All steps from `from` through [`Self::via`] to `end`.
    fn steps_from(&self, from: Point, end: Point) -> impl Iterator<Item = Point> {
        let starts = [from].into_iter().chain(self.via.iter().copied());
        starts.zip(self.via.iter().copied().chain([end])).flat_map(|(from, to)| line_steps(from, to))
    }
}

/// The way with a right angle, first vertical and then horizontal: a sortable grid makes room by the direction of the
/// mouse, and a diagonal move means two directions at once.
fn right_angle_way(from: Point, to: Point) -> Vec<Point> {
    let is_slanted = (to.0 - from.0).abs() > BEGIN && (to.1 - from.1).abs() > BEGIN;
    if is_slanted { vec![(from.0, to.1), to] } else { Vec::new() }
}

/// A point a few pixels beyond the aimed one: a sortable list makes room only when the mouse has passed the middle of
/// an item, and an element that is dragged onto itself has to be moved at all.
fn overshoot(from: Point, target: &Spot) -> Point {
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

/// The middle of the goal, if the dragged element covers it: that element leaves its place, so the middle becomes free.
fn move_to_free_middle(goal: Spot, dragged: &Spot) -> Spot {
    let [left, top, width, height] = goal.bounds.map(f64::from);
    let (x, y) = (left + width / 2.0, top + height / 2.0);
    let [left, top, width, height] = dragged.bounds.map(f64::from);
    if x <= left || x >= left + width || y <= top || y >= top + height {
        return goal;
    }
    Spot { x, y, own: (goal.own.0 + x - goal.x, goal.own.1 + y - goal.y), ..goal }
}

/// An event of the left mouse button.
pub(crate) fn left_button_event(kind: MouseStep, (x, y): Point, buttons: u8) -> MouseEvent {
    MouseEvent { kind, x, y, button: MouseButton::Left, buttons, click_count: 1, modifiers: 0 }
}

/// A move with the left mouse button down.
pub(crate) fn held_at(at: Point) -> MouseEvent {
    MouseEvent { click_count: 0, ..left_button_event(MouseStep::Moved, at, 1) }
}

/// The points of a straight line, in [`STEPS`] steps.
pub(crate) fn line_steps(from: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=STEPS).map(move |step| {
        let part = f64::from(step) / f64::from(STEPS);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    })
}

/// The point that is `pixels` further on the way, or halfway when the way is short.
fn toward(from: Point, to: Point, pixels: f64) -> Point {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let part = (pixels / across.hypot(down).max(1.0)).min(0.5);
    (from.0 + across * part, from.1 + down * part)
}

const STEPS: u32 = 8;
/// The distance in pixels after which every browser and page treats a moved press as a drag.
const BEGIN: f64 = 12.0;
/// How many pixels [`overshoot`] goes beyond the aimed point.
const PAST: f64 = 5.0;
pub(crate) const INTERCEPTED_WITHIN: Duration = Duration::from_secs(1);
