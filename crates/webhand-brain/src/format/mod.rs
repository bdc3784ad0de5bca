//! The parts that all provider formats share: a prompt becomes a request, bytes become an answer. [`Format`] is the trait
//! that each provider implements.
//!
//! Invariants: nothing here performs IO; errors are distinguished by status, type and code and never by their wording; a
//! response counts only if it is complete; whatever an answer holds, replaying it yields a conversation that its provider
//! accepts.

mod answer_origin;
mod conversation;
mod envelope;
mod expected_answer;
mod failure;
mod history;
mod json_repair;
mod key;
mod model_list;
mod narration;
pub(crate) mod native_tools;
mod observation;
mod sse;
mod stream;
mod text_calls;
mod tool_call;
mod tools;
mod turn_text;

use std::fmt;

use webhand_model::{BrainAnswer, Prompt};
use webhand_port::{ChatRequest, Picture};

pub use answer_origin::AnswerOrigin;
pub(crate) use conversation::{SYSTEM as CONVERSATION_SYSTEM, Speaker, conversation_messages};
pub use expected_answer::ExpectedAnswer;
pub use failure::{ProviderFailure, RetryKind};
pub(crate) use failure::{
    error_in_body, failure_from_status, is_invalid_call_error, length_limit_reached, malformed, shorten,
    truncated_answer, unnamed_error, unreadable, web_page,
};
pub(crate) use history::{History, HistoryPart, TurnStyle};
pub(crate) use json_repair::parse_object;
pub use key::{ApiKey, KeyError};
pub use model_list::ListedModel;
pub(crate) use model_list::parse_model_list;
pub(crate) use observation::{base64, data_url, render_look, render_observation, render_remarks};
pub use stream::StreamParser;
pub(crate) use stream::{EndMarker, ResponseAssembler};
pub(crate) use text_calls::{
    TextCalls, answer_schema, calls_in_object, instructions, parse_text_calls, render_text_calls,
};
pub(crate) use tool_call::{RawToolCall, build_answer, call_id, sanitize_name};
pub(crate) use tools::{Tool, Vision, as_tool_call, tools, tools_beside};
pub(crate) use turn_text::{render_result, render_results};

/// One model of one provider, in the provider's own format.
pub trait Format: fmt::Debug + Send + Sync {
    /// The provider and model whose own answers are replayed natively.
    fn source(&self) -> &AnswerOrigin;

    /// Whether the model accepts pictures.
    fn sees_pictures(&self) -> bool;

    /// The path of requests below the provider's base address.
    fn request_path(&self) -> RequestPath;

    /// The path of the list of models.
    fn models_path(&self) -> RequestPath {
        RequestPath::new("models")
    }

    /// The header in which the provider expects its key.
    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    /// The headers of every request.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The body of the request for the next decision, without the picture if the model accepts none.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn decision_request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, ProviderFailure> {
        let picture = picture.filter(|_| self.sees_pictures());
        if picture.is_some() || prompt.observation.picture.is_none() {
            return self.write_decision(prompt, picture).map_err(|error| unwritable_request(&error));
        }
        // A request must not speak of a picture that does not go with it.
        let mut prompt = prompt.clone();
        prompt.observation.picture = None;
        self.write_decision(&prompt, None).map_err(|error| unwritable_request(&error))
    }

    /// Writes the request for the next decision in the provider's format.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String>;

    /// The body of the request for an answer in words.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn reply_request(&self, saying: ChatRequest<'_>) -> Result<String, ProviderFailure> {
        self.write_reply(saying).map_err(|error| unwritable_request(&error))
    }

    /// Writes the request for an answer in words in the provider's format.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn write_reply(&self, saying: ChatRequest<'_>) -> serde_json::Result<String>;

    /// Replaces calls of the provider's own tools in an answer to `_prompt` by calls of the catalogue.
    fn translate_calls(&self, answer: BrainAnswer, _prompt: &Prompt, _picture: Option<&Picture>) -> BrainAnswer {
        answer
    }

    /// Parses a response that came whole.
    ///
    /// # Errors
    /// When it is an error under a success status, a refusal, or not in the format.
    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure>;

    /// A parser for a streamed response.
    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser;

    /// Parses the body of an error status. A provider that could not parse the call of its model may quote the call; a quoted
    /// call that can be parsed here is an answer.
    ///
    /// # Errors
    /// In all other cases: the failure that the body describes.
    fn parse_error(&self, _expected: ExpectedAnswer, status: u16, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
        Err(failure_from_status(status, &serde_json::from_slice(body).unwrap_or_default()))
    }
}

/// A path below a base address, with its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPath {
    pub path: String,
    pub query: Option<&'static str>,
}

impl RequestPath {
    pub(crate) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), query: None }
    }
}

/// The header that carries a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyHeader {
    /// `authorization: Bearer KEY`
    Bearer,
    /// `authorization: Basic KEY`
    Basic,
    /// The key alone, under this name in lower case.
    Bare(&'static str),
}

/// Parses a body as JSON; any other body is a web page or an answer that broke off.
pub(crate) fn parse_json_body(body: &[u8]) -> Result<serde_json::Value, ProviderFailure> {
    let is_page = body.trim_ascii_start().starts_with(b"<");
    serde_json::from_slice(body).map_err(|_| if is_page { web_page() } else { truncated_answer() })
}

/// Parses a body as JSON, and fails if it is an error under a success status.
pub(crate) fn parse_success_body(body: &[u8]) -> Result<serde_json::Value, ProviderFailure> {
    let body = parse_json_body(body)?;
    error_in_body(&body).map_or(Ok(body), Err)
}

/// The failure for a request that cannot be written as JSON.
fn unwritable_request(error: &serde_json::Error) -> ProviderFailure {
    ProviderFailure::never(webhand_port::BrainError::Rejected(format!("the request cannot be written: {error}")))
}

#[cfg(test)]
pub(crate) mod tests;
