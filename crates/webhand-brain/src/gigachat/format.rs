//! The format as an implementation of [`Format`]: requests, responses and errors.

use webhand_model::{BrainAnswer, Prompt};
use webhand_port::{ChatRequest, Picture};

use super::assembler::GigaChatAssembler;
use super::options::GigaChatOptions;
use super::request;
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, Format, ProviderFailure, RequestPath, ResponseAssembler as _,
    StreamParser, parse_json_body,
};

/// Translates between prompts and this provider's format, for one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GigaChatFormat {
    pub source: AnswerOrigin,
    pub options: GigaChatOptions,
}

impl Format for GigaChatFormat {
    fn source(&self) -> &AnswerOrigin {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        false
    }

    fn request_path(&self) -> RequestPath {
        RequestPath::new("chat/completions")
    }

    fn write_decision(&self, prompt: &Prompt, _: Option<&Picture>) -> serde_json::Result<String> {
        request::write_decision(self, prompt)
    }

    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String> {
        request::write_reply(self, saying)
    }

    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let mut assembler = GigaChatAssembler::new(self.source.clone(), expected);
        assembler.push_event(&parse_json_body(body)?)?;
        Box::new(assembler).finish(EndMarker::Missing)
    }

    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser {
        StreamParser::new(GigaChatAssembler::new(self.source.clone(), expected), expected)
    }
}
