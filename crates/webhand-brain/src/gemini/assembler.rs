//! Assembles an answer from a response: parts, kept unchanged for replay.

use serde_json::{Map, Value};
use webhand_model::{BrainAnswer, Usage};
use webhand_port::BrainError;

use super::failure;
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, ProviderFailure, RawToolCall, ResponseAssembler, build_answer,
    length_limit_reached, malformed, sanitize_name, shorten, truncated_answer, unreadable,
};

/// The parts of the response that have arrived.
#[derive(Debug)]
pub(super) struct GeminiAssembler {
    source: AnswerOrigin,
    expected: ExpectedAnswer,
    parts: Vec<Map<String, Value>>,
    text: String,
    finish: Option<String>,
    /// The provider's explanation of an unusual finish reason.
    explained: String,
    usage: Usage,
}

impl GeminiAssembler {
    pub fn new(source: AnswerOrigin, expected: ExpectedAnswer) -> Self {
        Self {
            source,
            expected,
            parts: Vec::new(),
            text: String::new(),
            finish: None,
            explained: String::new(),
            usage: Usage::default(),
        }
    }

    fn add_part(&mut self, part: &Value) -> Result<(), ProviderFailure> {
        let Some(part) = part.as_object() else { return Ok(()) };
        if let Some(text) = visible_text(part) {
            self.text.push_str(text);
        }
        if let Some(last) = self.parts.last_mut()
            && is_bare_text(last)
            && is_bare_text(part)
            && let (Some(Value::String(text)), Some(more)) = (last.get_mut("text"), part["text"].as_str())
        {
            text.push_str(more);
            return Ok(());
        }
        if self.parts.len() == MOST_PARTS {
            return Err(malformed(&format!("it has more than {MOST_PARTS} parts")));
        }
        self.parts.push(part.clone());
        Ok(())
    }

    fn build(mut self) -> Result<BrainAnswer, ProviderFailure> {
        let explained = |or: &str| if self.explained.is_empty() { or.to_owned() } else { self.explained.clone() };
        match self.finish.as_deref().unwrap_or_default() {
            "MAX_TOKENS" => return Err(length_limit_reached()),
            "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" | "MALFORMED_RESPONSE" => {
                return Err(unreadable(explained("the provider could not read the call that its model wrote")));
            }
            "SAFETY" | "PROHIBITED_CONTENT" | "SPII" | "RECITATION" | "BLOCKLIST" | "LANGUAGE" | "IMAGE_SAFETY" => {
                return Err(ProviderFailure::never(BrainError::Declined(explained(
                    "the provider's filter stopped the answer",
                ))));
            }
            // An unknown reason, which a newer version of the format may add: the parts decide.
            _ => {}
        }
        let calls = self.normalize_calls()?;
        let kept = self.parts.into_iter().filter(|part| !says_nothing(part)).map(Value::Object);
        let opaque = self.source.wrap_message(FORMAT, &kept.collect());
        Ok(build_answer(&self.text, calls, opaque, self.usage, self.expected))
    }

    fn normalize_calls(&mut self) -> Result<Vec<webhand_model::ToolCall>, ProviderFailure> {
        let calls = self.parts.iter_mut().filter_map(|part| part.get_mut("functionCall")?.as_object_mut());
        let (mut written, places): (Vec<RawToolCall>, Vec<_>) = calls.map(|call| (raw_call(call), call)).unzip();
        let calls = RawToolCall::normalize_all(written.iter_mut(), self.expected.turns())?;
        for (written, place) in written.into_iter().zip(places) {
            place.insert("name".to_owned(), sanitize_name(&written.name).into());
            place.insert("args".to_owned(), written.arguments_object());
            if place.contains_key("id") {
                place.insert("id".to_owned(), written.id.into());
            }
        }
        Ok(calls)
    }
}

impl ResponseAssembler for GeminiAssembler {
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure> {
        if let Some(status) = event.pointer("/error/code").and_then(Value::as_u64) {
            return Err(failure::failure_from_status(u16::try_from(status).unwrap_or(500), event));
        }
        if let Some(usage) = event.get("usageMetadata") {
            self.usage = usage_of(usage);
        }
        if let Some(reason) = event.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
            let why = format!("the provider's filter stopped the question ({})", shorten(reason));
            return Err(ProviderFailure::never(BrainError::Declined(why)));
        }
        let Some(candidate) = event.pointer("/candidates/0") else { return Ok(()) };
        for part in candidate.pointer("/content/parts").and_then(Value::as_array).into_iter().flatten() {
            self.add_part(part)?;
        }
        if let Some(finish) = candidate["finishReason"].as_str() {
            self.finish = Some(finish.to_owned());
            self.explained = candidate["finishMessage"].as_str().map(shorten).unwrap_or_default();
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        // Usage may come in the same event or in a later one; the stream has no end marker.
        false
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn finish(self: Box<Self>, _: EndMarker) -> Result<BrainAnswer, ProviderFailure> {
        if self.finish.is_none() {
            return Err(truncated_answer());
        }
        self.build()
    }
}

fn raw_call(call: &Map<String, Value>) -> RawToolCall {
    let word = |field: &str| call.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let arguments = match call.get("args") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    RawToolCall { id: word("id"), name: word("name"), arguments }
}

/// The text of a part that is meant for the person, and not a thought.
fn visible_text(part: &Map<String, Value>) -> Option<&str> {
    let thought = part.get("thought").is_some_and(|thought| thought == true);
    part.get("text").filter(|_| !thought)?.as_str()
}

/// Whether a part is a text and nothing else, so that the next such part only continues it.
fn is_bare_text(part: &Map<String, Value>) -> bool {
    part.len() == 1 && part.get("text").is_some_and(Value::is_string)
}

fn says_nothing(part: &Map<String, Value>) -> bool {
    part.is_empty() || (is_bare_text(part) && part["text"].as_str().is_none_or(|text| text.trim().is_empty()))
}

fn usage_of(usage: &Value) -> Usage {
    let number = |field: &str| usage[field].as_u64().unwrap_or(0);
    Usage {
        input: number("promptTokenCount"),
        cached: number("cachedContentTokenCount"),
        output: number("candidatesTokenCount").saturating_add(number("thoughtsTokenCount")),
        ..Usage::default()
    }
}

/// The name of this format in `opaque` of answers.
pub(super) const FORMAT: &str = "gemini";
const MOST_PARTS: usize = 1_024;
