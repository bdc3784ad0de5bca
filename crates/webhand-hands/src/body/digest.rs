//! Digests of values, which end up in the journal.
//!
//! A digest of a short secret can be guessed by digesting every candidate. The key is therefore kept outside of the
//! journal, and without a key a secret value has no digest: then no yes can be bound to it.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

/// The key that goes into every digest. Digests made with different keys never match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DigestKey([u8; 32]);

impl DigestKey {
    #[must_use]
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl fmt::Debug for DigestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DigestKey(…)")
    }
}

/// Digests values with the browser's key, if it has one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Digester(pub(crate) Option<DigestKey>);

impl Digester {
    /// The digest of a value in hexadecimal; `None` for a secret without a key.
    pub(crate) fn digest(self, value: &[u8], is_secret: bool) -> Option<String> {
        if is_secret && self.0.is_none() {
            return None;
        }
        let mut hash = Sha256::new();
        if let Some(DigestKey(key)) = self.0 {
            hash.update(key);
        }
        hash.update(value);
        let mut digest = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing into a string cannot fail.
            let _ = write!(digest, "{byte:02x}");
        }
        Some(digest)
    }
}
