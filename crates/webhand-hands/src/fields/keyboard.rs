//! The keyboard: sends trusted key events and text to the focused element.

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::pointing::{Arming, PressedInput};
use crate::settling::Settler;
use std::sync::Arc;
use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref, TabId, truncate};
use webhand_rt::Instant;
use webhand_wire::{Caret, PageCommand};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument};
use crate::driver::{Answer, DriverError, KeyEvent, KeyStep, SessionId};
use crate::fields::keys::{Chord, Key, Shortcut, Stroke, parse_chord, strokes};
use crate::fields::validate::read_chord;
use crate::pointing::arming::{Landed, changed_meanwhile, moved};
use crate::pointing::mouse::InputDelivery;

/// The result of sending keys to one element.
#[derive(Debug)]
pub(crate) struct TypingResult {
    pub(crate) delivery: InputDelivery,
    /// The fields to which the page moved the focus while typing, as it does for a code with one field per digit.
    pub(crate) next_fields: Vec<u32>,
}

/// Sends keys and text to the focused element.
#[derive(Debug)]
pub(crate) struct Keyboard {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    pressed_input: Arc<PressedInput>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
}

impl Keyboard {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        pressed_input: &Arc<PressedInput>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            pressed_input: Arc::clone(pressed_input),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
        }
    }
}

