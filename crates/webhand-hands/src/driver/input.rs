//! Input that a page cannot tell from a person's.

use std::time::Duration;

use serde_json::Value;

use super::{Answer, SessionId};

/// The mouse and the keyboard of a tab. Calls that are sent together arrive in the order in which they were sent.
pub(crate) trait InputDispatch: Send + Sync {
    fn mouse<'a>(&'a self, session: &'a SessionId, event: &'a MouseEvent, within: Duration) -> Answer<'a, ()>;
    fn wheel<'a>(&'a self, session: &'a SessionId, event: WheelEvent, within: Duration) -> Answer<'a, ()>;
    fn key<'a>(&'a self, session: &'a SessionId, event: &'a KeyEvent, within: Duration) -> Answer<'a, ()>;
    /// Inserts text as an input method does, without keys.
    fn insert_text<'a>(&'a self, session: &'a SessionId, text: &'a str, within: Duration) -> Answer<'a, ()>;
}

/// Drags of the browser's own kind (`dragstart` … `drop`).
pub(crate) trait DragInput: Send + Sync {
    /// While it is enabled, a drag that a page begins comes as an event instead of being handed to the desktop.
    fn intercept<'a>(&'a self, session: &'a SessionId, enabled: bool, within: Duration) -> Answer<'a, ()>;
    fn drag<'a>(&'a self, session: &'a SessionId, event: &'a DragEvent, within: Duration) -> Answer<'a, ()>;
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum MouseStep {
    #[default]
    Moved,
    Pressed,
    Released,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum MouseButton {
    #[default]
    None,
    Left,
    Middle,
    Right,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct MouseEvent {
    pub(crate) kind: MouseStep,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) button: MouseButton,
    /// Those held down: 1 left, 2 right, 4 middle.
    pub(crate) buttons: u8,
    pub(crate) click_count: u32,
    /// Keys held down: 1 alt, 2 control, 4 meta, 8 shift.
    pub(crate) modifiers: u8,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct WheelEvent {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) delta_x: f64,
    pub(crate) delta_y: f64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum KeyStep {
    /// The key goes down and types its text.
    Down,
    /// The key goes down and types nothing.
    RawDown,
    #[default]
    Up,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct KeyEvent {
    pub(crate) kind: KeyStep,
    pub(crate) modifiers: u8,
    pub(crate) key: String,
    pub(crate) code: &'static str,
    pub(crate) windows_virtual_key_code: u32,
    /// Which of several like keys: 1 left, 2 right, 3 on the number pad.
    pub(crate) location: u8,
    pub(crate) is_keypad: bool,
    /// The key was down already.
    pub(crate) auto_repeat: bool,
    pub(crate) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DragStep {
    Enter,
    Over,
    Drop,
    Cancel,
}

#[derive(Debug, Clone)]
pub(crate) struct DragEvent {
    pub(crate) kind: DragStep,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) data: DragData,
}

/// The dragged data, as the browser described it. It goes back with every step as it came.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DragData(pub(crate) Value);
