//! The token that a client of the server must know.

use std::fmt;

use subtle::ConstantTimeEq as _;
use uuid::Uuid;

/// 64 hexadecimal digits, generated once and stored in a file that only its owner can read. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The keys of a server.
#[derive(Debug, Clone)]
pub struct ServerKeys {
    /// Starts runs and acts, and never approves.
    pub agent: Token,
    /// The person's own: approves, takes over and changes settings.
    pub owner: Token,
}

impl ServerKeys {
    /// Generates random keys.
    #[must_use]
    pub fn generate() -> Self {
        Self { agent: Token::generate(), owner: Token::generate() }
    }
}

/// The text is no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a token is {LENGTH} hexadecimal digits and nothing else; delete the file and another is made")]
pub struct InvalidToken;

impl Token {
    /// Generates a random token.
    #[must_use]
    pub fn generate() -> Self {
        Self(random_secret())
    }

    /// Parses a token as [`Token::as_secret_text`] writes it; white space around it is ignored.
    ///
    /// # Errors
    /// When the text cannot be a token.
    pub fn parse(text: &str) -> Result<Self, InvalidToken> {
        let text = text.trim();
        let fits = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidToken) }
    }

    /// Whether `offered` is this token. Takes constant time, so that the difference cannot be measured.
    #[must_use]
    pub fn matches(&self, offered: &str) -> bool {
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

/// A text with 244 random bits of the operating system.
pub(crate) fn random_secret() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

const LENGTH: usize = 64;
