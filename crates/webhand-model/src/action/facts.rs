//! The facts of an action, which the browser reads before it happens. The guard judges by these, never by labels.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::{HeldRequestId, Origin};

/// The facts of one action at the moment it is judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and journals name them")]
pub struct Facts {
    /// The origin of the document that the action touches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The element, read freshly; for keys without a target, the one that has the focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetFacts>,
    /// Other origins on which the run read the text to be typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_on: Vec<Origin>,
    /// The address to be opened comes from a link on a page of this run or from the person, so the brain did not compose it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub known_link: bool,
    /// The brain composed the address to be opened, and no link or form of its origin had this path with these parameters:
    /// the address may do something there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen_address: bool,
    /// The text to be typed is a secret that the person entered for this origin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entrusted: bool,
    /// A value of the form to be sent was read on another origin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sends_foreign_text: bool,
    /// The page has an open connection whose messages the browser cannot hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub live_channel: bool,
    /// Why the brain's provider wants a person to confirm the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cautions: Vec<String>,
}

/// One element, as the document describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetFacts {
    pub role: String,
    pub name: String,
    pub field: FieldKind,
    /// The address a click follows.
    pub href: Option<String>,
    /// A click submits the form.
    pub submits: bool,
    /// Enter in this field submits the form.
    pub enter_submits: bool,
    pub form: Option<Form>,
}

/// A form as it would be sent now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    pub action: String,
    /// `get`, `post` or `dialog`.
    pub method: String,
    /// Names and values as a person is shown them: secrets as `…`, long values cut.
    pub fields: Vec<[String; 2]>,
    /// The values by digests; `None` in journals of versions that had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// The content once the action has filled its text into a password or code field of the form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled: Option<Content>,
    /// The names of fields because of which the browser will not send the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invalid: Vec<String>,
}

/// The purpose of a field, as far as security is concerned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    #[default]
    None,
    Text,
    Password,
    OneTimeCode,
    Card,
    File,
    Choice,
}

impl FieldKind {
    /// Whether the field's value must never be shown.
    #[must_use]
    pub fn is_secret(self) -> bool {
        match self {
            Self::Password | Self::OneTimeCode | Self::Card => true,
            Self::None | Self::Text | Self::File | Self::Choice => false,
        }
    }
}

/// A request that may have a lasting effect on its server, and waits inside the browser for a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRequest {
    pub id: HeldRequestId,
    pub method: String,
    pub url: String,
    /// The document that sends it.
    pub from: Origin,
    /// Names and values in its body if it can be parsed, otherwise the body's beginning under an empty name.
    pub fields: Vec<[String; 2]>,
    /// The body by digests; `None` in journals of versions that had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
}

impl HeldRequest {
    #[must_use]
    pub fn to(&self) -> Origin {
        Origin::from_url(&self.url)
    }

    /// Whether it leaves no mark by its method: it is held for where it goes.
    #[must_use]
    pub fn only_reads(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }
}
