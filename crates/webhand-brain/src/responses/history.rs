//! Writes earlier turns as items.
//!
//! Invariant: every call is followed by exactly one output, and reasoning stands before the items that followed from it.

use std::ops::Range;

use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Prompt, Turn};

use super::computer;
use super::format::ResponsesFormat;
use crate::format::native_tools::{call_spans, is_confirmed, render_span};
use crate::format::{History, HistoryPart, TurnStyle, as_tool_call, call_id, render_results};

/// The items of the task and all turns, and the calls of the newest turn that each output belongs to. `screen` is the
/// picture of the page.
pub(super) fn items(
    format: &ResponsesFormat,
    prompt: &Prompt,
    screen: Option<&str>,
) -> (Vec<Value>, Vec<Range<usize>>) {
    let (mut items, mut spans) = (Vec::new(), Vec::new());
    let past = History::new(prompt, TurnStyle::for_hands(format.options.hands));
    let newest = prompt.turns.len().saturating_sub(1);
    for part in past.parts() {
        match part {
            HistoryPart::Turn(nth, turn) => {
                spans = push_turn(&mut items, format, nth, turn, screen.filter(|_| nth == newest));
            }
            HistoryPart::Text(pieces) => items.push(text_message("user", &pieces.join("\n"))),
        }
    }
    (items, spans)
}

/// Adds a picture to the output of the newest answer's call at that place. Returns the picture if there is no such output.
pub(super) fn attach_picture(items: &mut [Value], at: usize, image: Value) -> Option<Value> {
    let is_output = |item: &Value| item["type"].as_str().is_some_and(|kind| kind.ends_with("_call_output"));
    let end = items.iter().rposition(is_output).map_or(0, |last| last + 1);
    let newest = items[..end].iter().rposition(|item| !is_output(item)).map_or(0, |last| last + 1);
    let Some(item) = items[newest..end].get_mut(at) else { return Some(image) };
    if item["type"] == "computer_call_output" {
        // The output of a computer call has its picture already.
        return None;
    }
    let said = item["output"].take();
    item["output"] = json!([{"type": "input_text", "text": said}, image]);
    None
}

fn push_turn(
    items: &mut Vec<Value>,
    format: &ResponsesFormat,
    nth: usize,
    turn: &Turn,
    screen: Option<&str>,
) -> Vec<Range<usize>> {
    let kept = format.source.own_message(format.opaque_format(), &turn.answer);
    let own = kept.and_then(|items| items.as_array().cloned());
    let own_spans = own.as_ref().map(|items| call_spans(calls(items).map(|call| call_count(format, call))));
    let (answer, spans) = match own.zip(own_spans) {
        Some((own, spans)) if !can_replay_natively(turn, &own, &spans) => {
            items.push(text_message("user", &render_results(turn)));
            return Vec::new();
        }
        Some((own, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => (own, spans),
        Some((own, spans)) if spans.is_empty() => {
            items.extend(own);
            items.push(text_message("user", &render_results(turn)));
            return Vec::new();
        }
        Some(_) | None => (rebuild_answer(nth, &turn.answer), call_spans(turn.answer.calls.iter().map(|_| 1))),
    };
    let outputs: Vec<Value> = calls(&answer).zip(&spans).map(|(call, span)| output(turn, call, span, screen)).collect();
    let points = calls(&answer).any(|call| call["type"] == "computer_call");
    items.extend(answer);
    items.extend(outputs);
    if points {
        // The output of a computer call is only a picture, so the results in words need a message of their own.
        items.push(text_message("user", &render_results(turn)));
    }
    spans
}

/// Whether a turn can be replayed with its native calls. The provider rejects the output of a computer call with unconfirmed
/// safety checks; such a turn is replayed as text.
fn can_replay_natively(turn: &Turn, items: &[Value], spans: &[Range<usize>]) -> bool {
    let pointed = calls(items).zip(spans).filter(|(call, _)| call["type"] == "computer_call");
    pointed.into_iter().all(|(call, span)| computer::cautions(call).is_empty() || is_confirmed(turn, span))
}

fn output(turn: &Turn, call: &Value, span: &Range<usize>, screen: Option<&str>) -> Value {
    let id = &call["call_id"];
    if call["type"] != "computer_call" {
        return json!({"type": "function_call_output", "call_id": id, "output": render_span(turn, span)});
    }
    json!({
        "type": "computer_call_output", "call_id": id,
        "acknowledged_safety_checks": call.get("pending_safety_checks").cloned().unwrap_or_else(|| json!([])),
        "output": {"type": "computer_screenshot", "image_url": screen.unwrap_or(LEFT_OUT)},
    })
}

fn calls(items: &[Value]) -> impl Iterator<Item = &Value> {
    items.iter().filter(|item| item["type"] == "function_call" || item["type"] == "computer_call")
}

/// The number of catalogue calls that a native call was translated into.
fn call_count(format: &ResponsesFormat, call: &Value) -> usize {
    let name = if call["type"] == "computer_call" { computer::NAME } else { "" };
    format.catalogue_calls(name, call).map_or(1, |steps| steps.len())
}

/// The answer of another brain, rewritten in this format.
fn rebuild_answer(nth: usize, answer: &BrainAnswer) -> Vec<Value> {
    let text = Some(&answer.text).filter(|text| !text.trim().is_empty());
    let calls = answer.calls.iter().enumerate().map(|(at, call)| {
        let (call_id, (name, arguments)) = (call_id(nth, at), as_tool_call(call));
        json!({"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments.to_string()})
    });
    text.map(|text| text_message("assistant", text)).into_iter().chain(calls).collect()
}

pub(super) fn text_message(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

/// A small grey picture that replaces an older one. The output of a computer call must be a picture, and without an output
/// neither the call nor the reasoning before it could be replayed.
const LEFT_OUT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgAAAAAcoT2JAAAAEElEQVR42mNYBQUMowxsDACmsaoBb4nhHgAAAABJRU5ErkJggg==";
