//! The format as an implementation of [`Format`]: requests, responses and errors.

use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt};
use webhand_port::{ChatRequest, Picture};

use super::assembler::{AnthropicAssembler, FORMAT};
use super::options::AnthropicOptions;
use super::{browser, computer, request};
use crate::format::native_tools::{CatalogueCalls, ModelView, translate_native_calls};
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, Format, KeyHeader, ProviderFailure, RequestPath, ResponseAssembler as _,
    StreamParser, parse_success_body,
};
use crate::spec::HandsSetting;

/// Translates between prompts and this provider's format, for one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnthropicFormat {
    pub source: AnswerOrigin,
    pub options: AnthropicOptions,
}

impl AnthropicFormat {
    /// The name of this format in `opaque` of answers.
    pub(super) fn opaque_format(&self) -> &'static str {
        match self.options.hands {
            HandsSetting::Own => FORMAT,
            HandsSetting::Computer => "anthropic computer",
            HandsSetting::Browser => "anthropic browser",
        }
    }

    /// The catalogue calls of a call of the provider's own tools; nothing for other calls.
    pub(super) fn catalogue_calls(&self, name: &str, input: &Value, view: ModelView<'_>) -> Option<CatalogueCalls> {
        match self.options.hands {
            HandsSetting::Own => None,
            HandsSetting::Computer => (name == "computer").then(|| computer::catalogue_calls(input)),
            HandsSetting::Browser => browser::catalogue_calls(name, input, view),
        }
    }
}

const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");

impl Format for AnthropicFormat {
    fn source(&self) -> &AnswerOrigin {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn request_path(&self) -> RequestPath {
        RequestPath::new("messages")
    }

    fn models_path(&self) -> RequestPath {
        RequestPath { path: "models".to_owned(), query: Some("limit=1000") }
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bare("x-api-key")
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        match self.options.hands {
            HandsSetting::Own | HandsSetting::Browser => &[VERSION],
            HandsSetting::Computer => &[VERSION, ("anthropic-beta", "computer-use-2025-11-24")],
        }
    }

    fn translate_calls(&self, answer: BrainAnswer, prompt: &Prompt, picture: Option<&Picture>) -> BrainAnswer {
        let view = ModelView::new(prompt, picture);
        match self.options.hands {
            HandsSetting::Own => answer,
            HandsSetting::Computer | HandsSetting::Browser => translate_native_calls(
                answer,
                self.opaque_format(),
                |call| self.catalogue_calls(&call.name, &call.arguments, view),
                |_| Vec::new(),
            ),
        }
    }

    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::write_decision(self, prompt, picture)
    }

    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String> {
        request::write_reply(self, saying)
    }

    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let body = parse_success_body(body)?;
        let mut assembler = AnthropicAssembler::new(self.source.clone(), expected);
        assembler.push_message(&body)?;
        Box::new(assembler).finish(EndMarker::Seen)
    }

    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser {
        StreamParser::new(AnthropicAssembler::new(self.source.clone(), expected), expected)
    }
}
