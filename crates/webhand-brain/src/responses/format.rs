//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt, ToolCall};
use webhand_port::{Picture, Saying};

use super::assembler::{FORMAT, ResponsesAssembler};
use super::options::Options;
use super::{computer, request};
use crate::format::native_tools::{CatalogueCalls, translate_native_calls};
use crate::format::{
    AnswerSource, EndMarker, ExpectedAnswer, Format, ProviderFailure, RequestPath, ResponseAssembler as _,
    StreamParser, parse_success_body,
};
use crate::spec::HandsSetting;

/// Translates for one model of one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponsesFormat {
    pub source: AnswerSource,
    pub options: Options,
}

impl ResponsesFormat {
    /// The name under which answers are kept.
    pub(super) fn opaque_format(&self) -> &'static str {
        match self.options.hands {
            HandsSetting::Own => FORMAT,
            HandsSetting::Computer | HandsSetting::Browser => "responses computer",
        }
    }

    /// What a call comes to, if it is one of the provider's own tool.
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
    fn source(&self) -> &AnswerSource {
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

    fn write_reply(&self, saying: Saying<'_>) -> serde_json::Result<String> {
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
