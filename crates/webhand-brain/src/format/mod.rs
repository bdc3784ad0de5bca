//! What all provider formats share: a prompt becomes a request, bytes become an answer.
//!
//! Invariants: nothing here performs anything; errors are told apart by status, type and code and never by their
//! wording; there is an answer only when it came to its own end; whatever an answer holds, replaying it yields a
//! conversation that its provider accepts.

mod answer_source;
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
use webhand_port::{Picture, Saying};

pub use answer_source::AnswerSource;
pub(crate) use conversation::{SYSTEM as CONVERSATION_SYSTEM, Speaker, conversation_messages};
pub use expected_answer::ExpectedAnswer;
pub use failure::{ProviderFailure, RetryKind};
pub(crate) use failure::{
    error_in_body, failure_from_status, is_invalid_call_error, length_limit_reached, malformed, shorten,
    truncated_answer, unnamed_error, unreadable, web_page,
};
pub(crate) use history::{History, HistoryPart, TurnStyle};
pub use key::{Key, KeyError};
pub use model_list::ListedModel;
pub(crate) use model_list::parse_model_list;
pub(crate) use observation::{base64, data_url, render_look, render_observation, render_remarks};
pub use stream::StreamParser;
pub(crate) use stream::{EndMarker, ResponseAssembler};
pub(crate) use text_calls::{TextCalls, answer_schema, instructions, parse_text_calls, render_text_calls};
pub(crate) use tool_call::{RawToolCall, build_answer, call_id, sanitize_name};
pub(crate) use tools::{Tool, Vision, as_tool_call, tools, tools_beside};
pub(crate) use turn_text::{render_result, render_results};

/// One model of one provider, in the provider's own format.
pub trait Format: fmt::Debug + Send + Sync {
    /// Whose answers are given back as they came.
    fn source(&self) -> &AnswerSource;

    /// Whether the model can see.
    fn sees_pictures(&self) -> bool;

    /// Where requests go, below the provider's base address.
    fn request_path(&self) -> RequestPath;

    /// Where the list of models is.
    fn models_path(&self) -> RequestPath {
        RequestPath::new("models")
    }

    /// How the provider wants its key.
    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    /// Headers that every request has.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The body of the request for the next decision, with nothing that the model cannot see.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn decision_request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, ProviderFailure> {
        self.write_decision(prompt, picture.filter(|_| self.sees_pictures()))
            .map_err(|error| unwritable_request(&error))
    }

    /// The same in the provider's own words.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_decision(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String>;

    /// The body of the request for an answer in words.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn reply_request(&self, saying: Saying<'_>) -> Result<String, ProviderFailure> {
        self.write_reply(saying).map_err(|error| unwritable_request(&error))
    }

    /// The same in the provider's own words.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_reply(&self, saying: Saying<'_>) -> serde_json::Result<String>;

    /// What an answer to that question comes to, in the words of the catalogue.
    fn translate_calls(&self, answer: BrainAnswer, _prompt: &Prompt, _picture: Option<&Picture>) -> BrainAnswer {
        answer
    }

    /// Reads a whole answer to what was asked.
    ///
    /// # Errors
    /// When it is an error under a good status, a refusal, or makes no sense.
    fn parse_answer(&self, expected: ExpectedAnswer, body: &[u8]) -> Result<BrainAnswer, ProviderFailure>;

    /// A parser for the stream that answers what was asked.
    fn stream_parser(&self, expected: ExpectedAnswer) -> StreamParser;

    /// Reads the body of a bad status. A provider that could not read its model's call may show what the model wrote;
    /// what can be read after all is an answer.
    ///
    /// # Errors
    /// In all other cases: what went wrong.
    fn parse_error(&self, _asked: ExpectedAnswer, status: u16, body: &[u8]) -> Result<BrainAnswer, ProviderFailure> {
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

/// The header a key travels in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyHeader {
    /// `authorization: Bearer KEY`
    Bearer,
    /// `authorization: Basic KEY`
    Basic,
    /// The key alone, under this name in lower case.
    Bare(&'static str),
}

/// A body that is JSON, or else something that is no answer of a model, or one that broke off.
pub(crate) fn parse_json_body(body: &[u8]) -> Result<serde_json::Value, ProviderFailure> {
    let is_page = body.trim_ascii_start().starts_with(b"<");
    serde_json::from_slice(body).map_err(|_| if is_page { web_page() } else { truncated_answer() })
}

/// The same of a body that is no error under a good status.
pub(crate) fn parse_success_body(body: &[u8]) -> Result<serde_json::Value, ProviderFailure> {
    let body = parse_json_body(body)?;
    error_in_body(&body).map_or(Ok(body), Err)
}

/// A request that could not be written.
fn unwritable_request(error: &serde_json::Error) -> ProviderFailure {
    ProviderFailure::never(webhand_port::BrainError::Rejected(format!("the request cannot be written: {error}")))
}

#[cfg(test)]
pub(crate) mod tests;
