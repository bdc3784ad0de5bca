//! Commands that exchange objects of the browser with the page script, beside their JSON.
//!
//! Only a driver that can hold objects of a page (CDP) sends them; their results are hints, and the hands work without
//! them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A command that comes with objects, or is answered with objects instead of a [`PageReply`](super::PageReply).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ObjectCommand {
    /// Answered with a list: the elements of the last look that may hold a closed shadow root.
    ShadowCandidates {},
    /// Answered with a list: the custom elements of the last look that may have set ARIA values by `ElementInternals`.
    InternalsCandidates {},
    /// Answered with the element of that number, or with null if it is no longer in the document.
    Element { node: u32 },
    /// Answered with the document, or with null if it has more than `most_elements` elements.
    Document { most_elements: u32 },
    /// Comes with one element and is answered with its number, which is assigned now if it has none.
    NumberOf {},
    /// Comes with closed shadow roots, which later looks and inputs include.
    AdoptRoots {},
    /// Comes with the elements of all groups, one group after the other.
    AddListeners { groups: Vec<ListenerGroup> },
    /// Comes with one element for each entry: the values of its `ElementInternals`, named as attributes. Answers whether
    /// any of them is new.
    ApplyInternals { attributes: Vec<BTreeMap<String, String>> },
}

/// Elements on which the page listens for the same events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ListenerGroup {
    /// Event types, separated by spaces.
    pub events: String,
    /// How many of the objects belong to this group.
    pub elements: u32,
}
