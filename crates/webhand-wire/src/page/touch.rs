//! Points for input, and where input events went.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::Described;

/// Where to point the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Aimed {
    pub x: f64,
    pub y: f64,
    /// The element's box: x, y, width, height.
    pub bounds: [f64; 4],
}

/// The element at a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct At {
    pub node: Option<u32>,
    /// The same point in the document that a frame holds.
    pub inner: Option<[f64; 2]>,
}

/// Where the events went while a document was armed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Disarmed {
    /// Whether a press or a key reached the element; absent when none came.
    pub hit: Option<bool>,
    /// A whole click reached the element, or all of its events until the element was removed.
    pub clicked: bool,
    /// The element that the first withheld event would have reached.
    pub instead: Option<Described>,
    /// The target had not moved then, so `instead` covers it.
    pub covered: bool,
    /// One-character fields beside it to which the page moved the focus after a key, and which received the next one.
    #[serde(default)]
    pub along: Vec<u32>,
    /// What makes the element mean something else than when its facts were read, as the end of a sentence about it; later
    /// events were withheld.
    #[serde(default)]
    pub changed: Option<String>,
}

/// Where a scroll ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Scrolled {
    /// Whether anything moved.
    pub moved: bool,
    /// Offset and largest possible offset along the axis scrolled.
    pub position: f64,
    pub max: f64,
    /// The visible length along that axis.
    pub visible: f64,
}
