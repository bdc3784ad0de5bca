//! A provider's API key, kept out of logs, errors and debug output.

use std::fmt;

use super::KeyHeader;

/// A key that is sent to its provider only. `Debug` prints `ApiKey(…)`.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

/// Why a text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key is empty or has characters no key has; copy it again from your provider")]
pub struct KeyError;

impl ApiKey {
    /// Checks a key as a person pasted it.
    ///
    /// # Errors
    /// When it is empty or could not be sent in a header.
    pub fn new(pasted: &str) -> Result<Self, KeyError> {
        let key = pasted.trim();
        let sendable = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        sendable.then(|| Self(key.to_owned())).ok_or(KeyError)
    }

    /// The header that carries the key.
    #[must_use]
    pub fn header(&self, header: KeyHeader) -> (&'static str, String) {
        match header {
            KeyHeader::Bearer => ("authorization", format!("Bearer {}", self.0)),
            KeyHeader::Basic => ("authorization", format!("Basic {}", self.0)),
            KeyHeader::Bare(name) => (name, self.0.clone()),
        }
    }

    /// The text without the key. Providers often quote the beginning of a key that they refuse, so every word that begins
    /// like the key is removed, too.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let text = text.replace(&self.0, HIDDEN);
        let Some(beginning) = self.0.get(..IDENTIFYING).filter(|_| self.0.len() > IDENTIFYING) else {
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

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

const HIDDEN: &str = "…";
/// This many characters identify a key; a prefix such as `sk-proj-` alone does not.
const IDENTIFYING: usize = 10;
