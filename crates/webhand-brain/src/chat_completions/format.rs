//! The format as an implementation of [`Format`]: requests, responses and errors.

use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt};
use webhand_port::{ChatRequest, Picture};

use super::assembler::{CallJoin, ChatAssembler, ChatStreamAssembler};
use super::options::ChatCompletionsOptions;
use super::request;
use crate::format::{
    AnswerOrigin, ExpectedAnswer, Format, ProviderFailure, RequestPath, StreamParser, failure_from_status,
    is_invalid_call_error, parse_success_body, parse_text_calls,
};

/// Translates between prompts and this provider's format, for one model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatCompletionsFormat {
    pub source: AnswerOrigin,
    pub options: ChatCompletionsOptions,
}

impl Format for ChatCompletionsFormat {
    fn source(&self) -> &AnswerOrigin {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn request_path(&self) -> RequestPath {
        RequestPath::new("chat/completions")
    }

    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::write_decision(self, prompt, picture)
    }

    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String> {
        request::write_reply(self, saying)
    }

    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let body = parse_success_body(body)?;
        let mut assembler = ChatAssembler::default();
        assembler.push(&body, CallJoin::Whole)?;
        assembler.build(&self.source, expected, self.options.tools)
    }

    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser {
        let Self { source, options } = self;
        let assembler = ChatStreamAssembler {
            source: source.clone(),
            expected,
            tools: options.tools,
            assembler: ChatAssembler::default(),
        };
        StreamParser::new(assembler, expected)
    }

    fn parse_error(&self, expected: ExpectedAnswer, status: u16, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let written = body.pointer("/error/failed_generation").and_then(Value::as_str);
        match written.and_then(parse_text_calls) {
            Some(found) if is_invalid_call_error(&body) => {
                Ok(ChatAssembler::from_text_calls(found).build(&self.source, expected, self.options.tools)?)
            }
            Some(_) | None => Err(failure_from_status(status, &body)),
        }
    }
}
