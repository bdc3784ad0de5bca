//! A streamed answer, put together from bytes that may be cut anywhere.
//!
//! Invariant: there is an answer only when the stream came to its own end; what broke off before is dropped whole.

use std::fmt;

use serde_json::Value;
use webhand_model::Answer;

use super::Asked;
use super::failure::{self, Failure, broken_off, malformed};
use super::narration::Live;
use super::sse::{Events, TooLong};

/// An answer while it comes in.
pub(crate) trait Partial: fmt::Debug + Send {
    /// Takes in the data of the next event.
    fn add(&mut self, event: &Value) -> Result<(), Failure>;

    /// Whether the provider said that nothing more comes.
    fn is_over(&self) -> bool;

    /// The text so far.
    fn text(&self) -> &str;

    /// The answer that this is, now that nothing more comes.
    fn settle(self: Box<Self>, ending: Ending) -> Result<Answer, Failure>;
}

/// Whether a stream had a mark at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Marked,
    Unmarked,
}

/// Takes in a stream piece by piece.
#[derive(Debug)]
pub struct StreamParser {
    events: Events,
    draft: Box<dyn Partial>,
    live: Live,
    taken: usize,
    ending: Ending,
}

impl StreamParser {
    pub(crate) fn new(draft: impl Partial + 'static, asked: Asked) -> Self {
        let (events, live) = (Events::default(), Live::new(asked));
        Self { events, draft: Box::new(draft), live, taken: 0, ending: Ending::Unmarked }
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
        self.ending == Ending::Marked || self.draft.is_over()
    }

    /// The answer, after the last byte.
    ///
    /// # Errors
    /// When the stream broke off, or its answer is a refusal or makes no sense.
    pub fn finish(mut self) -> Result<Answer, Failure> {
        if let Some(rest) = std::mem::take(&mut self.events).rest() {
            self.take(&rest)?;
        }
        self.draft.settle(self.ending)
    }

    fn take(&mut self, data: &[u8]) -> Result<(), Failure> {
        let data = data.trim_ascii();
        if self.is_over() || data.is_empty() {
            return Ok(());
        }
        if data == b"[DONE]" {
            self.ending = Ending::Marked;
            return Ok(());
        }
        let chunk: Value = serde_json::from_slice(data).map_err(|_| broken_off())?;
        match failure::inside(&chunk) {
            Some(error) => Err(error),
            None => self.draft.add(&chunk),
        }
    }
}

fn endless() -> Failure {
    malformed(&format!("it is longer than {} MB", MOST_BYTES >> 20))
}

/// A stream wraps every few letters in hundreds of bytes, so this is far above any sensible answer and still a bound.
const MOST_BYTES: usize = 64 << 20;
