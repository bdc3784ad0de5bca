//! The whole format in one place: what to send, and what the bytes that came back mean.

use webhand_model::{Answer, Prompt};
use webhand_port::Picture;

use super::draft::Draft;
use super::options::Options;
use super::request;
use crate::format::{
    Ending, Failure, Format, KeyHeader, Partial as _, Place, Source, StreamParser, of_status, parsed, unwritten,
};

/// Translates for one model of one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translator {
    pub source: Source,
    pub options: Options,
}

impl Format for Translator {
    fn source(&self) -> &Source {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        false
    }

    fn place(&self) -> Place {
        Place::of("chat/completions")
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    fn request(&self, prompt: &Prompt, _: Option<&Picture>) -> Result<String, Failure> {
        request::body(self, prompt).map_err(|error| unwritten(&error))
    }

    fn answer(&self, turns: usize, body: &[u8]) -> Result<Answer, Failure> {
        let mut draft = Draft::new(self.source.clone(), turns);
        draft.add(&parsed(body)?)?;
        Box::new(draft).settle(Ending::Unmarked)
    }

    fn stream(&self, turns: usize) -> StreamParser {
        StreamParser::new(Draft::new(self.source.clone(), turns))
    }

    fn error(&self, _: usize, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        Err(of_status(status, &serde_json::from_slice(body).unwrap_or_default()))
    }
}
