//! What a document shows in the shape of data.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::Described;

/// What a document shows, as far as it has the shape of data. Texts are raw page text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecords {
    /// What is said of the page's one subject.
    pub facts: PageRecord,
    pub sets: Vec<PageRecordSet>,
    /// What scrolls the rows that were asked for, when that is not the page.
    pub scroller: Option<u32>,
    /// How many rows to pass over to read on, where there are more than are read at once.
    pub next: Option<u32>,
    /// How far to scroll for the rows after the last one that follows those in view without a gap; nothing where no row
    /// is in view or after it.
    pub ahead: Option<f64>,
    /// The control that brings further rows: the next page, or more of them.
    pub more: Option<Described>,
}

/// Which rows of a list are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RowsPart {
    /// How many to pass over.
    pub skip: u32,
    /// Only those that are not far above the view.
    pub onward: bool,
}

/// Records of one make.
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
    /// What the page itself calls it, or empty.
    pub key: String,
    /// Where it begins in the content of its scroller.
    pub at: f64,
    pub fields: Vec<PageField>,
}

/// One thing said, with the names the page gives it, the surest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageField {
    pub names: Vec<String>,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub href: Option<String>,
}
