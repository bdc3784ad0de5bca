//! An answer while it comes in, and what it means once it is complete.

use serde_json::{Map, Value, json};
use webhand_model::{Answer, Call, Usage};
use webhand_port::BrainError;

use super::failure::{self, Failure, told};
use super::history::{call_id, opaque};
use super::text_format::{self, Said};
use super::translator::Source;
use super::{extra, mend, narration};

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
    id: String,
    name: String,
    arguments: String,
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
            name,
            arguments: arguments.to_string(),
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

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the provider said why it stopped.
    pub fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    /// The answer that this is, now that nothing more comes.
    pub fn settle(self, source: &Source, turn: usize) -> Result<Answer, Failure> {
        if !self.refusal.trim().is_empty() {
            return Err(Failure::never(BrainError::Declined(told(&self.refusal))));
        }
        match self.finish.as_deref() {
            Some("length") => return Err(malformed(TOO_SHORT.to_owned())),
            Some("content_filter") => {
                return Err(Failure::never(BrainError::Declined(FILTERED.to_owned())));
            }
            Some("error") => return Err(failure::unnamed()),
            Some(_) | None => {}
        }
        let Self { text, mut calls, extra, usage, .. } = self;
        let settled = settle_calls(&mut calls, turn)?;
        let opaque = opaque(source, &message(&text, &calls, extra));
        let mut answer =
            Answer { text: narration::told(&text).to_owned(), calls: settled, opaque: Some(opaque), usage };
        if answer.calls.is_empty()
            && let Some(said) = text_format::read(&text)
        {
            answer.text = said.narration;
            let calls = said.calls.into_iter().enumerate();
            answer.calls =
                calls.map(|(at, (name, arguments))| Call { id: call_id(turn, at), name, arguments }).collect();
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
                return Err(malformed(format!("it has more than {MOST_CALLS} calls")));
            }
            self.calls.push(DraftCall { index, ..DraftCall::default() });
        }
        let call = &mut self.calls[place];
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
                extra::add(&mut call.extra, field, value);
            }
        }
        Ok(())
    }

    /// The call that a piece belongs to: by its index, else by its id, else the last one unless it names a new call.
    fn place(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let new_id = |call: &DraftCall| !id.is_empty() && !call.id.is_empty() && call.id != id;
        if index.is_some() {
            // Some servers give every call the index 0: a new id with a name is a new call all the same.
            let fits = |call: &DraftCall| call.index == index && (name.is_empty() || !new_id(call));
            return self.calls.iter().rposition(fits);
        }
        if !id.is_empty() {
            return self.calls.iter().rposition(|call| call.id == id);
        }
        name.is_empty().then(|| self.calls.len().checked_sub(1)).flatten()
    }
}

/// Reads the arguments, and sets the drafts right for being replayed: usable ids, names and arguments.
fn settle_calls(drafts: &mut [DraftCall], turn: usize) -> Result<Vec<Call>, Failure> {
    let mut calls: Vec<Call> = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.iter_mut().enumerate() {
        if draft.name.is_empty() {
            return Err(malformed("a call has no name".to_owned()));
        }
        let arguments = mend::object(&draft.arguments).map_err(|why| {
            let written = told(&draft.arguments);
            malformed(format!("the arguments of {} are no JSON object ({why}): {written}", told(&draft.name)))
        })?;
        if serde_json::from_str::<Map<String, Value>>(&draft.arguments).is_err() {
            draft.arguments = Value::Object(arguments.clone()).to_string();
        }
        let taken = calls.iter().any(|call| call.id == draft.id);
        if taken || draft.id.is_empty() || draft.id.len() > LONGEST_ID {
            draft.id = call_id(turn, at);
        }
        // A habit of some models that think of tools as a namespace.
        if let Some(bare) = draft.name.strip_prefix("functions.") {
            draft.name = bare.to_owned();
        }
        calls.push(Call { id: draft.id.clone(), name: draft.name.clone(), arguments: Value::Object(arguments) });
    }
    Ok(calls)
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
            call.insert("id".to_owned(), draft.id.as_str().into());
            call.insert("type".to_owned(), "function".into());
            let name = usable_name(&draft.name);
            let function = json!({"name": name, "arguments": draft.arguments});
            call.insert("function".to_owned(), function);
            Value::Object(call)
        });
        message.insert("tool_calls".to_owned(), calls.collect());
    }
    Value::Object(message)
}

/// A name that providers accept in a conversation; a model may have written anything.
pub(super) fn usable_name(name: &str) -> String {
    let usable = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }
    };
    name.chars().take(LONGEST_NAME).map(usable).collect()
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
    Usage {
        input: number("/prompt_tokens"),
        cached: number("/prompt_tokens_details/cached_tokens"),
        output: number("/completion_tokens"),
    }
}

fn malformed(why: String) -> Failure {
    Failure::never(BrainError::Malformed(why))
}

const MOST_CALLS: usize = 64;
const LONGEST_ID: usize = 40;
const LONGEST_NAME: usize = 64;
const TOO_SHORT: &str = "it stopped at the limit of its length; allow more tokens for an answer, or ask for less";
const FILTERED: &str = "the provider's content filter stopped the answer";
