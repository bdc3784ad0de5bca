//! What one provider format has to know: how to check a request, and how to write an answer or an error.
//!
//! A new provider is one more implementation of [`Protocol`] and one more route in `exchange`.

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

use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::script::Script;
use crate::script::rule::Seen;
use crate::script::stream_shape::StreamShape;

/// A provider format. Nothing here sends anything.
pub(crate) trait Protocol: Sync {
    /// Refuses a request whose key is missing or wrong.
    fn admit(&self, request: &Recorded, script: &Script) -> Result<(), Problem>;

    /// Refuses what the real provider would refuse, and otherwise says what was asked.
    fn check(&self, request: &Recorded, body: &Value, script: &Script) -> Result<Ask, Problem>;

    /// The answer as one body.
    fn whole(&self, answer: &Answer) -> Value;

    /// The answer as stream events, each with its blank line.
    fn events(&self, answer: &Answer, usage: StreamedUsage, shape: &StreamShape) -> Vec<String>;

    /// The list of models.
    fn list(&self, models: &[String]) -> Value {
        let data: Vec<Value> = models.iter().map(|name| model(name)).collect();
        json!({"object": "list", "data": data})
    }

    /// The body of an HTTP error.
    fn error(&self, problem: &Problem) -> Value;

    /// The body of an error under HTTP 200.
    fn error_inside(&self, code: u16) -> Value;

    /// That error as a stream event.
    fn error_event(&self, code: u16) -> String;
}

/// One model of a list, as most providers write it.
pub(crate) fn model(name: &str) -> Value {
    json!({"id": name, "object": "model", "created": 1, "owned_by": "webhand"})
}

/// What a good request wants.
#[derive(Debug)]
pub(crate) struct Ask {
    pub model: String,
    pub delivery: Delivery,
    pub said: Said,
}

/// What a good conversation says, as text for the rules.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// What was said to the model since its last answer.
    pub newest: String,
    /// All that was said, by anyone.
    pub conversation: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Whole,
    Stream(StreamedUsage),
}

/// Whether a stream tells its usage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamedUsage {
    Told,
    Untold,
}

/// An HTTP error before it has a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub status: u16,
    pub kind: &'static str,
    pub message: String,
    /// Where in the request.
    pub param: Option<String>,
    pub code: Option<String>,
}

impl Ask {
    pub fn seen(&self) -> Seen<'_> {
        Seen { newest: &self.said.newest, conversation: &self.said.conversation }
    }
}

#[cfg(feature = "all-formats")]
impl Said {
    /// Takes in what someone said to the model.
    pub fn hear(&mut self, text: &str) {
        for place in [&mut self.newest, &mut self.conversation] {
            place.push_str(text);
            place.push('\n');
        }
    }

    /// Takes in what the model itself said.
    pub fn own(&mut self, text: &str) {
        self.newest.clear();
        self.conversation.push_str(text);
        self.conversation.push('\n');
    }
}

impl Problem {
    /// A request that is wrong at `param`.
    pub fn invalid(param: impl Into<String>, message: impl Into<String>) -> Self {
        Self { param: Some(param.into()), ..Self::of(400, message) }
    }

    /// An error of that status, with the kind providers give it.
    pub fn of(status: u16, message: impl Into<String>) -> Self {
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
