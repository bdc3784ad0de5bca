//! Finds the point at which an element receives a press, and sends trusted mouse events to that point.
//!
//! The page script chooses the point (`page/src/input/aim.ts`) and refuses with `Covered` when another element lies
//! over every candidate. [`Mouse::aim`] converts the point from nested frames to the tab's viewport, and each frame on
//! the way out can refuse for the same reason. Whether an event may pass to the page is decided in `arming.rs`, not
//! here.

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::pointing::{Arming, PressedInput};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use webhand_model::{Button, ClickCount, FailCode, Modifier, TabId};
use webhand_wire::{Aimed, PageCommand, PageErrorCode, PageReply, Purpose};

use crate::access::CallError;
use crate::action_error::{ActionError, fail_code};
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, unexpected};
use crate::driver::{DriverError, MouseButton, MouseEvent, MouseStep, SessionId};
use crate::world::Tab;

/// A point of the tab's viewport that belongs to an element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) bounds: [i32; 4],
    /// The same point in the coordinates of the element's own session, whose origin is the outermost frame of its
    /// process.
    pub(crate) own: (f64, f64),
}

impl Spot {
    /// The point in a top document, which needs no conversion out of frames.
    pub(crate) fn of(aimed: &Aimed) -> Self {
        let (x, y) = (aimed.x, aimed.y);
        Self { x, y, bounds: shifted(aimed, x, y), own: (x, y) }
    }
}

/// How far the delivery of input events got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputDelivery {
    Complete,
    /// An event opened a dialog; the browser delivers the remaining events after the dialog is answered.
    DialogOpened,
}

/// Aims at elements and sends mouse events.
#[derive(Debug)]
pub(crate) struct Mouse {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    pressed_input: Arc<PressedInput>,
    pages: Arc<Pages>,
}

impl Mouse {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        pressed_input: &Arc<PressedInput>,
        pages: &Arc<Pages>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            pressed_input: Arc::clone(pressed_input),
            pages: Arc::clone(pages),
        }
    }
}

impl Mouse {
    /// Scrolls an element into view and finds a point at which it receives a click, in pixels of the tab's viewport.
    pub(crate) async fn aim(&self, element: &Element) -> Result<Spot, ActionError> {
        self.aim_for(element, Purpose::Press).await
    }

    pub(crate) async fn aim_for(&self, element: &Element, purpose: Purpose) -> Result<Spot, ActionError> {
        self.aim_by(element, &PageCommand::Aim { node: element.node, arm: false, hasty: false, purpose }).await
    }

    pub(crate) async fn aim_by(&self, element: &Element, aim: &PageCommand) -> Result<Spot, ActionError> {
        match self.point_by(element, aim).await {
            Err(error) if error.code() == Some(FailCode::NotVisible) => {
                // The frame itself can lie out of view although its own document is scrolled correctly.
                let Some((parent, node)) = self.pages.owner(&element.place.frame).await? else { return Err(error) };
                let aim_outside = PageCommand::Aim { node, arm: false, hasty: false, purpose: Purpose::Press };
                self.pages.ask(&parent, &aim_outside, CALLED_WITHIN).await?;
                self.point_by(element, aim).await
            }
            other => other,
        }
    }

    /// Scrolls an element into view for a picture, even if another element covers it.
    pub(crate) async fn reveal(&self, element: &Element) -> Result<Spot, ActionError> {
        self.point_by(element, &PageCommand::Reveal { node: element.node }).await
    }

    /// The point that the page script finds, converted from nested frames to the tab's viewport.
    async fn point_by(&self, element: &Element, command: &PageCommand) -> Result<Spot, ActionError> {
        let reply = self.elements.ask_about(element, command).await?;
        let PageReply::Aimed(aimed) = reply else { return Err(unexpected(&reply)) };
        let (mut x, mut y) = (aimed.x, aimed.y);
        let mut own = None;
        let mut frame = element.place.frame.clone();
        while let Some((parent, node)) = self.pages.owner(&frame).await? {
            if parent.session != element.place.session {
                own.get_or_insert((x, y));
            }
            let reply = self.pages.ask(&parent, &PageCommand::Outward { node, x, y }, CALLED_WITHIN).await?;
            if let PageReply::Error { code, message, by } = reply {
                return Err(self.not_outward(element, &parent, code, message, by));
            }
            let PageReply::Aimed(outer) = reply else { return Err(unexpected(&reply)) };
            (x, y) = (outer.x, outer.y);
            frame = parent.frame;
        }
        Ok(Spot { x, y, bounds: shifted(&aimed, x, y), own: own.unwrap_or((x, y)) })
    }

    fn not_outward(
        &self,
        element: &Element,
        parent: &FrameDocument,
        code: PageErrorCode,
        message: String,
        by: Option<webhand_wire::Described>,
    ) -> ActionError {
        let text = match by {
            Some(by) => self.elements.covered(element.target, parent, &by),
            None => message,
        };
        ActionError::Failed(fail_code(code), text)
    }

