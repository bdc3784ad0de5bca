//! Earlier turns as messages.
//!
//! Invariant: every call is answered by exactly one tool message right after the message that made it, and a turn is
//! always written the same way.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{Answer, CallResult, End, Turn};

use super::draft::usable_name;
use super::translator::Source;

#[derive(Debug, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    System {
        content: &'a str,
    },
    Developer {
        content: &'a str,
    },
    User {
        content: Value,
    },
    Tool {
        tool_call_id: String,
        content: String,
    },
    /// An assistant's message with its role, as the provider sent it or as it would have.
    #[serde(untagged)]
    Assistant(Value),
}

impl Message<'_> {
    pub fn user(text: &str) -> Self {
        Self::User { content: text.into() }
    }
}

/// What an answer keeps for its own provider and model.
pub(super) fn opaque(source: &Source, message: &Value) -> Value {
    json!({"format": FORMAT, "source": source, "message": message})
}

/// The messages of the turn at place `nth`.
pub(super) fn messages<'a>(source: &Source, nth: usize, turn: &Turn) -> Vec<Message<'a>> {
    let answer = &turn.answer;
    let own = own_message(source, answer);
    let (message, ids) = match own {
        Some(message) => match ids(&message) {
            ids if ids.len() == answer.calls.len() => (message, ids),
            // The calls stood in the text, because the model knows no tools: results come as text, too.
            ids if ids.is_empty() => return in_text(message, turn),
            _ => rebuilt(nth, answer),
        },
        None => rebuilt(nth, answer),
    };
    let empty = message["content"].as_str().is_none_or(str::is_empty) && ids.is_empty();
    if empty {
        // Providers refuse a message that says nothing.
        return Vec::new();
    }
    let mut messages = vec![Message::Assistant(message)];
    for (at, tool_call_id) in ids.into_iter().enumerate() {
        messages.push(Message::Tool { tool_call_id, content: in_words(turn.results.get(at)) });
    }
    messages
}

fn own_message(source: &Source, answer: &Answer) -> Option<Value> {
    let opaque = answer.opaque.as_ref()?;
    let theirs: Source = serde_json::from_value(opaque.get("source")?.clone()).ok()?;
    (opaque.get("format")? == FORMAT && theirs == *source).then(|| opaque.get("message").cloned()).flatten()
}

fn ids(message: &Value) -> Vec<String> {
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let ids = calls.into_iter().flatten().filter_map(|call| call["id"].as_str());
    ids.map(str::to_owned).collect()
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(nth: usize, answer: &Answer) -> (Value, Vec<String>) {
    let ids: Vec<String> = (0..answer.calls.len()).map(|at| call_id(nth, at)).collect();
    let mut message = json!({"role": "assistant", "content": answer.text});
    if !answer.calls.is_empty() {
        let calls = answer.calls.iter().zip(&ids).map(|(call, id)| {
            let arguments = call.arguments.to_string();
            let name = usable_name(&call.name);
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        });
        message["tool_calls"] = calls.collect();
        if answer.text.is_empty() {
            message["content"] = Value::Null;
        }
    }
    (message, ids)
}

/// An id that no other call of the conversation has.
pub(super) fn call_id(turn: usize, at: usize) -> String {
    format!("call_{turn}_{at}")
}

fn in_text<'a>(message: Value, turn: &Turn) -> Vec<Message<'a>> {
    let results = turn.answer.calls.iter().enumerate().map(|(at, call)| {
        let result = in_words(turn.results.get(at));
        format!("Result of {}: {result}", call.name)
    });
    let results = results.collect::<Vec<_>>().join("\n");
    vec![Message::Assistant(message), Message::user(&results)]
}

fn in_words(result: Option<&CallResult>) -> String {
    let Some(result) = result else {
        return "Not carried out.".to_owned();
    };
    if !result.text.is_empty() {
        return result.text.clone();
    }
    match result.end {
        End::Done => "Done.",
        End::Refused => "Refused; nothing was done.",
        End::Failed(_) => "Failed; nothing was done.",
        End::InDoubt => "It may or may not have happened; look before repeating.",
    }
    .to_owned()
}

const FORMAT: &str = "chat_completions";
