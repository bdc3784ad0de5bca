//! Sites that the person saved under a name.

use serde::{Deserialize, Serialize};

use crate::{AddressError, WebUrl, fold_text};

/// A name that the person gave an address. Saving it lets a run go there and read; whatever leaves a mark still asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTool {
    pub name: String,
    pub url: WebUrl,
}

/// Why a tool cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedToolError {
    #[error("the name of a tool has from 1 to {} letters, digits, blanks or any of - _ .", SavedTool::LONGEST_NAME)]
    Name,
    #[error("{0}: {1}")]
    Address(String, #[source] AddressError),
}

impl SavedTool {
    pub const LONGEST_NAME: usize = 40;
    /// How many tools a run can have.
    pub const MOST: usize = 50;

    /// A tool as a person writes it.
    ///
    /// # Errors
    /// When the name or the address is none.
    pub fn parse(name: &str, url: &str) -> Result<Self, SavedToolError> {
        let name = name.trim();
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
        if name.is_empty() || name.chars().count() > Self::LONGEST_NAME || !name.chars().all(is_plain) {
            return Err(SavedToolError::Name);
        }
        let url = WebUrl::parse(url).map_err(|error| SavedToolError::Address(name.to_owned(), error))?;
        Ok(Self { name: name.to_owned(), url })
    }

    /// Whether a brain means this tool; it need not write capitals and accents.
    #[must_use]
    pub fn is_called(&self, written: &str) -> bool {
        fold_text(&self.name) == fold_text(written.trim())
    }
}
