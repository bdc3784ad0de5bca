//! Trusted input.

use serde::Serialize;

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
    #[derive(Default)]
    KeyEvent, "Input.dispatchKeyEvent" => Done {
        /// `keyDown`, `rawKeyDown` or `keyUp`.
        #[serde(rename = "type")]
        kind: &'static str,
        modifiers: u8,
        key: String,
        code: &'static str,
        windows_virtual_key_code: u32,
        #[serde(skip_serializing_if = "String::is_empty")]
        text: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        unmodified_text: String,
    }
);
command!(InsertText, "Input.insertText" => Done { text: String });
