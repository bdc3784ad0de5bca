//! The mouse: where to point, and trusted events at that point.

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::pointing::{Arming, HeldInput};
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
    /// The same point as the element's own session counts, which begins at its outermost frame.
    pub(crate) own: (f64, f64),
}

impl Spot {
    /// A point of a document that is in no frame.
    pub(crate) fn of(aimed: &Aimed) -> Self {
        let (x, y) = (aimed.x, aimed.y);
        Self { x, y, bounds: shifted(aimed, x, y), own: (x, y) }
    }
}

/// Whether the page took the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    Yes,
    /// A dialog opened in the middle; the rest happens after its answer.
    Dialog,
}

/// Aims at elements and sends mouse events.
#[derive(Debug)]
pub(crate) struct Mouse {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    held_input: Arc<HeldInput>,
    pages: Arc<Pages>,
}

impl Mouse {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        held_input: &Arc<HeldInput>,
        pages: &Arc<Pages>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            held_input: Arc::clone(held_input),
            pages: Arc::clone(pages),
        }
    }
}

impl Mouse {
    /// Scrolls an element into view and finds a point at which it takes a click, in pixels of the tab's viewport.
    pub(crate) async fn aim(&self, element: &Element) -> Result<Spot, ActionError> {
        self.aim_for(element, Purpose::Press).await
    }

    pub(crate) async fn aim_for(&self, element: &Element, purpose: Purpose) -> Result<Spot, ActionError> {
        self.aim_by(element, &PageCommand::Aim { node: element.node, arm: false, hasty: false, purpose }).await
    }

    pub(crate) async fn aim_by(&self, element: &Element, aim: &PageCommand) -> Result<Spot, ActionError> {
        match self.point_by(element, aim).await {
            Err(error) if error.code() == Some(FailCode::NotVisible) => {
                // A frame can lie out of view although its content is scrolled right.
                let Some((parent, node)) = self.pages.owner(&element.place.frame).await? else { return Err(error) };
                let aim_outside = PageCommand::Aim { node, arm: false, hasty: false, purpose: Purpose::Press };
                self.pages.ask(&parent, &aim_outside, CALLED_WITHIN).await?;
                self.point_by(element, aim).await
            }
            other => other,
        }
    }

    /// Scrolls an element into view to be looked at, whatever lies over it.
    pub(crate) async fn reveal(&self, element: &Element) -> Result<Spot, ActionError> {
        self.point_by(element, &PageCommand::Reveal { node: element.node }).await
    }

