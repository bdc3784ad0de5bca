//! The hash chain of a journal: each line carries a hash over the hash before it and its own bytes, so that a changed,
//! missing or exchanged line shows.
//!
//! The chain has no key: it shows changes by those who cannot write the whole journal and its end anew. It is computed over
//! the bytes as they are stored, never over a value that was read and written again, because a later version may write
//! the same value differently.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::{EventKind, Millis, RunId, Seq};

/// The hash that a journal line carries.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChainHash([u8; 32]);

/// A text that is not the hash of a journal line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the hash of a journal line has 64 digits of 0-9 and a-f")]
pub struct ChainHashError;

impl ChainHash {
    /// The hash before the first line. It depends on the run, so that a journal cannot pass for another run's.
    #[must_use]
    pub fn before_first_line(run: &RunId) -> Self {
        Self(Sha256::new().chain_update(DOMAIN).chain_update(run.as_str()).finalize().into())
    }

    /// The hash of the line with this content that follows the line with this hash.
    #[must_use]
    pub fn of_next_line(&self, seq: Seq, at: Millis, wall: u64, body: &[u8]) -> Self {
        let mut hasher = Sha256::new().chain_update(self.0);
        for number in [seq.0, at.0, wall] {
            hasher.update(number.to_le_bytes());
        }
        Self(hasher.chain_update(body).finalize().into())
    }

    /// The hash of the line that the event becomes. `None` for an event that cannot be written, which no store accepts.
    #[must_use]
    pub fn of_next_event(&self, seq: Seq, at: Millis, wall: u64, kind: &EventKind) -> Option<Self> {
        let body = serde_json::to_vec(kind).ok()?;
        Some(self.of_next_line(seq, at, wall, &body))
    }

    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChainHash({self})")
    }
}

impl FromStr for ChainHash {
    type Err = ChainHashError;

    fn from_str(text: &str) -> Result<Self, ChainHashError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 64 || !text.bytes().all(is_digit) {
            return Err(ChainHashError);
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            let digits = text.get(at..at + 2).ok_or(ChainHashError)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| ChainHashError)?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for ChainHash {
    type Error = ChainHashError;

    fn try_from(text: String) -> Result<Self, ChainHashError> {
        text.parse()
    }
}

impl From<ChainHash> for String {
    fn from(hash: ChainHash) -> Self {
        hash.to_string()
    }
}

/// One line of a journal as it is stored: the bytes of its body, not their meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalLine {
    pub seq: Seq,
    pub at: Millis,
    pub wall: u64,
    /// The JSON of an [`EventKind`].
    pub body: String,
    pub hash: Option<ChainHash>,
}

impl JournalLine {
    /// Reads a line that a store keeps as the JSON of an [`crate::Event`].
    ///
    /// # Errors
    /// When the line is not one, or could be written in another way: each byte of it counts.
    pub fn from_json(line: &str) -> Result<Self, serde_json::Error> {
        let written: WrittenLine<'_> = serde_json::from_str(line)?;
        if serde_json::to_string(&written)? != line {
            return Err(serde::de::Error::custom("the line is not written as webhand writes it"));
        }
        let WrittenLine { seq, at, wall, what, hash } = written;
        Ok(Self { seq, at, wall, body: what.get().to_owned(), hash })
    }
}

/// The fields of an event in the order in which it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLine<'a> {
    seq: Seq,
    at: Millis,
    wall: u64,
    #[serde(borrow)]
    what: &'a RawValue,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<ChainHash>,
}

/// Where a store says that a journal ends, kept apart from the lines, so that missing last lines show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalEnd {
    pub seq: Seq,
    /// The hash of the last line; `None` for a journal that ended before lines were chained.
    pub hash: Option<ChainHash>,
}

/// The extent to which the chain covers an unchanged journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainState {
    /// Every line is the one that was written.
    Whole { lines: u64 },
    /// The first lines are older than the chain and cannot be checked; every later line is the one that was written.
    PartlyChained { before_chaining: u64, lines: u64 },
    /// All lines are older than the chain.
    BeforeChaining { lines: u64 },
}

/// Where a journal is not the one that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainBreak {
    #[error("line {0} is missing")]
    Missing(Seq),
    #[error("line {0} or the one before it was changed after it was written")]
    Changed(Seq),
    #[error("line {0} carries no hash although an earlier line does")]
    Unchained(Seq),
    #[error("the journal ends at line {found}, but it was written up to line {written}")]
    Cut { found: Seq, written: Seq },
    #[error("the last line, {0}, is not the one that was written last")]
    OtherEnd(Seq),
}

impl ChainBreak {
    /// The first line that is not as it was written.
    #[must_use]
    pub fn line(&self) -> Seq {
        match self {
            Self::Missing(line) | Self::Changed(line) | Self::Unchained(line) | Self::OtherEnd(line) => *line,
            Self::Cut { found, .. } => found.next(),
        }
    }
}

/// Checks a journal against its chain and, where the store keeps it, its end.
///
/// # Errors
/// The first place at which the journal is not the one that was written.
pub fn verify_chain(run: &RunId, lines: &[JournalLine], end: Option<JournalEnd>) -> Result<ChainState, ChainBreak> {
    let mut head = None;
    let mut before_chaining = 0;
    for (line, number) in lines.iter().zip(1..) {
        if line.seq.0 != number {
            return Err(ChainBreak::Missing(Seq(number)));
        }
        let previous = head.unwrap_or_else(|| ChainHash::before_first_line(run));
        match line.hash {
            None if head.is_some() => return Err(ChainBreak::Unchained(line.seq)),
            None => before_chaining = number,
            Some(hash) if hash == previous.of_next_line(line.seq, line.at, line.wall, line.body.as_bytes()) => {
                head = Some(hash);
            }
            Some(_) => return Err(ChainBreak::Changed(line.seq)),
        }
    }
    let last = lines.last().map_or(Seq(0), |line| line.seq);
    if let Some(end) = end {
        if end.seq != last {
            return Err(ChainBreak::Cut { found: last, written: end.seq });
        }
        if end.hash != head {
            return Err(ChainBreak::OtherEnd(last));
        }
    }
    Ok(match (before_chaining, last.0) {
        (0, lines) => ChainState::Whole { lines },
        (before_chaining, lines) if before_chaining == lines => ChainState::BeforeChaining { lines },
        (before_chaining, lines) => ChainState::PartlyChained { before_chaining, lines },
    })
}

/// Keeps hashes of this chain apart from any other use of the same function.
const DOMAIN: &[u8] = b"webhand journal 1\n";

#[cfg(test)]
mod tests;
