//! Keys of pairings and what is proven with them.
//!
//! A code has 60 random bits, is stretched and good for minutes, so nobody can search for it in time. The proofs name
//! their direction, both nonces and the address that the extension dialled: one of them is of no use in the other
//! direction, on another connection, or to a program that only passes messages on from another address.

use std::fmt::{self, Write as _};
use std::num::NonZeroU32;

use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{hmac, pbkdf2};

/// The key that both sides of a pairing know. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PairingKey([u8; 32]);

/// The facts that a proof is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transcript<'a> {
    /// Absent while pairing.
    pub device: Option<&'a str>,
    /// Host and port that the extension dialled.
    pub host: &'a str,
    pub extension_nonce: &'a str,
    pub server_nonce: &'a str,
}

/// The side that proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Server,
    Extension,
}

impl PairingKey {
    /// The key of a code as a person writes it.
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).map(plain_letter).collect();
        let mut key = [0; 32];
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, STRETCHED, SALT, plain.as_bytes(), &mut key);
        Self(key)
    }

    /// Reads a key as [`Self::as_secret_text`] writes it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(key))
    }

    /// The secret itself, to be written into its file.
    #[must_use]
    pub fn as_secret_text(&self) -> String {
        hex(&self.0)
    }

    pub(super) fn prove(&self, side: Side, about: Transcript<'_>) -> String {
        hex(hmac::sign(&self.mac(), about.text(side.label()).as_bytes()).as_ref())
    }

    /// Whether the other side knows the key. Takes constant time.
    pub(super) fn is_proven(&self, side: Side, about: Transcript<'_>, proof: &str) -> bool {
        Self::parse(proof)
            .is_some_and(|proof| hmac::verify(&self.mac(), about.text(side.label()).as_bytes(), &proof.0).is_ok())
    }

    /// The lasting key of a device that was paired with this one.
    pub(super) fn device_key(&self, about: Transcript<'_>, device: &str) -> Self {
        let tag = hmac::sign(&self.mac(), about.text(&format!("device {device}")).as_bytes());
        let mut key = [0; 32];
        for (byte, made) in key.iter_mut().zip(tag.as_ref()) {
            *byte = *made;
        }
        Self(key)
    }

    fn mac(&self) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.0)
    }
}

impl fmt::Debug for PairingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PairingKey(…)")
    }
}

impl Side {
    fn label(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Extension => "extension",
        }
    }
}

impl Transcript<'_> {
    /// No part can hold a line end: names and nonces are checked when they arrive, and the host is one of the server's own.
    fn text(self, label: &str) -> String {
        let Self { device, host, extension_nonce, server_nonce } = self;
        let device = device.unwrap_or("-");
        format!("webhand hands 1\n{label}\n{device}\n{host}\n{extension_nonce}\n{server_nonce}")
    }
}

/// A new code, in groups that are easy to copy; `None` when the system gives no random numbers.
#[must_use]
pub fn new_code() -> Option<String> {
    let mut random = [0_u8; CODE_LENGTH];
    SystemRandom::new().fill(&mut random).ok()?;
    let mut code = String::new();
    for (at, byte) in random.iter().enumerate() {
        if at > 0 && at % GROUP == 0 {
            code.push('-');
        }
        code.push(char::from(*LETTERS.get(usize::from(byte & 31))?));
    }
    Some(code)
}

/// Letters that are mistaken for digits count as these.
fn plain_letter(letter: char) -> char {
    match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH: usize = 12;
const GROUP: usize = 4;
const SALT: &[u8] = b"webhand pairing 1";
const STRETCHED: NonZeroU32 = NonZeroU32::MIN.saturating_add(19_999);
