//! An answer while it comes in, and what it means once it is complete.

use serde_json::{Map, Value, json};
use webhand_model::{Answer, Money, Usage};
use webhand_port::BrainError;

use super::extra;
use crate::format::{
    Asked, Ending, Failure, Partial, Said, Source, Written, answer, broken_off, malformed, told, too_short, unnamed,
    unreadable, usable_name,
};
use crate::spec::Tools;

/// What has come in so far.
#[derive(Debug, Default)]
pub(super) struct Draft {
    text: String,
    refusal: String,
    calls: Vec<DraftCall>,
    /// Fields this format does not name, such as reasoning that the provider wants back.
    extra: Map<String, Value>,
    finish: Option<String>,
    usage: Usage,
}

#[derive(Debug, Default)]
struct DraftCall {
    index: Option<u64>,
    written: Written,
    extra: Map<String, Value>,
}

/// Whether calls come whole or in pieces that must find each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    Whole,
    Pieces,
}

impl Draft {
    /// A draft of what a model said only in text.
    pub fn said(said: Said) -> Self {
        let call = |(name, arguments): (String, Value)| DraftCall {
            written: Written { name, arguments: arguments.to_string(), ..Written::default() },
            ..DraftCall::default()
        };
        Self { text: said.narration, calls: said.calls.into_iter().map(call).collect(), ..Self::default() }
    }

    /// Takes in a completion or one chunk of it.
    pub fn add(&mut self, body: &Value, join: Join) -> Result<(), Failure> {
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

    /// The answer that this is, now that nothing more comes.
    pub fn settle(mut self, source: &Source, asked: Asked, tools: Tools) -> Result<Answer, Failure> {
        if !self.refusal.trim().is_empty() {
            return Err(Failure::never(BrainError::Declined(told(&self.refusal))));
        }
        match self.finish.as_deref() {
            Some("length") => return Err(too_short()),
            Some("content_filter") => {
                return Err(Failure::never(BrainError::Declined(FILTERED.to_owned())));
            }
            Some("error") => return Err(unnamed()),
            Some(_) | None => {}
        }
        let calls = Written::settle_all(self.calls.iter_mut().map(|call| &mut call.written), asked.turns())?;
        let opaque = source.keep(FORMAT, &message(&self.text, &self.calls, self.extra));
        let answer = answer(&self.text, calls, opaque, self.usage, asked);
        if asked != Asked::Words && tools != Tools::Native && answer.calls.is_empty() {
            let written = told(&self.text);
            return Err(unreadable(format!("it is not one of the JSON objects that were asked for: {written}")));
        }
        Ok(answer)
    }

    fn add_call(&mut self, piece: &Value, join: Join) -> Result<(), Failure> {
        let function = piece.get("function").unwrap_or(piece);
        let index = piece["index"].as_u64();
        let id = piece["id"].as_str().unwrap_or_default();
        let name = function["name"].as_str().unwrap_or_default();
        let known = match join {
            Join::Whole => None,
            Join::Pieces => self.place(index, id, name),
        };
        let place = known.unwrap_or(self.calls.len());
        if place == self.calls.len() {
            if place == MOST_CALLS {
                return Err(malformed(&format!("it has more than {MOST_CALLS} calls")));
            }
            self.calls.push(DraftCall { index, ..DraftCall::default() });
        }
        let DraftCall { written: call, extra, .. } = &mut self.calls[place];
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
    fn place(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let new_id = |call: &DraftCall| !id.is_empty() && !call.written.id.is_empty() && call.written.id != id;
        if index.is_some() {
            // Some servers give every call the index 0: a new id with a name is a new call all the same.
            let fits = |call: &DraftCall| call.index == index && (name.is_empty() || !new_id(call));
            return self.calls.iter().rposition(fits);
        }
        if !id.is_empty() {
            return self.calls.iter().rposition(|call| call.written.id == id);
        }
        name.is_empty().then(|| self.calls.len().checked_sub(1)).flatten()
    }
}

/// A draft whose pieces come as a stream.
#[derive(Debug)]
pub(super) struct Streamed {
    pub source: Source,
    pub asked: Asked,
    pub tools: Tools,
    pub draft: Draft,
}

impl Partial for Streamed {
    fn add(&mut self, event: &Value) -> Result<(), Failure> {
        self.draft.add(event, Join::Pieces)
    }

    fn is_over(&self) -> bool {
        // The usage comes after the reason for stopping; only the mark at the end is the end.
        false
    }

    fn text(&self) -> &str {
        &self.draft.text
    }

    fn settle(self: Box<Self>, ending: Ending) -> Result<Answer, Failure> {
        if ending == Ending::Unmarked && self.draft.finish.is_none() {
            return Err(broken_off());
        }
        self.draft.settle(&self.source, self.asked, self.tools)
    }
}

/// The assistant's message to send back. What was sound in it stays as it came.
fn message(text: &str, calls: &[DraftCall], extra: Map<String, Value>) -> Value {
    let mut message = extra;
    message.insert("role".to_owned(), "assistant".into());
    let content = if text.is_empty() && !calls.is_empty() { Value::Null } else { text.into() };
    message.insert("content".to_owned(), content);
    if !calls.is_empty() {
        let calls = calls.iter().map(|draft| {
            let mut call = draft.extra.clone();
            call.insert("id".to_owned(), draft.written.id.as_str().into());
            call.insert("type".to_owned(), "function".into());
            let name = usable_name(&draft.written.name);
            let function = json!({"name": name, "arguments": draft.written.arguments});
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
    // Some resellers say themselves what an answer cost, in dollars.
    let cost = usage.get("cost").and_then(Value::as_f64).and_then(Money::of_dollars);
    cost.map_or(told, |cost| told.at(cost))
}

/// The name under which this format's answers are kept.
pub(super) const FORMAT: &str = "chat_completions";
const MOST_CALLS: usize = 64;
const FILTERED: &str = "the provider's content filter stopped the answer";
