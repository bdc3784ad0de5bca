//! A fixed sequence of words, as the language files write it.

use serde::Deserialize;

use crate::language::pattern::starts_with_words;
use crate::language::tokens::{WordToken, fold_text};

/// Several words in order, folded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(crate) struct WordSequence(Vec<String>);

impl From<String> for WordSequence {
    fn from(written: String) -> Self {
        Self(written.split_whitespace().map(fold_text).collect())
    }
}

impl WordSequence {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the words occur anywhere in a folded text.
    pub(crate) fn is_in(&self, text: &[String]) -> bool {
        text.windows(self.0.len().max(1)).any(|window| window == self.0)
    }

    /// Whether a folded text begins with the words.
    pub(crate) fn begins(&self, text: &[String]) -> bool {
        text.starts_with(&self.0)
    }

    /// Whether the tokens begin with the words, unquoted.
    pub(crate) fn begins_tokens(&self, tokens: &[WordToken]) -> bool {
        starts_with_words(&self.0, tokens)
    }
}
