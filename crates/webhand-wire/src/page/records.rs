//! The records of a document: rows of tables and lists, cards, labelled facts.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::Described;

/// The records of a document. Texts are raw page text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecords {
    /// Facts about the page's one subject.
    pub facts: PageRecord,
    pub sets: Vec<PageRecordSet>,
    /// The element that scrolls the requested rows, if it is not the page.
    pub scroller: Option<u32>,
    /// How many rows to skip to read on, if there are more than are read at once.
    pub next: Option<u32>,
    /// How far to scroll to reach the rows after the last one that follows those in view without a gap; `None` if no row is
    /// in view or after it.
    pub ahead: Option<f64>,
    /// The control that loads further rows: the next page, or more of them.
    pub more: Option<Described>,
}

/// Which rows of a list are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RowsPart {
    /// How many rows to skip.
    pub skip: u32,
    /// Leaves out rows far above the viewport.
    pub onward: bool,
}

/// Records of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecordSet {
    pub title: String,
    pub records: Vec<PageRecord>,
}

/// One row, card or subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecord {
    /// The page's own identifier of the record, or empty.
    pub key: String,
    /// The offset of its beginning in its scroller's content.
    pub at: f64,
    pub fields: Vec<PageField>,
}

/// One value, with the names that the page gives it, the most reliable first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageField {
    pub names: Vec<String>,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub href: Option<String>,
    /// The text has several parts, which follow as fields of their own where they have names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub mixed: bool,
}
