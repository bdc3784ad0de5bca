//! Passes on what a person does with mouse and keyboard while the browser is theirs.
//!
//! Invariant: nothing arrives in a page unless the tabs are lent to the person; what they type is neither kept nor logged.

use std::time::Duration;

use webhand_port::{PersonInput, PersonInputError, PointerButton, PointerInput, PointerStep};

use crate::driver::{DriverError, KeyEvent, KeyStep, MouseButton, MouseEvent, MouseStep, SessionId, WheelEvent};
use crate::fields::keys::{Key, find_key};
use crate::hands::Hands;

impl Hands {
    pub(super) async fn pass_on(&self, input: &PersonInput) -> Result<(), PersonInputError> {
        if !self.access.read(|world| world.leases.is_lent(self.access.lease)) {
            return Err(PersonInputError::NotHandedOver);
        }
        let (_, session) = self.access.current().map_err(|error| {
            let outcome = webhand_model::Outcome::from(error);
            PersonInputError::NotTaken(outcome.text)
        })?;
        self.dispatch(&session, input).await.map_err(|error| PersonInputError::NotTaken(error.to_string()))
    }

    async fn dispatch(&self, session: &SessionId, input: &PersonInput) -> Result<(), DriverError> {
        let driver = self.access.driver();
        match input {
            PersonInput::Mouse(pointer) => driver.input().mouse(session, &mouse_event(*pointer), TAKEN_WITHIN).await,
            PersonInput::Wheel { x, y, delta_x, delta_y } => {
                let wheel = WheelEvent { x: *x, y: *y, delta_x: *delta_x, delta_y: *delta_y };
                driver.input().wheel(session, wheel, TAKEN_WITHIN).await
            }
            PersonInput::Key { key, is_down, modifiers } => match find_key(key) {
                Some(key) => driver.input().key(session, &key_event(key, *is_down, *modifiers), TAKEN_WITHIN).await,
                // A character that no key of this keyboard has.
                None if *is_down && key.chars().count() == 1 => {
                    driver.input().insert_text(session, key, TAKEN_WITHIN).await
                }
                None => Ok(()),
            },
            PersonInput::Text(text) => driver.input().insert_text(session, text, TAKEN_WITHIN).await,
            PersonInput::Dialog { accept, text } => {
                driver.tabs().answer_dialog(session, *accept, text.as_deref(), TAKEN_WITHIN).await
            }
        }
    }
}

fn mouse_event(pointer: PointerInput) -> MouseEvent {
    let PointerInput { step, x, y, button, buttons, clicks, modifiers } = pointer;
    MouseEvent {
        kind: match step {
            PointerStep::Move => MouseStep::Moved,
            PointerStep::Press => MouseStep::Pressed,
            PointerStep::Release => MouseStep::Released,
        },
        x,
        y,
        button: match button {
            PointerButton::None => MouseButton::None,
            PointerButton::Left => MouseButton::Left,
            PointerButton::Middle => MouseButton::Middle,
            PointerButton::Right => MouseButton::Right,
        },
        buttons,
        click_count: clicks,
        modifiers,
    }
}

fn key_event(key: Key, is_down: bool, modifiers: u8) -> KeyEvent {
    // With Control, Alt or Meta a key is a command and types nothing.
    let text = if modifiers & COMMANDS == 0 { key.text.clone() } else { String::new() };
    let kind = match (is_down, text.is_empty()) {
        (false, _) => KeyStep::Up,
        (true, true) => KeyStep::RawDown,
        (true, false) => KeyStep::Down,
    };
    KeyEvent {
        kind,
        modifiers,
        location: key.location(),
        is_keypad: false,
        auto_repeat: false,
        key: key.name,
        code: key.code,
        windows_virtual_key_code: key.virtual_code,
        text: if is_down { text } else { String::new() },
    }
}

/// Alt, Control and Meta.
const COMMANDS: u8 = 7;
/// A page that is busy takes its input late; the person sees that in the picture.
const TAKEN_WITHIN: Duration = Duration::from_secs(5);
