//! The secret that whoever uses the server must know.

use std::fmt;

use subtle::ConstantTimeEq as _;
use uuid::Uuid;

/// 64 hexadecimal digits, drawn once and kept in a file that only its owner can read. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A text that is no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a token is {LENGTH} hexadecimal digits and nothing else; delete the file and another is made")]
pub struct NotAToken;

impl Token {
    /// Draws a new one.
    #[must_use]
    pub fn draw() -> Self {
        Self(draw_secret())
    }

    /// Reads one as [`Token::as_secret_text`] wrote it; white space around it does not matter.
    ///
    /// # Errors
    /// When the text cannot be a token.
    pub fn read(text: &str) -> Result<Self, NotAToken> {
        let text = text.trim();
        let fits = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if fits { Ok(Self(text.to_owned())) } else { Err(NotAToken) }
    }

    /// Whether this is what somebody offered. Takes equally long wherever the two differ.
    #[must_use]
    pub fn is(&self, offered: &str) -> bool {
        self.0.as_bytes().ct_eq(offered.as_bytes()).into()
    }

    /// The secret itself, to be written into its file.
    #[must_use]
    pub fn as_secret_text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A text nobody can guess: 244 random bits of the operating system.
pub(crate) fn draw_secret() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

const LENGTH: usize = 64;
