//! How many tokens a text costs a model, by the vocabulary `o200k`.

use anyhow::Result;
use tiktoken_rs::CoreBPE;

/// The vocabulary; loading it takes a moment, so one is made and kept.
pub struct Tokens(CoreBPE);

impl Tokens {
    /// # Errors
    /// When the vocabulary that is built in cannot be read.
    pub fn load() -> Result<Self> {
        Ok(Self(tiktoken_rs::o200k_base()?))
    }

    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        self.0.encode_ordinary(text).len()
    }
}
