//! The keys of the dashboard: a code that is good once, and the token of a session that it is exchanged for.
//!
//! Invariant: a session's token is made from the owner's key and checked by it, so it holds after a restart and nothing
//! is stored; a new owner's key ends all sessions.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use tokio::time::Instant;

use super::token::{Token, random_secret};

#[derive(Debug)]
pub(crate) struct DashboardKeys {
    owner: Token,
    codes: Mutex<Vec<(Token, Instant)>>,
}

impl DashboardKeys {
    pub fn new(owner: Token) -> Self {
        Self { owner, codes: Mutex::default() }
    }

    /// A new code. The oldest is void when there are too many.
    pub fn new_code(&self) -> Token {
        let (code, mut codes) = (Token::generate(), self.codes());
        codes.push((code.clone(), Instant::now()));
        let too_many = codes.len().saturating_sub(MOST_CODES);
        codes.drain(..too_many);
        code
    }

    pub fn is_code(&self, offered: &str) -> bool {
        self.codes()
            .iter()
            .fold(false, |found, (code, made)| (code.matches(offered) && made.elapsed() < CODE_LIFE) || found)
    }

    /// Exchanges a code for the token of a session; `None` when it was used meanwhile.
    pub fn redeem(&self, offered: &str) -> Option<String> {
        let mut codes = self.codes();
        let at = codes.iter().position(|(code, made)| code.matches(offered) && made.elapsed() < CODE_LIFE)?;
        codes.remove(at);
        Some(self.session_token(unix_time() + SESSION_LIFE.as_secs(), &random_secret()))
    }

    /// Whether this is the owner's key, or the token of one of their sessions.
    pub fn is_owner(&self, offered: &str) -> bool {
        let is_key = self.owner.matches(offered);
        let is_session = offered.len() == 64 && offered.is_ascii() && {
            let (claim, _) = offered.split_at(CLAIM);
            let (until, nonce) = claim.split_at(UNTIL);
            let expected = self.signed(until, nonce);
            let is_signed: bool = expected.as_bytes().ct_eq(offered.as_bytes()).into();
            is_signed && u64::from_str_radix(until, 16).is_ok_and(|until| until > unix_time())
        };
        is_key || is_session
    }

    fn session_token(&self, until: u64, nonce: &str) -> String {
        self.signed(&format!("{until:0UNTIL$x}"), nonce.get(..CLAIM - UNTIL).unwrap_or_default())
    }

    /// The claim with its signature. All parts have a fixed length, so that no two claims are signed alike.
    fn signed(&self, until: &str, nonce: &str) -> String {
        let key = self.owner.as_secret_text();
        let digest =
            Sha256::new().chain_update(key).chain_update(until).chain_update(nonce).chain_update(key).finalize();
        let mut token = format!("{until}{nonce}");
        for byte in digest.iter().take((64 - CLAIM) / 2) {
            // Writing into a string cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        token
    }

    fn codes(&self) -> MutexGuard<'_, Vec<(Token, Instant)>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Hexadecimal digits of the end of a session, and of that with a random number behind it.
const UNTIL: usize = 10;
const CLAIM: usize = 32;
const MOST_CODES: usize = 8;
const CODE_LIFE: Duration = Duration::from_mins(15);
const SESSION_LIFE: Duration = Duration::from_hours(24 * 30);

#[cfg(test)]
mod tests;
