//! Secrets that a person enters for a page: brains know the name, only the hands know the text.
//!
//! Invariant: no type that is stored, shown or sent contains the text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Origin;

/// A secret text, which is never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The name of a secret: 1 to 32 characters of `a-z`, `0-9`, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretName(String);

/// A secret's name and the origin it is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretUse {
    pub name: SecretName,
    /// The only origin it is typed on.
    pub origin: Origin,
}

/// Why a text or a name is not accepted for a secret.
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
    /// A shorter secret would occur in ordinary page text, from which it could not be redacted.
    pub const SHORTEST: usize = 4;
    pub const LONGEST: usize = 256;

    /// # Errors
    /// When it is too short to be redacted, or too long.
    pub fn new(written: &str) -> Result<Self, SecretError> {
        let text = written.trim_end_matches(['\r', '\n']);
        if text.chars().any(char::is_control) {
            return Err(SecretError::Lines);
        }
        let fits = (Self::SHORTEST..=Self::LONGEST).contains(&text.chars().count());
        fits.then(|| Self(text.to_owned())).ok_or(SecretError::Length)
    }

    /// The text itself, for the hands and for redacting their reports.
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
    /// The text that a brain writes in the place of the secret.
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
