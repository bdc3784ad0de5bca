//! Trusted input.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Done;

command!(
    #[derive(Default)]
    MouseEvent, "Input.dispatchMouseEvent" => Done {
        /// `mouseMoved`, `mousePressed`, `mouseReleased` or `mouseWheel`.
        #[serde(rename = "type")]
        kind: &'static str,
        x: f64,
        y: f64,
        /// `none`, `left`, `middle` or `right`.
        button: &'static str,
        /// Those held down: 1 left, 2 right, 4 middle.
        buttons: u8,
        click_count: u32,
        modifiers: u8,
    }
);
command!(
    WheelEvent, "Input.dispatchMouseEvent" => Done {
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
    KeyEvent, "Input.dispatchKeyEvent" => Done {
        /// `keyDown`, `rawKeyDown` or `keyUp`.
        #[serde(rename = "type")]
        kind: &'static str,
        modifiers: u8,
        key: String,
        code: &'static str,
        windows_virtual_key_code: u32,
        /// Which of several like keys: 1 left, 2 right, 3 on the number pad.
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
    /// Drags of the browser's own kind are told of by [`DragIntercepted`] instead of being handed to the desktop.
    SetInterceptDrags, "Input.setInterceptDrags" => Done { enabled: bool }
);
command!(
    DragEvent, "Input.dispatchDragEvent" => Done {
        /// `dragEnter`, `dragOver`, `drop` or `dragCancel`.
        #[serde(rename = "type")]
        kind: &'static str,
        x: f64,
        y: f64,
        /// What is dragged, as it came in [`DragIntercepted`].
        data: Value,
        modifiers: u8,
    }
);
command!(InsertText, "Input.insertText" => Done { text: String });

notice!(
    DragIntercepted, "Input.dragIntercepted" {
        /// Passed back as it is.
        data: Value,
    }
);
