//! Writes earlier turns as messages.
//!
//! Invariants: every call is answered by exactly one result, and the results of an answer stand first in the message
//! right after it; no two messages of one role follow each other.

use std::ops::Range;

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Prompt, Turn};

use super::format::AnthropicFormat;
use crate::format::native_tools::{ModelView, all_done, call_spans, render_span};
use crate::format::{History, HistoryPart, TurnStyle, as_tool_call, call_id, render_results};

#[derive(Debug, Serialize)]
pub(super) struct MessageParam {
    role: &'static str,
    content: Vec<Value>,
}

/// The messages of the task and all turns, and the calls of the newest turn that each result belongs to.
pub(super) fn messages(format: &AnthropicFormat, prompt: &Prompt) -> (Vec<MessageParam>, Vec<Range<usize>>) {
    let telling = TurnStyle::for_hands(format.options.hands);
    let (mut messages, mut spans, past) = (Vec::new(), Vec::new(), History::new(prompt, telling));
    for part in past.parts() {
        match part {
            HistoryPart::Turn(nth, turn) => {
                if telling == TurnStyle::Lines && nth + 1 == prompt.turns.len() {
                    // This turn becomes a line in the next request, so the cache mark goes before it.
                    mark_newest(&mut messages, 1);
                }
                spans = push_turn(&mut messages, format, nth, turn);
            }
            HistoryPart::Text(pieces) => {
                push_message(&mut messages, "user", pieces.iter().map(|piece| text(piece)).collect());
            }
        }
    }
    match telling {
        TurnStyle::Lines if prompt.turns.is_empty() => mark_newest(&mut messages, 1),
        TurnStyle::Lines => {}
        // Two marks: one that the previous request has set, too, and one that the next request will find.
        TurnStyle::Native => mark_newest(&mut messages, 2),
    }
    (messages, spans)
}

/// Appends to the last message if it has that role, else adds a message.
pub(super) fn push_message(messages: &mut Vec<MessageParam>, role: &'static str, content: Vec<Value>) {
    match messages.last_mut().filter(|last| last.role == role) {
        Some(last) => last.content.extend(content),
        None => messages.push(MessageParam { role, content }),
    }
}

/// Adds a picture to the result of the newest answer's call at that place. Returns the picture if there is no such result,
/// or if it is an error, which may hold only text.
pub(super) fn attach_picture(messages: &mut [MessageParam], at: usize, image: Value) -> Option<Value> {
    let results = messages.last_mut().into_iter().flat_map(|message| &mut message.content);
    let result = results.filter(|block| block["type"] == "tool_result").nth(at);
    let Some(result) = result.filter(|result| result["is_error"] != true) else { return Some(image) };
    let said = result["content"].take();
    result["content"] = json!([{"type": "text", "text": said}, image]);
    None
}

/// Marks the ends of the newest `count` messages to the model as cacheable.
fn mark_newest(messages: &mut [MessageParam], count: usize) {
    let newest = messages.iter_mut().rev().filter(|message| message.role == "user");
    newest.take(count).filter_map(|message| message.content.last_mut()).for_each(mark_cacheable);
}

/// Marks the end of a beginning that the provider should cache.
pub(super) fn mark_cacheable(block: &mut Value) {
    block["cache_control"] = json!({"type": "ephemeral"});
}

fn push_turn(messages: &mut Vec<MessageParam>, format: &AnthropicFormat, nth: usize, turn: &Turn) -> Vec<Range<usize>> {
    let kept = format.source.own_message(format.opaque_format(), &turn.answer);
    let own = kept.and_then(|content| content.as_array().cloned());
    let own_spans = own.as_ref().map(|content| call_spans(calls(content).map(|call| call_count(format, call))));
    let (content, spans) = match own.zip(own_spans) {
        Some((content, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => {
            (content, spans)
        }
        Some((content, spans)) if spans.is_empty() => {
            push_message(messages, "assistant", content);
            push_message(messages, "user", vec![text(&render_results(turn))]);
            return Vec::new();
        }
        Some(_) | None => (rebuild_answer(nth, &turn.answer), call_spans(turn.answer.calls.iter().map(|_| 1))),
    };
    if content.is_empty() {
        // The provider refuses an empty message.
        return Vec::new();
    }
    let results: Vec<Value> = calls(&content).zip(&spans).map(|(call, span)| result(turn, span, &call["id"])).collect();
    push_message(messages, "assistant", content);
    if !results.is_empty() {
        push_message(messages, "user", results);
    }
    spans
}

fn result(turn: &Turn, span: &Range<usize>, id: &Value) -> Value {
    let mut result = json!({"type": "tool_result", "tool_use_id": id, "content": render_span(turn, span)});
    if !all_done(turn, span) {
        result["is_error"] = true.into();
    }
    result
}

fn calls(content: &[Value]) -> impl Iterator<Item = &Value> {
    content.iter().filter(|block| block["type"] == "tool_use")
}

/// The number of catalogue calls that a native call was translated into.
fn call_count(format: &AnthropicFormat, call: &Value) -> usize {
    let name = call["name"].as_str().unwrap_or_default();
    format.catalogue_calls(name, &call["input"], ModelView::default()).map_or(1, |steps| steps.len())
}

/// The answer of another brain, rewritten in this format.
fn rebuild_answer(nth: usize, answer: &BrainAnswer) -> Vec<Value> {
    let said = Some(&answer.text).filter(|said| !said.trim().is_empty());
    let calls = answer.calls.iter().enumerate().map(|(at, call)| {
        let (id, (name, input)) = (call_id(nth, at), as_tool_call(call));
        json!({"type": "tool_use", "id": id, "name": name, "input": input})
    });
    said.map(|said| text(said)).into_iter().chain(calls).collect()
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
