//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webhand_model::{Answer, Prompt};
use webhand_port::{BrainError, Picture};

use super::draft::{Draft, Join};
use super::failure::{self, Again, Failure};
use super::options::Options;
use super::stream::StreamParser;
use super::{request, text_format};

/// Which provider and model an answer came from. Only they are given back their own record of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub provider: String,
    pub model: String,
}

/// Translates for one model of one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Translator {
    pub source: Source,
    pub options: Options,
}

impl Translator {
    /// The body of the request for the next decision.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, Failure> {
        let picture = picture.filter(|_| self.options.pictures);
        request::body(self, prompt, picture)
            .map_err(|error| Failure::never(BrainError::Rejected(format!("the request cannot be written: {error}"))))
    }

    /// Reads a whole answer to a prompt that had `turns` turns.
    ///
    /// # Errors
    /// When it is an error under a good status, a refusal, or makes no sense.
    pub fn answer(&self, turns: usize, body: &[u8]) -> Result<Answer, Failure> {
        let body: Value = serde_json::from_slice(body).map_err(|_| broken_off())?;
        if let Some(error) = failure::inside(&body) {
            return Err(error);
        }
        let mut draft = Draft::default();
        draft.add(&body, Join::Whole)?;
        draft.settle(&self.source, turns)
    }

    /// A parser for the stream that answers a prompt that had `turns` turns.
    #[must_use]
    pub fn stream(&self, turns: usize) -> StreamParser {
        StreamParser::new(self.source.clone(), turns)
    }

    /// Reads the body of a bad status. A provider that could not read its model's call shows what the model wrote;
    /// what can be read after all is an answer.
    ///
    /// # Errors
    /// In all other cases: what went wrong.
    pub fn error(&self, turns: usize, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let written = body.pointer("/error/failed_generation").and_then(Value::as_str);
        match written.and_then(text_format::read) {
            Some(said) if failure::is_botched_call(&body) => Ok(Draft::said(said).settle(&self.source, turns)?),
            Some(_) | None => Err(failure::of_status(status, &body)),
        }
    }
}

/// An answer that ended before its end.
pub(super) fn broken_off() -> Failure {
    Failure {
        error: BrainError::Malformed("the answer broke off before its end; ask again".to_owned()),
        again: Again::Later,
    }
}
