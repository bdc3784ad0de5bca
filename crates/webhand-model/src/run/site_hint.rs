//! What helps on one site, such as the address of its search: data that people can add to.
//!
//! Invariant: the addresses in a hint are on its own site, so that no hint leads a run elsewhere.

use serde::{Deserialize, Serialize};

use crate::text::{Accents, folded_words};
use crate::{Origin, OriginPattern, clean};

/// A hint about one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct SiteHint {
    site: OriginPattern,
    names: Vec<String>,
    text: String,
}

/// Why something is no hint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SiteHintError {
    #[error("a hint must be about one site, not about all")]
    Everywhere,
    #[error("a hint has a text of 1 to {MOST_TEXT} characters")]
    Length,
    #[error("a hint has at most {MOST_NAMES} names")]
    Names,
    #[error("{address} is not on the hint's own site")]
    Elsewhere { address: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    site: OriginPattern,
    #[serde(default)]
    names: Vec<String>,
    text: String,
}

impl TryFrom<Written> for SiteHint {
    type Error = SiteHintError;

    fn try_from(written: Written) -> Result<Self, SiteHintError> {
        let Written { site, names, text } = written;
        Self::new(site, names, &text)
    }
}

impl SiteHint {
    /// `names` are the words by which a task names the site.
    ///
    /// # Errors
    /// When it is too long, about everything, or leads elsewhere.
    pub fn new(site: OriginPattern, names: Vec<String>, text: &str) -> Result<Self, SiteHintError> {
        let text = clean(text);
        if site.is_everything() {
            return Err(SiteHintError::Everywhere);
        }
        if text.is_empty() || text.chars().count() > MOST_TEXT {
            return Err(SiteHintError::Length);
        }
        if names.len() > MOST_NAMES {
            return Err(SiteHintError::Names);
        }
        let mut addresses = text.split_whitespace().filter(|word| word.contains("://"));
        if let Some(address) = addresses.find(|address| !site.covers(&Origin::from_url(address))) {
            return Err(SiteHintError::Elsewhere { address: address.to_owned() });
        }
        Ok(Self { site, names, text })
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    #[must_use]
    pub fn is_for(&self, origin: &Origin) -> bool {
        self.site.covers(origin)
    }

    /// Whether a person who wrote this means the site.
    #[must_use]
    pub fn is_named_in(&self, task: &str) -> bool {
        let task = in_words(task);
        self.names.iter().any(|name| task.contains(&in_words(name)))
    }
}

/// Words in small letters with a blank around each, so that none is found inside another.
fn in_words(text: &str) -> String {
    folded_words(text, Accents::Keep).iter().fold(" ".to_owned(), |all, word| all + word + " ")
}

const MOST_TEXT: usize = 300;
const MOST_NAMES: usize = 10;
