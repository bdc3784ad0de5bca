//! Earlier turns as messages.
//!
//! Invariants: every call is answered by exactly one result, and the results of an answer stand first in the message
//! right after it; no two messages of one role follow each other.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{Answer, End, Prompt, Turn};

use super::draft::FORMAT;
use crate::format::{Part, Past, Source, call_id, in_text, in_tools, in_words};

#[derive(Debug, Serialize)]
pub(super) struct Message {
    role: &'static str,
    content: Vec<Value>,
}

/// The task and all turns.
pub(super) fn messages(source: &Source, prompt: &Prompt) -> Vec<Message> {
    let (mut messages, past) = (Vec::new(), Past::of(prompt));
    say(&mut messages, "user", vec![text(&past.opening)]);
    for part in past.parts() {
        match part {
            Part::Turn(nth, turn) => add(&mut messages, source, nth, turn),
            Part::Look(look) => say(&mut messages, "user", vec![text(&look)]),
        }
    }
    messages
}

/// Adds to the last message if it is of that role, or else one more.
pub(super) fn say(messages: &mut Vec<Message>, role: &'static str, content: Vec<Value>) {
    match messages.last_mut().filter(|last| last.role == role) {
        Some(last) => last.content.extend(content),
        None => messages.push(Message { role, content }),
    }
}

/// Adds a picture to the result of the newest answer's call at that place, or gives it back when there is no such result.
pub(super) fn show(messages: &mut [Message], at: usize, image: Value) -> Option<Value> {
    let results = messages.last_mut().into_iter().flat_map(|message| &mut message.content);
    let Some(result) = results.filter(|block| block["type"] == "tool_result").nth(at) else { return Some(image) };
    let said = result["content"].take();
    result["content"] = json!([{"type": "text", "text": said}, image]);
    None
}

/// Marks the ends of the newest two messages to the model: one that the step before has marked, too, and one that the
/// step after will find.
pub(super) fn mark_newest(messages: &mut [Message]) {
    let newest = messages.iter_mut().rev().filter(|message| message.role == "user");
    newest.take(2).filter_map(|message| message.content.last_mut()).for_each(mark);
}

/// Marks the end of what the provider should keep in its cache.
pub(super) fn mark(block: &mut Value) {
    block["cache_control"] = json!({"type": "ephemeral"});
}

fn add(messages: &mut Vec<Message>, source: &Source, nth: usize, turn: &Turn) {
    let own = source.kept(FORMAT, &turn.answer).and_then(|content| content.as_array().cloned());
    let (content, ids) = match own {
        Some(content) => match ids(&content) {
            ids if ids.len() == turn.answer.calls.len() => (content, ids),
            ids if ids.is_empty() => {
                say(messages, "assistant", content);
                return say(messages, "user", vec![text(&in_text(turn))]);
            }
            _ => rebuilt(nth, &turn.answer),
        },
        None => rebuilt(nth, &turn.answer),
    };
    if content.is_empty() {
        // A message that says nothing is refused.
        return;
    }
    say(messages, "assistant", content);
    let results: Vec<Value> = ids.iter().enumerate().map(|(at, id)| result(turn, at, id)).collect();
    if !results.is_empty() {
        say(messages, "user", results);
    }
}

fn result(turn: &Turn, at: usize, id: &str) -> Value {
    let mut result = json!({"type": "tool_result", "tool_use_id": id, "content": in_words(turn, at)});
    if !matches!(turn.results.get(at).map(|result| &result.end), Some(End::Done)) {
        result["is_error"] = true.into();
    }
    result
}

fn ids(content: &[Value]) -> Vec<String> {
    let calls = content.iter().filter(|block| block["type"] == "tool_use");
    calls.filter_map(|call| call["id"].as_str().map(str::to_owned)).collect()
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(nth: usize, answer: &Answer) -> (Vec<Value>, Vec<String>) {
    let ids: Vec<String> = (0..answer.calls.len()).map(|at| call_id(nth, at)).collect();
    let said = Some(&answer.text).filter(|said| !said.trim().is_empty());
    let calls = answer.calls.iter().zip(&ids).map(|(call, id)| {
        let (name, input) = in_tools(call);
        json!({"type": "tool_use", "id": id, "name": name, "input": input})
    });
    (said.map(|said| text(said)).into_iter().chain(calls).collect(), ids)
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