    /// Sends one mouse event and records the position of the mouse and the state of its button.
    pub(crate) async fn mouse(
        &self,
        tab: TabId,
        session: &SessionId,
        event: MouseEvent,
    ) -> Result<InputDelivery, ActionError> {
        self.pressed_input.note_button(tab, session, &event);
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab)
                && tab.pointer.replace((event.x, event.y)) != Some((event.x, event.y))
            {
                tab.pressed = None;
            }
        });
        match self.access.call(tab, session, self.access.driver().input().mouse(session, &event, INPUT_WITHIN)).await {
            // The navigation that is held was started by this very event, so the page received it.
            Ok(()) | Err(CallError::NavigationHeld) => Ok(InputDelivery::Complete),
            Err(CallError::DialogOpen) => Ok(InputDelivery::DialogOpened),
            Err(CallError::Driver(error)) => {
                if matches!(error, DriverError::TimedOut { .. }) {
                    self.pages.stop_script(session).await;
                }
                Err(ActionError::after_sending(error, "the mouse event"))
            }
        }
    }

    /// Moves the mouse by one pixel. A list that opened under the mouse selects the item below it at the next move;
    /// this move uses that up, so the move towards the wanted item does not select another one on its way.
    pub(crate) async fn nudge(&self, tab: TabId, session: &SessionId) -> Result<InputDelivery, ActionError> {
        let Some((x, y)) = self.access.read(|world| world.tabs.get(tab)?.pointer) else {
            return Ok(InputDelivery::Complete);
        };
        let moved =
            MouseEvent { kind: MouseStep::Moved, x: x + 1.0, y, button: MouseButton::None, ..MouseEvent::default() };
        self.mouse(tab, session, moved).await
    }

    /// Moves the mouse, then presses and releases it `press.count` times. All events are sent at once: the browser
    /// keeps their order, and the page has no time to change between a press and its release. After a dialog the
    /// browser delivers the remaining events by itself.
    ///
    /// The mouse is not moved if it still rests where it pressed the same element before, as with a person.
    pub(crate) async fn press_mouse(
        &self,
        element: &Element,
        session: &SessionId,
        (x, y): (f64, f64),
        press: Press,
    ) -> Result<InputDelivery, ActionError> {
        let (tab, pressed) = (element.place.tab, Some((element.place.document, element.node)));
        let is_resting = self.rests_on(element, (x, y));
        let Press { button, count, modifiers } = press;
        let plain = MouseEvent { x, y, modifiers, ..MouseEvent::default() };
        let (button, held) = button_and_bit(button);
        let moved = MouseEvent { kind: MouseStep::Moved, button: MouseButton::None, ..plain.clone() };
        let mut events: Vec<_> = (!is_resting).then_some(moved).into_iter().collect();
        for click_count in 1..=count {
            let pressed = MouseEvent { kind: MouseStep::Pressed, button, buttons: held, click_count, ..plain.clone() };
            events.push(pressed);
            events.push(MouseEvent { kind: MouseStep::Released, button, click_count, ..plain.clone() });
        }
        let deliveries = try_join_all(events.into_iter().map(|event| self.mouse(tab, session, event))).await?;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.pressed = pressed;
            }
        });
        Ok(if deliveries.contains(&InputDelivery::DialogOpened) {
            InputDelivery::DialogOpened
        } else {
            InputDelivery::Complete
        })
    }

    /// Whether the mouse rests where it pressed this element before.
    pub(crate) fn rests_on(&self, element: &Element, at: (f64, f64)) -> bool {
        let pressed = Some((element.place.document, element.node));
        let rests = |tab: &Tab| tab.pressed == pressed && tab.pointer == Some(at);
        self.access.read(|world| world.tabs.get(element.place.tab).is_some_and(rests))
    }

    /// Aims at the element and arms all documents of its tab at the same time, as [`Self::aim`] and [`Arming::arm`] do
    /// one after the other. The page script skips watching an element that has not moved for a while; if it moves now,
    /// it receives no event.
    pub(crate) async fn aim_and_arm(&self, element: &Element) -> Result<(Spot, Vec<FrameDocument>), ActionError> {
        let ancestors = self.arming.ancestor_frames(element).await?;
        let aim = PageCommand::Aim { node: element.node, arm: true, hasty: true, purpose: Purpose::Press };
        self.arming.arm_with(element, ancestors, self.aim_by(element, &aim)).await
    }
}

/// Which mouse button to press, how often, and with which modifier keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Press {
    pub(crate) button: Button,
    pub(crate) count: u32,
    pub(crate) modifiers: u8,
}

impl Press {
    pub(crate) const ONCE: Self = Self { button: Button::Left, count: 1, modifiers: 0 };

    pub(crate) fn of(button: Option<Button>, count: Option<ClickCount>, modifiers: Option<&[Modifier]>) -> Self {
        Self {
            button: button.unwrap_or(Button::Left),
            count: count.map_or(1, |ClickCount(count)| count),
            modifiers: modifiers.map_or(0, modifier_bits),
        }
    }

    /// The past tense that an outcome begins with.
    pub(crate) fn past_tense(self) -> &'static str {
        match (self.button, self.count) {
            (Button::Left, 2) => "double-clicked",
            (Button::Left, 3..) => "triple-clicked",
            (Button::Left, _) => "clicked",
            (Button::Right, _) => "right-clicked",
            (Button::Middle, _) => "middle-clicked",
        }
    }
}

/// The bits for modifier keys as the Chrome `DevTools` Protocol defines them.
fn modifier_bits(modifiers: &[Modifier]) -> u8 {
    modifiers.iter().fold(0, |bits, modifier| {
        bits | match modifier {
            Modifier::Alt => 1,
            Modifier::Control => 2,
            Modifier::Meta => 4,
            Modifier::Shift => 8,
        }
    })
}

/// The button, and its bit in the set of pressed buttons.
fn button_and_bit(button: Button) -> (MouseButton, u8) {
    match button {
        Button::Left => (MouseButton::Left, 1),
        Button::Right => (MouseButton::Right, 2),
        Button::Middle => (MouseButton::Middle, 4),
    }
}

/// The element's box, moved by the same distance as its point.
fn shifted(aimed: &Aimed, x: f64, y: f64) -> [i32; 4] {
    let [left, top, width, height] = aimed.bounds;
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and no page is wider than that")]
    [left + x - aimed.x, top + y - aimed.y, width, height].map(|length| length.round() as i32)
}

pub(crate) const INPUT_WITHIN: Duration = Duration::from_secs(5);
