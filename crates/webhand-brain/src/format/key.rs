//! A provider's key, kept out of everything that can be read.

use std::fmt;

use super::KeyHeader;

/// A key that only its provider gets to see. It prints as `Key(…)`.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// Why a text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key is empty or has characters no key has; copy it again from your provider")]
pub struct KeyError;

impl Key {
    /// Takes a key as a person pasted it.
    ///
    /// # Errors
    /// When it is empty or could not be sent in a header.
    pub fn new(pasted: &str) -> Result<Self, KeyError> {
        let key = pasted.trim();
        let sendable = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        sendable.then(|| Self(key.to_owned())).ok_or(KeyError)
    }

    /// The value of the header it travels in.
    #[must_use]
    pub fn header(&self, header: KeyHeader) -> (&'static str, String) {
        match header {
            KeyHeader::Bearer => ("authorization", format!("Bearer {}", self.0)),
            KeyHeader::Basic => ("authorization", format!("Basic {}", self.0)),
            KeyHeader::Bare(name) => (name, self.0.clone()),
        }
    }

    /// The text without the key. Providers like to quote the beginning of a key that they refuse, so every word
    /// that begins like the key goes, too.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let text = text.replace(&self.0, HIDDEN);
        let Some(beginning) = self.0.get(..TELLING).filter(|_| self.0.len() > TELLING) else {
            return text;
        };
        let mut shown = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find(beginning) {
            shown.push_str(&rest[..at]);
            shown.push_str(HIDDEN);
            let word = &rest[at..];
            rest = &word[word.find(char::is_whitespace).unwrap_or(word.len())..];
        }
        shown.push_str(rest);
        shown
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

const HIDDEN: &str = "…";
/// How many characters of a key already give it away; `sk-proj-` alone does not.
const TELLING: usize = 10;
