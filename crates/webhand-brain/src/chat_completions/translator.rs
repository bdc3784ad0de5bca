//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Prompt};
use webhand_port::Picture;

use super::draft::{Draft, Join, Streamed};
use super::options::Options;
use super::request;
use crate::format::{
    Failure, Format, KeyHeader, Place, Source, StreamParser, inside, is_botched_call, of_status, parsed, read_text,
    unwritten,
};

/// Translates for one model of one provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Translator {
    pub source: Source,
    pub options: Options,
}

impl Format for Translator {
    fn source(&self) -> &Source {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn place(&self) -> Place {
        Place::of("chat/completions")
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    fn request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, Failure> {
        let picture = picture.filter(|_| self.options.pictures);
        request::body(self, prompt, picture).map_err(|error| unwritten(&error))
    }

    fn answer(&self, turns: usize, body: &[u8]) -> Result<Answer, Failure> {
        let body = parsed(body)?;
        if let Some(error) = inside(&body) {
            return Err(error);
        }
        let mut draft = Draft::default();
        draft.add(&body, Join::Whole)?;
        draft.settle(&self.source, turns, self.options.tools)
    }

    fn stream(&self, turns: usize) -> StreamParser {
        let Self { source, options } = self;
        StreamParser::new(Streamed {
            source: source.clone(),
            turn: turns,
            tools: options.tools,
            draft: Draft::default(),
        })
    }

    fn error(&self, turns: usize, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let written = body.pointer("/error/failed_generation").and_then(Value::as_str);
        match written.and_then(read_text) {
            Some(said) if is_botched_call(&body) => {
                Ok(Draft::said(said).settle(&self.source, turns, self.options.tools)?)
            }
            Some(_) | None => Err(of_status(status, &body)),
        }
    }
}
