//! The facts of an element by which the guard judges an action.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::Aimed;

/// The facts of an element for the guard: from the document's structure, not from its wording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageFacts {
    pub role: String,
    pub name: String,
    pub field: PageFieldKind,
    /// The resolved address a click follows.
    pub href: Option<String>,
    /// A click submits `form`.
    pub submits: bool,
    /// Enter in this field submits `form`.
    pub enter_submits: bool,
    pub form: Option<FormFacts>,
    pub bounds: Option<[i32; 4]>,
    pub accessible: Accessible,
    /// What makes the element mean something else than at the last look, as the end of a sentence about it.
    #[serde(default)]
    pub changed: Option<String>,
    #[serde(default)]
    pub aimed: Option<Aimed>,
}

/// An element's accessible role, name and description, as the ARIA specifications compute them, uncut.
///
/// `role` and `name` of [`PageFacts`] go further: a clickable element has a name there even if it has none here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Accessible {
    pub role: String,
    pub name: String,
    pub description: String,
}

/// The form an element belongs to, as it would be sent now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FormFacts {
    /// Resolved, with `formaction` of the button taken into account.
    pub action: String,
    /// `get`, `post` or `dialog`, with `formmethod` taken into account.
    pub method: String,
    /// Name and value of each field, in order, as form data; values of password and one-time-code fields and of
    /// files are `…`. At most 100, each value at most 200 characters.
    pub fields: Vec<[String; 2]>,
}

/// The purpose of a field, as far as security is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PageFieldKind {
    /// Not a field.
    None,
    Text,
    /// A password, also after the page has changed the field's type to text.
    Password,
    OneTimeCode,
    /// Card number, expiry or security code, by `autocomplete`, name or input mode.
    Card,
    File,
    /// Checkbox, radio, select, range and so on.
    Choice,
}
