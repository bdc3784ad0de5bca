//! Data as pages show it: records with named fields, in sets of like records.

use serde::{Deserialize, Serialize};

/// The records of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PageData {
    /// Facts about the page's one subject.
    pub facts: DataRecord,
    /// Its tables, lists and groups of like items.
    pub sets: Vec<RecordSet>,
}

/// Records of one kind: the rows of a table, the cards of a shop.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordSet {
    /// The caption or nearest heading; may be empty.
    pub title: String,
    pub records: Vec<DataRecord>,
}

/// One row, card or subject.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DataRecord {
    pub fields: Vec<DataField>,
}

/// One value, with every name that the page gives it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DataField {
    /// Column header, label, item property, class words; the most reliable first.
    pub names: Vec<String>,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// The text has several parts, which only the name of the whole covers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mixed: bool,
}

impl DataRecord {
    /// The record on one line.
    #[must_use]
    pub fn to_line(&self) -> String {
        let texts: Vec<&str> =
            self.fields.iter().map(|field| field.text.as_str()).filter(|text| !text.is_empty()).collect();
        texts.join(" | ")
    }
}
