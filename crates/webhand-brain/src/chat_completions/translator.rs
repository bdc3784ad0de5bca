//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Prompt};
use webhand_port::{Picture, Saying};

use super::draft::{Draft, Join, Streamed};
use super::options::Options;
use super::request;
use crate::format::{
    Asked, Failure, Format, Place, Source, StreamParser, is_botched_call, of_status, read_text, sound,
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

    fn body(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::body(self, prompt, picture)
    }

    fn words(&self, saying: Saying<'_>) -> serde_json::Result<String> {
        request::words(self, saying)
    }

    fn answer(&self, asked: Asked, body: &[u8]) -> Result<Answer, Failure> {
        let body = sound(body)?;
        let mut draft = Draft::default();
        draft.add(&body, Join::Whole)?;
        draft.settle(&self.source, asked, self.options.tools)
    }

    fn stream(&self, asked: Asked) -> StreamParser {
        let Self { source, options } = self;
        let draft = Streamed { source: source.clone(), asked, tools: options.tools, draft: Draft::default() };
        StreamParser::new(draft, asked)
    }

    fn error(&self, asked: Asked, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let written = body.pointer("/error/failed_generation").and_then(Value::as_str);
        match written.and_then(read_text) {
            Some(said) if is_botched_call(&body) => {
                Ok(Draft::said(said).settle(&self.source, asked, self.options.tools)?)
            }
            Some(_) | None => Err(of_status(status, &body)),
        }
    }
}
