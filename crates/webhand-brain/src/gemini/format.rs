//! The format as an implementation of [`Format`]: requests, responses and errors.

use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt, ToolCall};
use webhand_port::{ChatRequest, Picture};

use super::assembler::{FORMAT, GeminiAssembler};
use super::options::GeminiOptions;
use super::{computer, failure, history, request};
use crate::format::native_tools::{CatalogueCalls, ModelView, translate_native_calls};
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, Format, KeyHeader, ProviderFailure, RequestPath, ResponseAssembler as _,
    StreamParser, parse_json_body,
};
use crate::spec::HandsSetting;

/// Translates between prompts and this provider's format, for one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeminiFormat {
    pub source: AnswerOrigin,
    pub options: GeminiOptions,
}

impl GeminiFormat {
    /// The name of this format in `opaque` of answers.
    pub(super) fn opaque_format(&self) -> &'static str {
        match self.options.hands {
            HandsSetting::Own => FORMAT,
            HandsSetting::Computer | HandsSetting::Browser => "gemini computer",
        }
    }

    /// The catalogue calls of a predefined function; nothing for other calls.
    pub(super) fn catalogue_calls(&self, name: &str, args: &Value, view: ModelView<'_>) -> Option<CatalogueCalls> {
        match self.options.hands {
            HandsSetting::Own => None,
            HandsSetting::Computer | HandsSetting::Browser => computer::catalogue_calls(name, args, view),
        }
    }
}

impl Format for GeminiFormat {
    fn source(&self) -> &AnswerOrigin {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn request_path(&self) -> RequestPath {
        let model = self.source.model.trim_start_matches("models/");
        let (verb, query) =
            if self.options.streams { ("streamGenerateContent", Some("alt=sse")) } else { ("generateContent", None) };
        RequestPath { path: format!("models/{model}:{verb}"), query }
    }

    fn models_path(&self) -> RequestPath {
        RequestPath { path: "models".to_owned(), query: Some("pageSize=1000") }
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bare("x-goog-api-key")
    }

    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::write_decision(self, prompt, picture)
    }

    fn translate_calls(&self, answer: BrainAnswer, prompt: &Prompt, picture: Option<&Picture>) -> BrainAnswer {
        let view = ModelView::new(prompt, picture);
        match self.options.hands {
            HandsSetting::Own => answer,
            HandsSetting::Computer | HandsSetting::Browser => {
                let cautions = |call: &ToolCall| computer::cautions(&call.arguments);
                let steps = |call: &ToolCall| self.catalogue_calls(&call.name, &call.arguments, view);
                let mut answer = translate_native_calls(answer, self.opaque_format(), steps, cautions);
                // The response to the call must name the page's address.
                if let Some(opaque) = &mut answer.opaque {
                    opaque[history::SEEN_AT] = prompt.observation.snapshot.url.as_str().into();
                }
                answer
            }
        }
    }

    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String> {
        request::write_reply(self, saying)
    }

    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let mut assembler = GeminiAssembler::new(self.source.clone(), expected);
        assembler.push_event(&parse_json_body(body)?)?;
        Box::new(assembler).finish(EndMarker::Seen)
    }

    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser {
        StreamParser::new(GeminiAssembler::new(self.source.clone(), expected), expected)
    }

    fn parse_error(&self, _: ExpectedAnswer, status: u16, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        // An error before a stream begins comes as a list with one element.
        Err(failure::failure_from_status(status, body.get(0).unwrap_or(&body)))
    }
}
