//! Where a touch goes, and where it went.

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

/// What lies at a point.
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
    /// A whole click reached it, or as much of one as it stayed for.
    pub clicked: bool,
    /// What the first event that was kept back would have reached.
    pub instead: Option<Described>,
    /// The element had not moved then, so `instead` lies over it.
    pub covered: bool,
    /// Fields of one character beside it, to which the page moved on after a key and which took the next.
    #[serde(default)]
    pub along: Vec<u32>,
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
    /// How much of it is in view at once.
    pub visible: f64,
}
