//! The provider formats: how each checks a request, and how it writes an answer or an error.
//!
//! Nothing here sends anything or knows the script's progress. A new provider is one more implementation of [`Protocol`]
//! and one more route in `provider`.

#[cfg(feature = "all-formats")]
pub(crate) mod anthropic;
pub(crate) mod chat_completions;
pub(crate) mod checks;
#[cfg(feature = "all-formats")]
pub(crate) mod gemini;
#[cfg(feature = "all-formats")]
pub(crate) mod gigachat;
#[cfg(feature = "all-formats")]
pub(crate) mod responses;
pub(crate) mod schema;

use serde_json::{Value, json};

use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::script::Script;
use crate::script::rule::Conversation;
use crate::script::stream_shape::StreamShape;

/// One provider format.
pub(crate) trait Protocol: Sync {
    /// Refuses a request whose key is missing or wrong.
    fn authorize(&self, request: &RecordedRequest, script: &Script) -> Result<(), ApiError>;

    /// Refuses every request that the real provider would refuse.
    fn check_request(
        &self,
        request: &RecordedRequest,
        body: &Value,
        script: &Script,
    ) -> Result<CheckedRequest, ApiError>;

    /// The answer as one body.
    fn render_response(&self, answer: &Completion) -> Value;

    /// The answer as stream events, each with its blank line.
    fn render_stream(&self, answer: &Completion, usage: StreamedUsage, shape: &StreamShape) -> Vec<String>;

    /// The list of models.
    fn render_models(&self, models: &[String]) -> Value {
        let data: Vec<Value> = models.iter().map(|name| model(name)).collect();
        json!({"object": "list", "data": data})
    }

    /// The body of an HTTP error.
    fn render_error(&self, problem: &ApiError) -> Value;

    /// The body of an error under HTTP 200.
    fn render_error_in_200(&self, code: u16) -> Value;

    /// That error as a stream event.
    fn render_error_event(&self, code: u16) -> String;
}

/// One model of a list, as most providers write it.
pub(crate) fn model(name: &str) -> Value {
    json!({"id": name, "object": "model", "created": 1, "owned_by": "webhand"})
}

/// A request that passed all checks.
#[derive(Debug)]
pub(crate) struct CheckedRequest {
    pub model: String,
    pub delivery: Delivery,
    pub conversation: Conversation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Whole,
    Stream(StreamedUsage),
}

/// Whether a stream reports its token usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamedUsage {
    Sent,
    Omitted,
}

/// An HTTP error before it has a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiError {
    pub status: u16,
    pub kind: &'static str,
    pub message: String,
    /// Where in the request.
    pub param: Option<String>,
    pub code: Option<String>,
}

impl ApiError {
    /// A request that is wrong at `param`.
    pub fn invalid(param: impl Into<String>, message: impl Into<String>) -> Self {
        Self { param: Some(param.into()), ..Self::new(400, message) }
    }

    /// An error of that status, with the kind providers give it.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        let kind = match status {
            429 => "rate_limit_error",
            529 => "overloaded_error",
            500.. => "server_error",
            0..500 => "invalid_request_error",
        };
        Self { status, kind, message: message.into(), param: None, code: None }
    }

    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }
}
