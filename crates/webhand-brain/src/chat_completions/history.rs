//! Writes earlier turns as messages.
//!
//! Invariant: every call is answered by exactly one tool message right after the message that made it, and a turn is
//! always written the same way.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Turn};

use super::assembler::FORMAT;
use crate::format::{AnswerOrigin, as_tool_call, call_id, render_result, render_results, render_text_calls};

#[derive(Debug, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum ChatMessage<'a> {
    System {
        content: Cow<'a, str>,
    },
    Developer {
        content: Cow<'a, str>,
    },
    User {
        content: Value,
    },
    Tool {
        tool_call_id: String,
        content: String,
    },
    /// An assistant's message with its role, as the provider sent it or rewritten in this format.
    #[serde(untagged)]
    Assistant(Value),
}

impl ChatMessage<'_> {
    pub fn user(text: &str) -> Self {
        Self::User { content: text.into() }
    }
}

/// The messages of the turn at place `nth`.
pub(super) fn messages<'a>(source: &AnswerOrigin, nth: usize, turn: &Turn) -> Vec<ChatMessage<'a>> {
    let answer = &turn.answer;
    let own = source.own_message(FORMAT, answer);
    let (message, ids) = match own {
        Some(message) => match ids(&message) {
            ids if ids.len() == answer.calls.len() => (message, ids),
            // The model wrote its calls as text because it has no tools, so results are text, too.
            ids if ids.is_empty() => {
                return vec![ChatMessage::Assistant(message), ChatMessage::user(&render_results(turn))];
            }
            _ => rebuild_answer(nth, answer),
        },
        None => rebuild_answer(nth, answer),
    };
    let empty = message["content"].as_str().is_none_or(str::is_empty) && ids.is_empty();
    if empty {
        // Providers refuse an empty message.
        return Vec::new();
    }
    let mut messages = vec![ChatMessage::Assistant(message)];
    for (at, tool_call_id) in ids.into_iter().enumerate() {
        messages.push(ChatMessage::Tool { tool_call_id, content: render_result(turn, at) });
    }
    messages
}

/// The messages of a turn for a model whose calls and results are text.
pub(super) fn texts<'a>(source: &AnswerOrigin, turn: &Turn) -> Vec<ChatMessage<'a>> {
    let own = source.own_message(FORMAT, &turn.answer).filter(|message| message.get("tool_calls").is_none());
    let message = own.unwrap_or_else(|| json!({"role": "assistant", "content": render_text_calls(&turn.answer)}));
    if message["content"].as_str().is_none_or(str::is_empty) {
        return Vec::new();
    }
    let mut messages = vec![ChatMessage::Assistant(message)];
    if !turn.answer.calls.is_empty() {
        messages.push(ChatMessage::user(&render_results(turn)));
    }
    messages
}

fn ids(message: &Value) -> Vec<String> {
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let ids = calls.into_iter().flatten().filter_map(|call| call["id"].as_str());
    ids.map(str::to_owned).collect()
}

/// The answer of another brain, rewritten in this format.
fn rebuild_answer(nth: usize, answer: &BrainAnswer) -> (Value, Vec<String>) {
    let ids: Vec<String> = (0..answer.calls.len()).map(|at| call_id(nth, at)).collect();
    let mut message = json!({"role": "assistant", "content": answer.text});
    if !answer.calls.is_empty() {
        let calls = answer.calls.iter().zip(&ids).map(|(call, id)| {
            let (name, arguments) = as_tool_call(call);
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments.to_string()}})
        });
        message["tool_calls"] = calls.collect();
        if answer.text.is_empty() {
            message["content"] = Value::Null;
        }
    }
    (message, ids)
}
