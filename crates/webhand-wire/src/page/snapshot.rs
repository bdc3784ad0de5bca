//! A look at one document.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// How to look at a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Looking {
    pub max_nodes: u32,
    pub near: bool,
}

/// The snapshot of one document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageSnapshot {
    pub title: String,
    pub url: String,
    /// `document.readyState`.
    pub ready: String,
    /// Width and height of the viewport.
    pub viewport: [f64; 2],
    /// Scroll offset, and the largest possible one: x, y, max x, max y.
    pub scroll: [f64; 4],
    /// In reading order; a node's children follow it with a greater depth.
    pub nodes: Vec<PageNode>,
    /// Collection stopped at `max_nodes`.
    pub truncated: bool,
    /// How many elements may hold a closed shadow root, which only the browser knows; absent when none is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub suspects: Option<u32>,
    /// How many custom elements may have set ARIA values by `ElementInternals`, which only the browser knows; absent when
    /// none is to be queried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub speakers: Option<u32>,
}

/// One node of a snapshot. Texts are raw page text; the renderer escapes them.
///
/// There may be tens of thousands, so the page writes each as an array of these fields in this order, and leaves out
/// trailing fields with default values. Serde reads arrays and objects alike.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageNode {
    pub depth: u32,
    /// An ARIA role, or `text` for loose text, or `iframe`.
    pub role: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub name: String,
    /// Present on nodes that an action can target, and on every `<iframe>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub node: Option<u32>,
    /// x, y, width, height; on nodes that have a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<[f64; 4]>", optional))]
    pub bounds: Option<[i32; 4]>,
    /// At least partly inside the viewport.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub in_view: bool,
    /// The resolved address of a link; a link to a part of the same document begins with `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub href: Option<String>,
    /// `focused`, `checked`, `checked=mixed`, `disabled`, `expanded=false`, `selected`, `pressed`, `required`,
    /// `readonly`, `invalid`, `multiline`, `level=2`, `guessed`, `filled` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub states: Vec<String>,
    /// The value of a field. Never present on password and one-time-code fields, which have the state `filled` instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub value: Option<String>,
    /// On a node with a document of its own: x and y of that document's origin, and its horizontal and vertical scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub content: Option<[f64; 4]>,
    /// The number of the element that receives every click meant for this one; 0 if that element has no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cover: Option<u32>,
}
