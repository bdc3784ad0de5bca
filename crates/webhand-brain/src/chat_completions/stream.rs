//! A streamed answer, put together from bytes that may be cut anywhere.
//!
//! Invariant: there is an answer only when the stream came to its own end; what broke off before is dropped whole.

use serde_json::Value;
use webhand_model::Answer;
use webhand_port::BrainError;

use super::draft::{Draft, Join};
use super::failure::{self, Failure};
use super::narration::Live;
use super::sse::{Events, TooLong};
use super::translator::{Source, broken_off};

/// Takes in a stream piece by piece.
#[derive(Debug)]
pub struct StreamParser {
    source: Source,
    turn: usize,
    events: Events,
    draft: Draft,
    live: Live,
    taken: usize,
    done: bool,
}

impl StreamParser {
    pub(super) fn new(source: Source, turn: usize) -> Self {
        Self {
            source,
            turn,
            events: Events::default(),
            draft: Draft::default(),
            live: Live::default(),
            taken: 0,
            done: false,
        }
    }

    /// Takes in the next bytes and returns the text for the person that they brought.
    ///
    /// # Errors
    /// When the stream holds an error, or what cannot be part of one. Nothing of the stream is used then.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<&str, Failure> {
        self.taken += bytes.len();
        if self.taken > MOST_BYTES {
            return Err(endless());
        }
        for byte in bytes {
            if let Some(data) = self.events.push(*byte).map_err(|TooLong| endless())? {
                self.take(&data)?;
            }
        }
        Ok(self.live.next(self.draft.text()))
    }

    /// Whether the stream has said that nothing more comes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.done
    }

    /// The answer, after the last byte.
    ///
    /// # Errors
    /// When the stream broke off, or its answer is a refusal or makes no sense.
    pub fn finish(mut self) -> Result<Answer, Failure> {
        if let Some(rest) = std::mem::take(&mut self.events).rest() {
            self.take(&rest)?;
        }
        if !self.done && !self.draft.is_finished() {
            return Err(broken_off());
        }
        self.draft.settle(&self.source, self.turn)
    }

    fn take(&mut self, data: &[u8]) -> Result<(), Failure> {
        let data = data.trim_ascii();
        if self.done || data.is_empty() {
            return Ok(());
        }
        if data == b"[DONE]" {
            self.done = true;
            return Ok(());
        }
        let chunk: Value = serde_json::from_slice(data).map_err(|_| broken_off())?;
        match failure::inside(&chunk) {
            Some(error) => Err(error),
            None => self.draft.add(&chunk, Join::Pieces),
        }
    }
}

fn endless() -> Failure {
    Failure::never(BrainError::Malformed(format!("it is longer than {} MB", MOST_BYTES >> 20)))
}

/// A stream wraps every few letters in hundreds of bytes, so this is far above any sensible answer and still a bound.
const MOST_BYTES: usize = 64 << 20;