    /// The point that the page script finds, carried out of all frames.
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
            Some(by) => {
                format!("{} is covered by {}: close it first", element.target, self.elements.name_of(parent, &by))
            }
            None => message,
        };
        ActionError::Failed(fail_code(code), text)
    }

    pub(crate) async fn mouse(&self, tab: TabId, session: &SessionId, event: MouseEvent) -> Result<Taken, ActionError> {
        self.held_input.note_button(tab, session, &event);
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab)
                && tab.pointer.replace((event.x, event.y)) != Some((event.x, event.y))
            {
                tab.pressed = None;
            }
        });
        match self.access.call(tab, session, self.access.driver().input().mouse(session, &event, INPUT_WITHIN)).await {
            // What is held was sent by this very event.
            Ok(()) | Err(CallError::NavigationHeld) => Ok(Taken::Yes),
            Err(CallError::DialogOpen) => Ok(Taken::Dialog),
            Err(CallError::Driver(error)) => {
                if matches!(error, DriverError::TimedOut { .. }) {
                    self.pages.stop_script(session).await;
                }
                Err(ActionError::after_sending(error, "the mouse event"))
            }
        }
    }

    /// Moves the mouse by a pixel where it rests. A list that opened under it takes the next move for the wish to choose
    /// what lies there, and that must not be the move that comes to choose something else.
    pub(crate) async fn stir(&self, tab: TabId, session: &SessionId) -> Result<Taken, ActionError> {
        let Some((x, y)) = self.access.read(|world| world.tabs.get(tab)?.pointer) else { return Ok(Taken::Yes) };
        let moved =
            MouseEvent { kind: MouseStep::Moved, x: x + 1.0, y, button: MouseButton::None, ..MouseEvent::default() };
        self.mouse(tab, session, moved).await
    }

    /// Moves, presses and releases, so many times in a row. All of it is sent at once: the browser keeps the order, and
    /// a page has no time to change between a press and its release. What follows after a dialog does so by itself.
    ///
    /// A mouse that rests where it pressed the same element is not moved, as no person would.
    pub(crate) async fn press_mouse(
        &self,
        element: &Element,
        session: &SessionId,
        (x, y): (f64, f64),
        press: Press,
    ) -> Result<Taken, ActionError> {
        let (tab, pressed) = (element.place.tab, Some((element.place.document, element.node)));
        let is_there = self.rests_on(element, (x, y));
        let Press { button, count, modifiers } = press;
        let plain = MouseEvent { x, y, modifiers, ..MouseEvent::default() };
        let (name, held) = button_name(button);
        let moved = MouseEvent { kind: MouseStep::Moved, button: MouseButton::None, ..plain.clone() };
        let mut events: Vec<_> = (!is_there).then_some(moved).into_iter().collect();
        for click_count in 1..=count {
            let pressed =
                MouseEvent { kind: MouseStep::Pressed, button: name, buttons: held, click_count, ..plain.clone() };
            events.push(pressed);
            events.push(MouseEvent { kind: MouseStep::Released, button: name, click_count, ..plain.clone() });
        }
        let taken = try_join_all(events.into_iter().map(|event| self.mouse(tab, session, event))).await?;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.pressed = pressed;
            }
        });
        Ok(if taken.contains(&Taken::Dialog) { Taken::Dialog } else { Taken::Yes })
    }

    /// Whether the mouse rests where it pressed this element before.
    pub(crate) fn rests_on(&self, element: &Element, at: (f64, f64)) -> bool {
        let pressed = Some((element.place.document, element.node));
        let rests = |tab: &Tab| tab.pressed == pressed && tab.pointer == Some(at);
        self.access.read(|world| world.tabs.get(element.place.tab).is_some_and(rests))
    }

    /// Aims at the element, and arms it and all documents of its tab meanwhile: [`Self::aim`] and [`Self::arm`] in one
    /// breath. What has not moved for a while is not watched for a frame; should it move now, it gets nothing.
    pub(crate) async fn aim_and_arm(&self, element: &Element) -> Result<(Spot, Vec<FrameDocument>), ActionError> {
        let around = self.arming.around_of(element).await?;
        let aim = PageCommand::Aim { node: element.node, arm: true, hasty: true, purpose: Purpose::Press };
        self.arming.arm_with(element, around, self.aim_by(element, &aim)).await
    }
}

/// How to press the mouse.
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

    /// What was done, in a word.
    pub(crate) fn done(self) -> &'static str {
        match (self.button, self.count) {
            (Button::Left, 2) => "double-clicked",
            (Button::Left, 3..) => "triple-clicked",
            (Button::Left, _) => "clicked",
            (Button::Right, _) => "right-clicked",
            (Button::Middle, _) => "middle-clicked",
        }
    }
}

/// The protocol's bits for keys held down.
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

fn button_name(button: Button) -> (MouseButton, u8) {
    match button {
        Button::Left => (MouseButton::Left, 1),
        Button::Right => (MouseButton::Right, 2),
        Button::Middle => (MouseButton::Middle, 4),
    }
}

/// The element's box, moved as far as its point was.
fn shifted(aimed: &Aimed, x: f64, y: f64) -> [i32; 4] {
    let [left, top, width, height] = aimed.bounds;
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and no page is wider than that")]
    [left + x - aimed.x, top + y - aimed.y, width, height].map(|length| length.round() as i32)
}

pub(crate) const INPUT_WITHIN: Duration = Duration::from_secs(5);
