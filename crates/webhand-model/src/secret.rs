//! What a person entered for a page and nobody else may read: a name for brains, the text for the hands alone.
//!
//! Invariant: the text is in no type that is written down, shown or sent.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Origin;

/// A text that is neither shown nor written down.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// What a secret is called: 1 to 32 characters of `a-z`, `0-9`, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretName(String);

/// What a secret is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretUse {
    pub name: SecretName,
    /// The only origin it is typed on.
    pub origin: Origin,
}

/// Why a text is not taken as a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error(
        "a secret has {} to {} characters; type a shorter one into the page yourself",
        Secret::SHORTEST,
        Secret::LONGEST
    )]
    Length,
    #[error("a secret is one line")]
    Lines,
    #[error("a secret is called by 1 to 32 characters of a-z, 0-9, _ and -")]
    Name,
}

impl Secret {
    /// A shorter one would be found everywhere in a page, and could not be kept out of what is told of it.
    pub const SHORTEST: usize = 4;
    pub const LONGEST: usize = 256;

    /// # Errors
    /// When it is too short to be kept, or too long.
    pub fn new(written: &str) -> Result<Self, SecretError> {
        let text = written.trim_end_matches(['\r', '\n']);
        if text.chars().any(char::is_control) {
            return Err(SecretError::Lines);
        }
        let fits = (Self::SHORTEST..=Self::LONGEST).contains(&text.chars().count());
        fits.then(|| Self(text.to_owned())).ok_or(SecretError::Length)
    }

    /// The text itself, for the hands and for finding it in what they tell.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl SecretName {
    /// What a brain writes where the secret is to be typed.
    #[must_use]
    pub fn placeholder(&self) -> String {
        format!("{OPEN}{}{CLOSE}", self.0)
    }

    /// The name in a text that is a placeholder and nothing else.
    #[must_use]
    pub fn in_placeholder(text: &str) -> Option<Self> {
        let name = text.trim().strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
        Self::try_from(name.trim().to_owned()).ok()
    }
}

impl TryFrom<String> for SecretName {
    type Error = SecretError;

    fn try_from(text: String) -> Result<Self, SecretError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
        let fits = (1..=32).contains(&text.len()) && text.chars().all(plain);
        fits.then_some(Self(text)).ok_or(SecretError::Name)
    }
}

impl From<SecretName> for String {
    fn from(name: SecretName) -> Self {
        name.0
    }
}

impl fmt::Display for SecretName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const OPEN: &str = "{{secret:";
const CLOSE: &str = "}}";
