//! Assembles an answer from a response or its chunks.

use serde_json::{Map, Value, json};
use webhand_model::{BrainAnswer, Usage};
use webhand_port::BrainError;

use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, ProviderFailure, RawToolCall, ResponseAssembler, build_answer,
    error_in_body, failure_from_status, length_limit_reached, sanitize_name, truncated_answer, unnamed_error,
};

/// The parts of the response that have arrived.
#[derive(Debug)]
pub(super) struct GigaChatAssembler {
    source: AnswerOrigin,
    expected: ExpectedAnswer,
    text: String,
    call: Option<Map<String, Value>>,
    /// The id of the provider's own record of the answer.
    state: Option<String>,
    finish: Option<String>,
    usage: Usage,
}

impl GigaChatAssembler {
    pub fn new(source: AnswerOrigin, expected: ExpectedAnswer) -> Self {
        Self { source, expected, text: String::new(), call: None, state: None, finish: None, usage: Usage::default() }
    }

    fn build(self) -> Result<BrainAnswer, ProviderFailure> {
        match self.finish.as_deref() {
            None => return Err(truncated_answer()),
            Some("length") => return Err(length_limit_reached()),
            Some("blacklist") => {
                let why = "the provider's filter stopped the answer".to_owned();
                return Err(ProviderFailure::never(BrainError::Declined(why)));
            }
            Some("error") => return Err(unnamed_error()),
            Some(_) => {}
        }
        let mut message = json!({"role": "assistant", "content": self.text});
        if let Some(state) = self.state {
            message["functions_state_id"] = state.into();
        }
        let mut written: Vec<RawToolCall> = self.call.iter().map(raw_call).collect();
        let calls = RawToolCall::normalize_all(written.iter_mut(), self.expected.turns())?;
        if let Some(call) = written.first() {
            message["function_call"] = json!({"name": sanitize_name(&call.name), "arguments": call.arguments_object()});
        }
        let opaque = self.source.wrap_message(FORMAT, &message);
        let empty = calls.is_empty() && self.text.trim().is_empty();
        let mut answer = build_answer(&self.text, calls, opaque, self.usage, self.expected);
        if empty {
            // An empty message is not replayed.
            answer.opaque = None;
        }
        Ok(answer)
    }
}

impl ResponseAssembler for GigaChatAssembler {
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure> {
        let status = event["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        if let Some(status) = status.filter(|status| *status >= 400) {
            return Err(failure_from_status(status, event));
        }
        if let Some(error) = error_in_body(event) {
            return Err(error);
        }
        if event["usage"].is_object() {
            self.usage = usage_of(&event["usage"]);
        }
        let Some(choice) = event.pointer("/choices/0") else { return Ok(()) };
        let message = choice.get("delta").or_else(|| choice.get("message")).unwrap_or(&Value::Null);
        self.text.push_str(message["content"].as_str().unwrap_or_default());
        if let Some(call) = message["function_call"].as_object() {
            self.call = Some(call.clone());
        }
        if let Some(state) = message["functions_state_id"].as_str() {
            self.state = Some(state.to_owned());
        }
        if let Some(finish) = choice["finish_reason"].as_str() {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        // The usage comes after the finish reason, so only the end marker completes the stream.
        false
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn finish(self: Box<Self>, _: EndMarker) -> Result<BrainAnswer, ProviderFailure> {
        self.build()
    }
}

fn raw_call(call: &Map<String, Value>) -> RawToolCall {
    let arguments = match call.get("arguments") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let name = call.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    RawToolCall { id: String::new(), name, arguments }
}

fn usage_of(usage: &Value) -> Usage {
    let number = |field: &str| usage[field].as_u64().unwrap_or(0);
    Usage {
        input: number("prompt_tokens"),
        cached: number("precached_prompt_tokens"),
        output: number("completion_tokens"),
        ..Usage::default()
    }
}

/// The name of this format in `opaque` of answers.
pub(super) const FORMAT: &str = "gigachat";
