//! Earlier turns as messages.
//!
//! Invariants: every call is answered by exactly one result, and the results of an answer stand first in the message
//! right after it; no two messages of one role follow each other.

use std::ops::Range;

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{Answer, Prompt, Turn};

use super::translator::Translator;
use crate::format::native::{View, is_good, spans, told};
use crate::format::{Part, Past, Telling, call_id, in_text, in_tools};

#[derive(Debug, Serialize)]
pub(super) struct Message {
    role: &'static str,
    content: Vec<Value>,
}

/// The task and all turns, and which calls of the newest turn each result in them is about.
pub(super) fn messages(translator: &Translator, prompt: &Prompt) -> (Vec<Message>, Vec<Range<usize>>) {
    let telling = Telling::of(translator.options.hands);
    let (mut messages, mut spans, past) = (Vec::new(), Vec::new(), Past::of(prompt, telling));
    for part in past.parts() {
        match part {
            Part::Turn(nth, turn) => {
                if telling == Telling::Lines && nth + 1 == prompt.turns.len() {
                    // It is a line in the next request, and what stands before it is the same.
                    mark_newest(&mut messages, 1);
                }
                spans = add(&mut messages, translator, nth, turn);
            }
            Part::Said(pieces) => say(&mut messages, "user", pieces.iter().map(|piece| text(piece)).collect()),
        }
    }
    match telling {
        Telling::Lines if prompt.turns.is_empty() => mark_newest(&mut messages, 1),
        Telling::Lines => {}
        // One that the step before has marked, too, and one that the step after will find.
        Telling::Turns => mark_newest(&mut messages, 2),
    }
    (messages, spans)
}

/// Adds to the last message if it is of that role, or else one more.
pub(super) fn say(messages: &mut Vec<Message>, role: &'static str, content: Vec<Value>) {
    match messages.last_mut().filter(|last| last.role == role) {
        Some(last) => last.content.extend(content),
        None => messages.push(Message { role, content }),
    }
}

/// Adds a picture to the result of the newest answer's call at that place, or gives it back when there is no such result
/// or it is an error, which may only be told in words.
pub(super) fn show(messages: &mut [Message], at: usize, image: Value) -> Option<Value> {
    let results = messages.last_mut().into_iter().flat_map(|message| &mut message.content);
    let result = results.filter(|block| block["type"] == "tool_result").nth(at);
    let Some(result) = result.filter(|result| result["is_error"] != true) else { return Some(image) };
    let said = result["content"].take();
    result["content"] = json!([{"type": "text", "text": said}, image]);
    None
}

/// Marks the ends of so many newest messages to the model.
fn mark_newest(messages: &mut [Message], count: usize) {
    let newest = messages.iter_mut().rev().filter(|message| message.role == "user");
    newest.take(count).filter_map(|message| message.content.last_mut()).for_each(mark);
}

/// Marks the end of what the provider should keep in its cache.
pub(super) fn mark(block: &mut Value) {
    block["cache_control"] = json!({"type": "ephemeral"});
}

fn add(messages: &mut Vec<Message>, translator: &Translator, nth: usize, turn: &Turn) -> Vec<Range<usize>> {
    let kept = translator.source.kept(translator.form(), &turn.answer);
    let own = kept.and_then(|content| content.as_array().cloned());
    let own_spans = own.as_ref().map(|content| spans(calls(content).map(|call| length(translator, call))));
    let (content, spans) = match own.zip(own_spans) {
        Some((content, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => {
            (content, spans)
        }
        Some((content, spans)) if spans.is_empty() => {
            say(messages, "assistant", content);
            say(messages, "user", vec![text(&in_text(turn))]);
            return Vec::new();
        }
        Some(_) | None => (rebuilt(nth, &turn.answer), spans(turn.answer.calls.iter().map(|_| 1))),
    };
    if content.is_empty() {
        // A message that says nothing is refused.
        return Vec::new();
    }
    let results: Vec<Value> = calls(&content).zip(&spans).map(|(call, span)| result(turn, span, &call["id"])).collect();
    say(messages, "assistant", content);
    if !results.is_empty() {
        say(messages, "user", results);
    }
    spans
}

fn result(turn: &Turn, span: &Range<usize>, id: &Value) -> Value {
    let mut result = json!({"type": "tool_result", "tool_use_id": id, "content": told(turn, span)});
    if !is_good(turn, span) {
        result["is_error"] = true.into();
    }
    result
}

fn calls(content: &[Value]) -> impl Iterator<Item = &Value> {
    content.iter().filter(|block| block["type"] == "tool_use")
}

/// How many calls of the catalogue a call came to.
fn length(translator: &Translator, call: &Value) -> usize {
    let name = call["name"].as_str().unwrap_or_default();
    translator.steps(name, &call["input"], View::default()).map_or(1, |steps| steps.len())
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(nth: usize, answer: &Answer) -> Vec<Value> {
    let said = Some(&answer.text).filter(|said| !said.trim().is_empty());
    let calls = answer.calls.iter().enumerate().map(|(at, call)| {
        let (id, (name, input)) = (call_id(nth, at), in_tools(call));
        json!({"type": "tool_use", "id": id, "name": name, "input": input})
    });
    said.map(|said| text(said)).into_iter().chain(calls).collect()
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
