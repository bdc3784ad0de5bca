//! The whole format in one place: what to send, and what the bytes that came back mean.

use webhand_model::{Answer, Prompt};
use webhand_port::{Picture, Saying};

use super::draft::Draft;
use super::options::Options;
use super::request;
use crate::format::{Asked, Ending, Failure, Format, Partial as _, Place, Source, StreamParser, parsed};

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

    fn body(&self, prompt: &Prompt, _: Option<&Picture>) -> serde_json::Result<String> {
        request::body(self, prompt)
    }

    fn words(&self, saying: Saying<'_>) -> serde_json::Result<String> {
        request::words(self, saying)
    }

    fn answer(&self, asked: Asked, body: &[u8]) -> Result<Answer, Failure> {
        let mut draft = Draft::new(self.source.clone(), asked);
        draft.add(&parsed(body)?)?;
        Box::new(draft).settle(Ending::Unmarked)
    }

    fn stream(&self, asked: Asked) -> StreamParser {
        StreamParser::new(Draft::new(self.source.clone(), asked), asked)
    }
}
