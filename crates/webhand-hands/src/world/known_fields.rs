//! The fields of a document's forms as the page script last reported them: requests that its scripts send are read by them.

use std::collections::{BTreeMap, BTreeSet};

use webhand_model::{Content, ContentKind};

/// Secret fields by name, and anti-forgery tokens by name and digest.
#[derive(Debug, Default)]
pub(crate) struct KnownFields {
    kinds: BTreeMap<String, ContentKind>,
    tokens: BTreeSet<(String, String)>,
}

impl KnownFields {
    pub(crate) fn note(&mut self, content: &Content) {
        for field in &content.fields {
            match (field.kind, &field.digest) {
                (ContentKind::Password | ContentKind::OneTimeCode | ContentKind::Card, _)
                    if self.kinds.len() < MOST_KNOWN =>
                {
                    self.kinds.insert(field.name.clone(), field.kind);
                }
                (ContentKind::Token, Some(digest)) if self.tokens.len() < MOST_KNOWN => {
                    self.tokens.insert((field.name.clone(), digest.clone()));
                }
                _ => {}
            }
        }
    }

    /// Whether a field of this name holds a secret.
    pub(crate) fn is_secret(&self, name: &str) -> bool {
        self.kinds.contains_key(name)
    }

    pub(crate) fn kind(&self, name: &str, digest: &str) -> ContentKind {
        if self.tokens.contains(&(name.to_owned(), digest.to_owned())) {
            return ContentKind::Token;
        }
        self.kinds.get(name).copied().unwrap_or_default()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

const MOST_KNOWN: usize = 1_000;
