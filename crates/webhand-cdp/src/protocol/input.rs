//! Trusted input: mouse, wheel, keys, drags, text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::EmptyReply;

command!(
    #[derive(Default)]
    MouseEvent, "Input.dispatchMouseEvent" => EmptyReply {
        /// `mouseMoved`, `mousePressed`, `mouseReleased` or `mouseWheel`.
        #[serde(rename = "type")]
        kind: &'static str,
        x: f64,
        y: f64,
        /// `none`, `left`, `middle` or `right`.
        button: &'static str,
        /// Bit mask of the buttons held down: 1 left, 2 right, 4 middle.
        buttons: u8,
        click_count: u32,
        modifiers: u8,
    }
);
command!(
    WheelEvent, "Input.dispatchMouseEvent" => EmptyReply {
        /// Always `mouseWheel`.
        #[serde(rename = "type")]
        kind: &'static str,
        x: f64,
        y: f64,
        delta_x: f64,
        delta_y: f64,
    }
);
command!(
    #[derive(Default)]
    KeyEvent, "Input.dispatchKeyEvent" => EmptyReply {
        /// `keyDown`, `rawKeyDown` or `keyUp`.
        #[serde(rename = "type")]
        kind: &'static str,
        modifiers: u8,
        key: String,
        code: &'static str,
        windows_virtual_key_code: u32,
        /// Which of several keys with one name: 1 left, 2 right, 3 on the number pad.
        location: u8,
        is_keypad: bool,
        /// The key was down already.
        auto_repeat: bool,
        #[serde(skip_serializing_if = "String::is_empty")]
        text: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        unmodified_text: String,
    }
);
command!(
    /// Makes the browser report a native drag as [`DragIntercepted`] instead of giving it to the desktop.
    SetInterceptDrags, "Input.setInterceptDrags" => EmptyReply { enabled: bool }
);
command!(
    DragEvent, "Input.dispatchDragEvent" => EmptyReply {
        /// `dragEnter`, `dragOver`, `drop` or `dragCancel`.
        #[serde(rename = "type")]
        kind: &'static str,
        x: f64,
        y: f64,
        /// The dragged data, unchanged from [`DragIntercepted`].
        data: Value,
        modifiers: u8,
    }
);
command!(InsertText, "Input.insertText" => EmptyReply { text: String });

event!(
    DragIntercepted, "Input.dragIntercepted" {
        /// The dragged data, which [`DragEvent`] sends back unchanged.
        data: Value,
    }
);
