//! What a person does in the picture of a run's browser that they have taken over.

use serde::{Deserialize, Serialize};

/// Input in the order in which it happened; at most 64 at once. It is passed on to the page and recorded nowhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InputBatch {
    pub inputs: Vec<InputEvent>,
}

/// One movement, press or text. Places are in pixels of the picture, from its upper left corner. `modifiers` is the sum of
/// the keys held down: 1 alt, 2 control, 4 meta, 8 shift.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
pub enum InputEvent {
    Mouse {
        step: MouseStep,
        x: f64,
        y: f64,
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<MouseButton>"))]
        button: MouseButton,
        /// Those held down: 1 left, 2 right, 4 middle.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        buttons: u8,
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
        clicks: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        modifiers: u8,
    },
    Wheel {
        x: f64,
        y: f64,
        delta_x: f64,
        delta_y: f64,
    },
    Key {
        /// As `KeyboardEvent.key`.
        key: String,
        down: bool,
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        modifiers: u8,
    },
    /// Text without keys: pasted, or of an input method.
    Text {
        text: String,
    },
    /// Answers a dialog of the page.
    Dialog {
        accept: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        text: Option<String>,
    },
}

/// A dialog of the page, which is in no picture of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScreenDialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MouseStep {
    Move,
    Press,
    Release,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MouseButton {
    #[default]
    None,
    Left,
    Middle,
    Right,
}
