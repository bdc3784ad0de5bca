//! Input that a script makes. Pages can tell it from a person's: its events are not trusted.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Points are in CSS pixels of the document's own viewport.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum QuietInput {
    Mouse(QuietMouse),
    Wheel { x: f64, y: f64, delta_x: f64, delta_y: f64 },
    Key(QuietKey),
    Text { text: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietMouse {
    pub step: QuietMouseStep,
    pub x: f64,
    pub y: f64,
    /// As in `MouseEvent.button`.
    pub button: u8,
    /// Those held down, as in `MouseEvent.buttons`.
    pub buttons: u8,
    pub clicks: u32,
    /// Keys held down: 1 alt, 2 control, 4 meta, 8 shift.
    pub modifiers: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum QuietMouseStep {
    Moved,
    Pressed,
    Released,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct QuietKey {
    pub step: QuietKeyStep,
    pub key: String,
    pub code: String,
    pub key_code: u32,
    pub location: u8,
    pub modifiers: u8,
    pub repeat: bool,
    /// What the key types; empty for one that types nothing.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum QuietKeyStep {
    Down,
    Up,
}