impl Keyboard {
    pub(crate) async fn press(
        &self,
        written: &str,
        target: Option<Ref>,
        hold: Duration,
    ) -> Result<Outcome, ActionError> {
        let chord = read_chord(written)?;
        self.access.unblocked()?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        let element = target.map(|target| self.elements.element(target)).transpose()?;
        match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                self.elements
                    .ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::Keep })
                    .await?;
                self.type_only_into(element, self.press_chord_with_modifiers(tab, &session, &chord, hold)).await?;
            }
            None => self.type_into_focused(self.press_chord_with_modifiers(tab, &session, &chord, hold)).await?,
        }
        let on = element.map(|element| format!(" on {}", element.called)).unwrap_or_default();
        let long = if hold.is_zero() { String::new() } else { format!(" for {} ms", hold.as_millis()) };
        Ok(self.settler.settled(&watch, format!("pressed {}{on}{long}", truncate(written.trim(), 40))).await)
    }

    /// Runs `keys` while the page is armed for `element`: keys that would reach another element are suppressed, and the
    /// action fails.
    pub(crate) async fn type_only_into(
        &self,
        element: &Element,
        keys: impl Future<Output = Result<InputDelivery, ActionError>>,
    ) -> Result<TypingResult, ActionError> {
        let armed = self.arming.arm(element).await?;
        self.type_armed(element, armed, keys).await
    }

    /// Runs `keys` while the page is armed for the element that had the focus when the guard judged them.
    pub(crate) async fn type_into_focused(
        &self,
        keys: impl Future<Output = Result<InputDelivery, ActionError>>,
    ) -> Result<(), ActionError> {
        let Some(element) = self.arming.take_focus() else { return keys.await.map(drop) };
        let armed = self.arming.arm_following(&element).await?;
        self.type_armed(&element, armed, keys).await.map(drop)
    }

    async fn type_armed(
        &self,
        element: &Element,
        armed: Vec<FrameDocument>,
        keys: impl Future<Output = Result<InputDelivery, ActionError>>,
    ) -> Result<TypingResult, ActionError> {
        let delivery = keys.await;
        let (landed, next_fields) = self.arming.disarm(element, armed, &delivery).await;
        let delivery = delivery?;
        match landed {
            // `Elsewhere(None)`: no key event was sent, because the text was empty or inserted without keys.
            Landed::There | Landed::Elsewhere(None) => Ok(TypingResult { delivery, next_fields }),
            Landed::Elsewhere(who) => Err(moved(element, who)),
            Landed::Changed { any, changed } => Err(changed_meanwhile(element, any, &changed)),
            Landed::Partly(who) => {
                let text = format!(
                    "the page moved the focus from {} to {who} in the middle; the other keys were kept back: look at the page again",
                    element.target
                );
                Err(ActionError::Failed(FailCode::TargetMoved, text))
            }
        }
    }

    /// Types text line by line. An editor (`painted`) renders a new line in the next frame, and text that arrives before
    /// that frame would go into the old line.
    pub(crate) async fn type_lines(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
        delay: Duration,
        painted: Option<&FrameDocument>,
    ) -> Result<InputDelivery, ActionError> {
        for (at, line) in text.split_inclusive('\n').enumerate() {
            if let (true, Some(place)) = (at > 0, painted) {
                self.wait_for_next_frame(place).await;
            }
            if at > 0 && !delay.is_zero() {
                webhand_rt::sleep(delay).await;
            }
            if self.type_keys(tab, session, line, delay).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// Waits for the next frame. A page that does not answer or render gets the next line all the same.
    async fn wait_for_next_frame(&self, place: &FrameDocument) {
        self.pages.ask(place, &PageCommand::NextFrame {}, CALLED_WITHIN).await.ok();
    }

    /// Types text key by key; characters without a key are inserted as an input method would.
    pub(crate) async fn type_keys(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
        delay: Duration,
    ) -> Result<InputDelivery, ActionError> {
        for (at, stroke) in strokes(text).into_iter().enumerate() {
            if at > 0 && !delay.is_zero() {
                webhand_rt::sleep(delay).await;
            }
            let delivery = match stroke {
                Stroke::Key(key) => {
                    let modifiers = if key.shift { 8 } else { 0 };
                    self.press_chord(tab, session, &Chord { modifiers, key }).await?
                }
                Stroke::Text(text) => self.insert_text(tab, session, text).await?,
            };
            if delivery == InputDelivery::DialogOpened {
                return Ok(delivery);
            }
        }
        Ok(InputDelivery::Complete)
    }

    pub(crate) async fn press_chord(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
    ) -> Result<InputDelivery, ActionError> {
        self.press_chord_for(tab, session, chord, Duration::ZERO).await
    }

    /// Holds the key down for a while, with auto-repeat as on a real keyboard.
    async fn press_chord_for(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
        hold: Duration,
    ) -> Result<InputDelivery, ActionError> {
        let Chord { modifiers, key } = chord;
        if self.key_down(tab, session, key, *modifiers).await? == InputDelivery::DialogOpened {
            return Ok(InputDelivery::DialogOpened);
        }
        let (began, mut pause) = (Instant::now(), REPEAT_DELAY);
        while let Some(left) = hold.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) {
            webhand_rt::sleep(left.min(pause)).await;
            if left > pause {
                let repeated = KeyEvent { auto_repeat: true, ..key_down_event(key, *modifiers) };
                if self.send_key(tab, session, &repeated).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
                pause = REPEAT_INTERVAL;
            }
        }
        self.key_up(tab, session, key, *modifiers).await
    }

    async fn key_down(
        &self,
        tab: TabId,
        session: &SessionId,
        key: &Key,
        modifiers: u8,
    ) -> Result<InputDelivery, ActionError> {
        self.pressed_input.note_key_down(tab, session, key);
        self.send_key(tab, session, &key_down_event(key, modifiers)).await
    }

    async fn key_up(
        &self,
        tab: TabId,
        session: &SessionId,
        key: &Key,
        modifiers: u8,
    ) -> Result<InputDelivery, ActionError> {
        self.pressed_input.note_key_up(key);
        self.send_key(tab, session, &up(key, modifiers)).await
    }

    /// As [`Self::press_chord_for`], with the modifier keys pressed before and released after it.
    async fn press_chord_with_modifiers(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
        long: Duration,
    ) -> Result<InputDelivery, ActionError> {
        let mut held = 0;
        let keys = chord.modifier_keys();
        for (bit, key) in &keys {
            held |= bit;
            if self.key_down(tab, session, key, held).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        if self.press_chord_for(tab, session, chord, long).await? == InputDelivery::DialogOpened {
            return Ok(InputDelivery::DialogOpened);
        }
        for (bit, key) in keys.iter().rev() {
            held &= !bit;
            if self.key_up(tab, session, key, held).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    pub(crate) async fn insert_text(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
    ) -> Result<InputDelivery, ActionError> {
        self.send_input(tab, session, self.access.driver().input().insert_text(session, text, KEY_WITHIN)).await
    }

    async fn send_key(&self, tab: TabId, session: &SessionId, event: &KeyEvent) -> Result<InputDelivery, ActionError> {
        self.send_input(tab, session, self.access.driver().input().key(session, event, KEY_WITHIN)).await
    }

    async fn send_input(
        &self,
        tab: TabId,
        session: &SessionId,
        input: Answer<'_, ()>,
    ) -> Result<InputDelivery, ActionError> {
        match self.access.call(tab, session, input).await {
            // This event caused the navigation that is held, so the page received it.
            Ok(()) | Err(CallError::NavigationHeld) => Ok(InputDelivery::Complete),
            Err(CallError::DialogOpen) => Ok(InputDelivery::DialogOpened),
            Err(CallError::Driver(error)) => {
                if matches!(error, DriverError::TimedOut { .. }) {
                    self.pages.stop_script(session).await;
                }
                Err(ActionError::after_sending(error, "a key"))
            }
        }
    }
}

fn key_down_event(key: &Key, modifiers: u8) -> KeyEvent {
    let kind = if key.text.is_empty() { KeyStep::RawDown } else { KeyStep::Down };
    KeyEvent { kind, text: key.text.clone(), ..up(key, modifiers) }
}

pub(crate) fn up(key: &Key, modifiers: u8) -> KeyEvent {
    KeyEvent {
        kind: KeyStep::Up,
        modifiers,
        key: key.name.clone(),
        code: key.code,
        windows_virtual_key_code: key.virtual_code,
        location: key.location(),
        is_keypad: key.location() == NUMPAD_LOCATION,
        ..KeyEvent::default()
    }
}

pub(crate) fn shortcut(meant: Shortcut) -> Result<Chord, ActionError> {
    parse_chord(meant.chord_text()).map_err(|why| ActionError::failed(FailCode::Internal, why))
}

/// `KeyboardEvent.location` of the numeric keypad.
const NUMPAD_LOCATION: u8 = 3;
/// Auto-repeat as on most keyboards.
const REPEAT_DELAY: Duration = Duration::from_millis(500);
const REPEAT_INTERVAL: Duration = Duration::from_millis(40);
const KEY_WITHIN: Duration = Duration::from_secs(5);
