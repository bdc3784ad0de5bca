//! The format as an implementation of [`Format`]: requests, responses and errors.

use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt, ToolCall};
use webhand_port::{ChatRequest, Picture};

use super::assembler::{FORMAT, ResponsesAssembler};
use super::options::ResponsesOptions;
use super::{computer, request};
use crate::format::native_tools::{CatalogueCalls, translate_native_calls};
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, Format, ProviderFailure, RequestPath, ResponseAssembler as _,
    StreamParser, parse_success_body,
};
use crate::spec::HandsSetting;

/// Translates between prompts and this provider's format, for one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponsesFormat {
    pub source: AnswerOrigin,
    pub options: ResponsesOptions,
}

impl ResponsesFormat {
    /// The name of this format in `opaque` of answers.
    pub(super) fn opaque_format(&self) -> &'static str {
        match self.options.hands {
            HandsSetting::Own => FORMAT,
            HandsSetting::Computer | HandsSetting::Browser => "responses computer",
        }
    }

    /// The catalogue calls of a call of the provider's own tool; nothing for other calls.
    pub(super) fn catalogue_calls(&self, name: &str, call: &Value) -> Option<CatalogueCalls> {
        match self.options.hands {
            HandsSetting::Own => None,
            HandsSetting::Computer | HandsSetting::Browser => {
                (name == computer::NAME).then(|| computer::catalogue_calls(call))
            }
        }
    }
}

impl Format for ResponsesFormat {
    fn source(&self) -> &AnswerOrigin {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn request_path(&self) -> RequestPath {
        RequestPath::new("responses")
    }

    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::write_decision(self, prompt, picture)
    }

    fn translate_calls(&self, answer: BrainAnswer, _: &Prompt, _: Option<&Picture>) -> BrainAnswer {
        match self.options.hands {
            HandsSetting::Own => answer,
            HandsSetting::Computer | HandsSetting::Browser => {
                let cautions = |call: &ToolCall| match self.catalogue_calls(&call.name, &call.arguments) {
                    Some(_) => computer::cautions(&call.arguments),
                    None => Vec::new(),
                };
                translate_native_calls(
                    answer,
                    self.opaque_format(),
                    |call| self.catalogue_calls(&call.name, &call.arguments),
                    cautions,
                )
            }
        }
    }

    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String> {
        request::write_reply(self, saying)
    }

    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        let body = parse_success_body(body)?;
        let mut assembler = ResponsesAssembler::new(self.source.clone(), expected);
        assembler.push_response(&body)?;
        Box::new(assembler).finish(EndMarker::Seen)
    }

    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser {
        StreamParser::new(ResponsesAssembler::new(self.source.clone(), expected), expected)
    }
}
