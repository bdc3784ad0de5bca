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
    /// The media type of its body, with `formenctype` taken into account.
    pub encoding: String,
    /// In the order of form data; at most 2,000, with at most a million characters together.
    pub fields: Vec<FormField>,
    /// The place of the inspected element in `fields`.
    pub own_field: Option<u32>,
    /// Everything that will be sent is in `fields`.
    pub complete: bool,
    /// The names of fields because of which the browser will not send the form; at most ten.
    pub invalid: Vec<String>,
}

/// One field of a form with its real value, which may be a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FormField {
    pub name: String,
    /// The value as it is sent; of a file its name.
    pub value: String,
    pub kind: FormFieldKind,
    /// The size of a file in bytes; `None` where no file is chosen.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub size: Option<u64>,
}

impl std::fmt::Debug for FormField {
    /// Leaves the value out, because it may be a secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FormField").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The kind of a form's field, as far as security is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum FormFieldKind {
    Plain,
    /// `<input type=hidden>`.
    Hidden,
    Password,
    OneTimeCode,
    Card,
    File,
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
