//! Assembles an answer from a response or its chunks.

use serde_json::{Map, Value, json};
use webhand_model::{BrainAnswer, Money, Usage};
use webhand_port::BrainError;

use super::extra;
use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, ProviderFailure, RawToolCall, ResponseAssembler, TextCalls, build_answer,
    length_limit_reached, malformed, sanitize_name, shorten, truncated_answer, unnamed_error, unreadable,
};
use crate::spec::ToolsSetting;

/// The parts of the response that have arrived.
#[derive(Debug, Default)]
pub(super) struct ChatAssembler {
    text: String,
    refusal: String,
    calls: Vec<PartialToolCall>,
    /// Fields that the format does not define, such as reasoning that the provider wants back.
    extra: Map<String, Value>,
    finish: Option<String>,
    usage: Usage,
}

#[derive(Debug, Default)]
struct PartialToolCall {
    index: Option<u64>,
    written: RawToolCall,
    extra: Map<String, Value>,
}

/// Whether calls come whole, or in pieces that are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallJoin {
    Whole,
    Pieces,
}

impl ChatAssembler {
    /// An answer of calls that the model wrote as text.
    pub fn from_text_calls(found: TextCalls) -> Self {
        let call = |(name, arguments): (String, Value)| PartialToolCall {
            written: RawToolCall { name, arguments: arguments.to_string(), ..RawToolCall::default() },
            ..PartialToolCall::default()
        };
        Self { text: found.narration, calls: found.calls.into_iter().map(call).collect(), ..Self::default() }
    }

    /// Applies a completion or one chunk of it.
    pub fn push(&mut self, body: &Value, join: CallJoin) -> Result<(), ProviderFailure> {
        for usage in [body.get("usage"), body.pointer("/x_groq/usage")] {
            if let Some(usage) = usage.filter(|usage| usage.is_object()) {
                self.usage = usage_of(usage);
            }
        }
        let choices = body.get("choices").and_then(Value::as_array);
        let first = |choice: &&Value| choice["index"].as_u64().is_none_or(|index| index == 0);
        let Some(choice) = choices.into_iter().flatten().find(first) else {
            return Ok(());
        };
        if let Some(finish) = choice["finish_reason"].as_str() {
            self.finish = Some(finish.to_owned());
        }
        let message = choice.get("delta").or_else(|| choice.get("message"));
        for (field, value) in message.and_then(Value::as_object).into_iter().flatten() {
            match field.as_str() {
                "role" | "function_call" => {}
                "content" => self.text.push_str(&text_of(value)),
                "refusal" => self.refusal.push_str(&text_of(value)),
                "tool_calls" => {
                    for call in value.as_array().into_iter().flatten() {
                        self.add_call(call, join)?;
                    }
                }
                _ => extra::add(&mut self.extra, field, value),
            }
        }
        Ok(())
    }

    /// The answer, after the last chunk.
    pub fn build(
        mut self,
        source: &AnswerOrigin,
        expected: ExpectedAnswer,
        tools: ToolsSetting,
    ) -> Result<BrainAnswer, ProviderFailure> {
        if !self.refusal.trim().is_empty() {
            return Err(ProviderFailure::never(BrainError::Declined(shorten(&self.refusal))));
        }
        match self.finish.as_deref() {
            Some("length") => return Err(length_limit_reached()),
            Some("content_filter") => {
                return Err(ProviderFailure::never(BrainError::Declined(FILTERED.to_owned())));
            }
            Some("error") => return Err(unnamed_error()),
            Some(_) | None => {}
        }
        let calls = RawToolCall::normalize_all(self.calls.iter_mut().map(|call| &mut call.written), expected.turns())?;
        let opaque = source.wrap_message(FORMAT, &message(&self.text, &self.calls, self.extra));
        let answer = build_answer(&self.text, calls, opaque, self.usage, expected);
        if expected != ExpectedAnswer::Words && tools != ToolsSetting::Native && answer.calls.is_empty() {
            let written = shorten(&self.text);
            return Err(unreadable(format!("it is not one of the JSON objects that were asked for: {written}")));
        }
        Ok(answer)
    }

