//! Assembles an answer from a response: items, each of which counts once it is complete.

use serde_json::{Map, Value, json};
use webhand_model::{BrainAnswer, Usage};
use webhand_port::BrainError;

use super::computer;
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, ProviderFailure, RawToolCall, ResponseAssembler, build_answer,
    error_in_body, length_limit_reached, malformed, sanitize_name, shorten, truncated_answer, unnamed_error,
};

/// The parts of the response that have arrived.
#[derive(Debug)]
pub(super) struct ResponsesAssembler {
    source: AnswerOrigin,
    expected: ExpectedAnswer,
    /// Complete items with their places.
    items: Vec<(u64, Map<String, Value>)>,
    /// The text for the person so far.
    text: String,
    status: Option<ResponseStatus>,
    usage: Usage,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ResponseStatus {
    Completed,
    /// With the reason.
    Incomplete(String),
}

impl ResponsesAssembler {
    pub fn new(source: AnswerOrigin, expected: ExpectedAnswer) -> Self {
        Self { source, expected, items: Vec::new(), text: String::new(), status: None, usage: Usage::default() }
    }

    /// Applies a response that came whole.
    pub fn push_response(&mut self, response: &Value) -> Result<(), ProviderFailure> {
        for (index, item) in (0..).zip(response["output"].as_array().into_iter().flatten()) {
            self.push_item(index, item)?;
        }
        self.note_status(response)
    }

    fn push_item(&mut self, index: u64, item: &Value) -> Result<(), ProviderFailure> {
        if self.items.len() == MOST_ITEMS {
            return Err(malformed(&format!("it has more than {MOST_ITEMS} parts")));
        }
        let fields = item.as_object().cloned().unwrap_or_default();
        let at = self.items.iter().position(|(other, _)| *other > index).unwrap_or(self.items.len());
        self.items.insert(at, (index, fields));
        Ok(())
    }

    fn note_status(&mut self, response: &Value) -> Result<(), ProviderFailure> {
        self.usage = usage_of(&response["usage"]);
        self.status = match response["status"].as_str() {
            Some("completed") => Some(ResponseStatus::Completed),
            Some("incomplete") => {
                let reason = response.pointer("/incomplete_details/reason").and_then(Value::as_str);
                Some(ResponseStatus::Incomplete(shorten(reason.unwrap_or_default())))
            }
            Some("failed" | "cancelled") => return Err(error_in_body(response).unwrap_or_else(unnamed_error)),
            Some(_) | None => None,
        };
        Ok(())
    }

    fn build(mut self) -> Result<BrainAnswer, ProviderFailure> {
        match &self.status {
            Some(ResponseStatus::Completed) => {}
            Some(ResponseStatus::Incomplete(reason)) if reason == "content_filter" => {
                let why = "the provider's content filter stopped the answer".to_owned();
                return Err(ProviderFailure::never(BrainError::Declined(why)));
            }
            Some(ResponseStatus::Incomplete(_)) => return Err(length_limit_reached()),
            None => return Err(truncated_answer()),
        }
        let refusal = contents(&self.items, "refusal");
        if !refusal.trim().is_empty() {
            return Err(ProviderFailure::never(BrainError::Declined(shorten(&refusal))));
        }
        let text = contents(&self.items, "output_text");
        let calls = self.normalize_calls()?;
        let opaque = self.source.wrap_message(FORMAT, &replayable(self.items));
        Ok(build_answer(&text, calls, opaque, self.usage, self.expected))
    }

    fn normalize_calls(&mut self) -> Result<Vec<webhand_model::ToolCall>, ProviderFailure> {
        let is_call = |item: &&mut Map<String, Value>| is(item, "function_call") || is(item, "computer_call");
        let calls = self.items.iter_mut().map(|(_, item)| item).filter(is_call);
        let (mut written, mut items): (Vec<RawToolCall>, Vec<_>) = calls.map(|item| (raw_call(item), item)).unzip();
        let calls = RawToolCall::normalize_all(written.iter_mut(), self.expected.turns())?;
        for (written, item) in written.into_iter().zip(&mut items) {
            item.insert("call_id".to_owned(), written.id.into());
            if is(item, "computer_call") {
                continue;
            }
            item.insert("name".to_owned(), sanitize_name(&written.name).into());
            item.insert("arguments".to_owned(), written.arguments.into());
        }
        Ok(calls)
    }
}

impl ResponseAssembler for ResponsesAssembler {
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure> {
        match event["type"].as_str().unwrap_or_default() {
            "response.output_text.delta" => self.text.push_str(event["delta"].as_str().unwrap_or_default()),
            "response.output_item.done" => {
                self.push_item(event["output_index"].as_u64().unwrap_or(u64::MAX), &event["item"])?;
            }
            "response.completed" | "response.incomplete" | "response.failed" => self.note_status(&event["response"])?,
            "error" => {
                let error = json!({"error": {"code": event["code"], "message": event["message"]}});
                return Err(error_in_body(&error).unwrap_or_else(unnamed_error));
            }
            // Events about items that come whole later.
            _ => {}
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.status.is_some()
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn finish(self: Box<Self>, _: EndMarker) -> Result<BrainAnswer, ProviderFailure> {
        self.build()
    }
}

/// The items for replay. Reasoning without its encrypted content is useless without the provider's store, so it is left out,
/// and so are the ids that tie other items to it.
fn replayable(items: Vec<(u64, Map<String, Value>)>) -> Value {
    let lost = |item: &Map<String, Value>| {
        is(item, "reasoning") && !item.get("encrypted_content").is_some_and(Value::is_string)
    };
    let untied = items.iter().any(|(_, item)| lost(item));
    let kept = items.into_iter().map(|(_, item)| item).filter(|item| !lost(item));
    let kept = kept.map(|mut item| {
        if untied {
            item.remove("id");
        }
        Value::Object(item)
    });
    kept.collect()
}

fn raw_call(item: &Map<String, Value>) -> RawToolCall {
    let word = |field: &str| item.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    if is(item, "computer_call") {
        let arguments = computer::arguments(item).to_string();
        return RawToolCall { id: word("call_id"), name: computer::NAME.to_owned(), arguments };
    }
    RawToolCall { id: word("call_id"), name: word("name"), arguments: word("arguments") }
}

/// The text of all message parts of that kind.
fn contents(items: &[(u64, Map<String, Value>)], kind: &str) -> String {
    let messages = items.iter().filter(|(_, item)| is(item, "message"));
    let parts = messages.filter_map(|(_, item)| item.get("content")?.as_array()).flatten();
    let field = if kind == "refusal" { "refusal" } else { "text" };
    parts.filter(|part| part["type"] == kind).filter_map(|part| part[field].as_str()).collect()
}

fn is(item: &Map<String, Value>, kind: &str) -> bool {
    item.get("type").is_some_and(|found| found == kind)
}

fn usage_of(usage: &Value) -> Usage {
    let number = |path: &str| usage.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    Usage {
        input: number("/input_tokens"),
        cached: number("/input_tokens_details/cached_tokens"),
        stored: number("/input_tokens_details/cache_write_tokens"),
        output: number("/output_tokens"),
        ..Usage::default()
    }
}

/// The name of this format in `opaque` of answers.
pub(super) const FORMAT: &str = "responses";
const MOST_ITEMS: usize = 256;
