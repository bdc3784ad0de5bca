//! A streamed answer, assembled from bytes that may be cut anywhere.
//!
//! Invariant: there is an answer only if the stream is complete; a stream that broke off is dropped whole.

use std::fmt;

use serde_json::Value;
use webhand_model::BrainAnswer;

use super::ExpectedAnswer;
use super::failure::{self, ProviderFailure, malformed, truncated_answer};
use super::narration::LiveText;
use super::sse::{EventTooLong, SseParser};

/// Assembles the events of one provider's stream into an answer.
pub(crate) trait ResponseAssembler: fmt::Debug + Send {
    /// Applies the data of the next event.
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure>;

    /// Whether an event ended the stream.
    fn is_complete(&self) -> bool;

    /// The text so far.
    fn text(&self) -> &str;

    /// The answer, after the last event.
    fn finish(self: Box<Self>, end: EndMarker) -> Result<BrainAnswer, ProviderFailure>;
}

/// Whether a stream ended with `[DONE]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndMarker {
    Seen,
    Missing,
}

/// Parses a stream piece by piece.
#[derive(Debug)]
pub struct StreamParser {
    events: SseParser,
    assembler: Box<dyn ResponseAssembler>,
    live: LiveText,
    taken: usize,
    end: EndMarker,
}

impl StreamParser {
    pub(crate) fn new(assembler: impl ResponseAssembler + 'static, expected: ExpectedAnswer) -> Self {
        let (events, live) = (SseParser::default(), LiveText::new(expected));
        Self { events, assembler: Box::new(assembler), live, taken: 0, end: EndMarker::Missing }
    }

    /// Applies the next bytes and returns the new text for the person.
    ///
    /// # Errors
    /// When the stream holds an error or is malformed. Nothing of the stream is used then.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<&str, ProviderFailure> {
        self.taken += bytes.len();
        if self.taken > MOST_BYTES {
            return Err(endless());
        }
        for byte in bytes {
            if let Some(data) = self.events.push(*byte).map_err(|EventTooLong| endless())? {
                self.handle_event(&data)?;
            }
        }
        Ok(self.live.next(self.assembler.text()))
    }

    /// Whether the stream is complete, although the connection may still be open.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end == EndMarker::Seen || self.assembler.is_complete()
    }

    /// The answer, after the last byte.
    ///
    /// # Errors
    /// When the stream broke off, or its answer is a refusal or malformed.
    pub fn finish(mut self) -> Result<BrainAnswer, ProviderFailure> {
        if let Some(rest) = std::mem::take(&mut self.events).rest() {
            self.handle_event(&rest)?;
        }
        self.assembler.finish(self.end)
    }

    fn handle_event(&mut self, data: &[u8]) -> Result<(), ProviderFailure> {
        let data = data.trim_ascii();
        if self.is_complete() || data.is_empty() {
            return Ok(());
        }
        if data == b"[DONE]" {
            self.end = EndMarker::Seen;
            return Ok(());
        }
        let chunk: Value = serde_json::from_slice(data).map_err(|_| truncated_answer())?;
        match failure::error_in_body(&chunk) {
            Some(error) => Err(error),
            None => self.assembler.push_event(&chunk),
        }
    }
}

fn endless() -> ProviderFailure {
    malformed(&format!("it is longer than {} MB", MOST_BYTES >> 20))
}

/// The longest stream. Each few letters take hundreds of bytes of it, so any sensible answer is far below.
const MOST_BYTES: usize = 64 << 20;