    fn add_call(&mut self, piece: &Value, join: CallJoin) -> Result<(), ProviderFailure> {
        let function = piece.get("function").unwrap_or(piece);
        let index = piece["index"].as_u64();
        let id = piece["id"].as_str().unwrap_or_default();
        let name = function["name"].as_str().unwrap_or_default();
        let known = match join {
            CallJoin::Whole => None,
            CallJoin::Pieces => self.find_call(index, id, name),
        };
        let place = known.unwrap_or(self.calls.len());
        if place == self.calls.len() {
            if place == MOST_CALLS {
                return Err(malformed(&format!("it has more than {MOST_CALLS} calls")));
            }
            self.calls.push(PartialToolCall { index, ..PartialToolCall::default() });
        }
        let PartialToolCall { written: call, extra, .. } = &mut self.calls[place];
        if call.id.is_empty() {
            id.clone_into(&mut call.id);
        }
        // Some servers repeat the name on every piece.
        if call.name.is_empty() {
            name.clone_into(&mut call.name);
        }
        match &function["arguments"] {
            Value::Null => {}
            Value::String(piece) => call.arguments.push_str(piece),
            whole @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                call.arguments = whole.to_string();
            }
        }
        for (field, value) in piece.as_object().into_iter().flatten() {
            if !["index", "id", "type", "function", "name", "arguments"].contains(&field.as_str()) {
                extra::add(extra, field, value);
            }
        }
        Ok(())
    }

    /// The call that a piece belongs to: by its index, else by its id, else the last one unless it names a new call.
    fn find_call(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let new_id = |call: &PartialToolCall| !id.is_empty() && !call.written.id.is_empty() && call.written.id != id;
        if index.is_some() {
            // Some servers give every call the index 0: a new id with a name still begins a new call.
            let fits = |call: &PartialToolCall| call.index == index && (name.is_empty() || !new_id(call));
            return self.calls.iter().rposition(fits);
        }
        if !id.is_empty() {
            return self.calls.iter().rposition(|call| call.written.id == id);
        }
        name.is_empty().then(|| self.calls.len().checked_sub(1)).flatten()
    }
}

/// Assembles an answer from a stream.
#[derive(Debug)]
pub(super) struct ChatStreamAssembler {
    pub source: AnswerOrigin,
    pub expected: ExpectedAnswer,
    pub tools: ToolsSetting,
    pub assembler: ChatAssembler,
}

impl ResponseAssembler for ChatStreamAssembler {
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure> {
        self.assembler.push(event, CallJoin::Pieces)
    }

    fn is_complete(&self) -> bool {
        // The usage comes after the finish reason, so only the end marker completes the stream.
        false
    }

    fn text(&self) -> &str {
        &self.assembler.text
    }

    fn finish(self: Box<Self>, end: EndMarker) -> Result<BrainAnswer, ProviderFailure> {
        if end == EndMarker::Missing && self.assembler.finish.is_none() {
            return Err(truncated_answer());
        }
        self.assembler.build(&self.source, self.expected, self.tools)
    }
}

/// The assistant's message for replay. Its valid parts stay unchanged.
fn message(text: &str, calls: &[PartialToolCall], extra: Map<String, Value>) -> Value {
    let mut message = extra;
    message.insert("role".to_owned(), "assistant".into());
    let content = if text.is_empty() && !calls.is_empty() { Value::Null } else { text.into() };
    message.insert("content".to_owned(), content);
    if !calls.is_empty() {
        let calls = calls.iter().map(|assembler| {
            let mut call = assembler.extra.clone();
            call.insert("id".to_owned(), assembler.written.id.as_str().into());
            call.insert("type".to_owned(), "function".into());
            let name = sanitize_name(&assembler.written.name);
            let function = json!({"name": name, "arguments": assembler.written.arguments});
            call.insert("function".to_owned(), function);
            Value::Object(call)
        });
        message.insert("tool_calls".to_owned(), calls.collect());
    }
    Value::Object(message)
}

fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

fn usage_of(usage: &Value) -> Usage {
    let number = |path: &str| usage.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    let told = Usage {
        input: number("/prompt_tokens"),
        cached: number("/prompt_tokens_details/cached_tokens"),
        stored: number("/prompt_tokens_details/cache_write_tokens"),
        output: number("/completion_tokens"),
        ..Usage::default()
    };
    // Some resellers report the cost of an answer, in dollars.
    let cost = usage.get("cost").and_then(Value::as_f64).and_then(Money::from_dollars);
    cost.map_or(told, |cost| told.with_cost(cost))
}

/// The name of this format in `opaque` of answers.
pub(super) const FORMAT: &str = "chat_completions";
const MOST_CALLS: usize = 64;
const FILTERED: &str = "the provider's content filter stopped the answer";
