//! What the browser knows about an action before it happens. The guard judges by these, never by labels.

use serde::{Deserialize, Serialize};

use crate::{HeldRequestId, Origin};

/// The facts of one action at the moment it is judged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Whose document would be touched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The element, read freshly; for keys without a target, the one that has the focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetFacts>,
    /// Other origins of this run on which the text to be typed was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_on: Vec<Origin>,
    /// The address to be opened stood in a link of this run's pages, or the person wrote it: nothing in it is composed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub known_link: bool,
    /// What is to be typed is a secret that the person entered for this origin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entrusted: bool,
    /// Why the brain's own provider wants a person to confirm it.
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
    pub fields: Vec<[String; 2]>,
}

/// What a field is for, as far as security is concerned.
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
    /// Whether what it holds must never be shown.
    #[must_use]
    pub fn is_secret(self) -> bool {
        match self {
            Self::Password | Self::OneTimeCode | Self::Card => true,
            Self::None | Self::Text | Self::File | Self::Choice => false,
        }
    }
}

/// A request that would leave a mark at its far end and waits inside the browser for a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRequest {
    pub id: HeldRequestId,
    pub method: String,
    pub url: String,
    /// The document that sends it.
    pub from: Origin,
    /// Names and values of its body where they can be told, else the body's beginning under an empty name.
    pub fields: Vec<[String; 2]>,
}

impl HeldRequest {
    #[must_use]
    pub fn to(&self) -> Origin {
        Origin::from_url(&self.url)
    }
}
