//! Earlier turns as items.
//!
//! Invariant: every call is followed by exactly one output, and reasoning stands before what followed from it.

use std::ops::Range;

use serde_json::{Value, json};
use webhand_model::{Answer, Prompt, Turn};

use super::computer;
use super::translator::Translator;
use crate::format::native::{is_confirmed, spans, told};
use crate::format::{Part, Past, Telling, call_id, in_text, in_tools};

/// The task and all turns; `screen` is what the page shows now, as a picture. Also which calls of the newest turn each
/// output in them is about.
pub(super) fn items(translator: &Translator, prompt: &Prompt, screen: Option<&str>) -> (Vec<Value>, Vec<Range<usize>>) {
    let (mut items, mut spans) = (Vec::new(), Vec::new());
    let past = Past::of(prompt, Telling::of(translator.options.hands));
    let newest = prompt.turns.len().saturating_sub(1);
    for part in past.parts() {
        match part {
            Part::Turn(nth, turn) => {
                spans = add(&mut items, translator, nth, turn, screen.filter(|_| nth == newest));
            }
            Part::Said(pieces) => items.push(said("user", &pieces.join("\n"))),
        }
    }
    (items, spans)
}

/// Adds a picture to the output of the newest answer's call at that place, or gives it back when there is no such output.
pub(super) fn show(items: &mut [Value], at: usize, image: Value) -> Option<Value> {
    let is_output = |item: &Value| item["type"].as_str().is_some_and(|kind| kind.ends_with("_call_output"));
    let end = items.iter().rposition(is_output).map_or(0, |last| last + 1);
    let newest = items[..end].iter().rposition(|item| !is_output(item)).map_or(0, |last| last + 1);
    let Some(item) = items[newest..end].get_mut(at) else { return Some(image) };
    if item["type"] == "computer_call_output" {
        // It is there already.
        return None;
    }
    let said = item["output"].take();
    item["output"] = json!([{"type": "input_text", "text": said}, image]);
    None
}

fn add(
    items: &mut Vec<Value>,
    translator: &Translator,
    nth: usize,
    turn: &Turn,
    screen: Option<&str>,
) -> Vec<Range<usize>> {
    let kept = translator.source.kept(translator.form(), &turn.answer);
    let own = kept.and_then(|items| items.as_array().cloned());
    let own_spans = own.as_ref().map(|items| spans(calls(items).map(|call| length(translator, call))));
    let (answer, spans) = match own.zip(own_spans) {
        Some((own, spans)) if !can_be_answered(turn, &own, &spans) => {
            items.push(said("user", &in_text(turn)));
            return Vec::new();
        }
        Some((own, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => (own, spans),
        Some((own, spans)) if spans.is_empty() => {
            items.extend(own);
            items.push(said("user", &in_text(turn)));
            return Vec::new();
        }
        Some(_) | None => (rebuilt(nth, &turn.answer), spans(turn.answer.calls.iter().map(|_| 1))),
    };
    let outputs: Vec<Value> = calls(&answer).zip(&spans).map(|(call, span)| output(turn, call, span, screen)).collect();
    let points = calls(&answer).any(|call| call["type"] == "computer_call");
    items.extend(answer);
    items.extend(outputs);
    if points {
        // A picture does not tell what went wrong.
        items.push(said("user", &in_text(turn)));
    }
    spans
}

/// A call of the computer tool can only be answered with all its checks confirmed. What nobody confirmed is told in words.
fn can_be_answered(turn: &Turn, items: &[Value], spans: &[Range<usize>]) -> bool {
    let pointed = calls(items).zip(spans).filter(|(call, _)| call["type"] == "computer_call");
    pointed.into_iter().all(|(call, span)| computer::cautions(call).is_empty() || is_confirmed(turn, span))
}

fn output(turn: &Turn, call: &Value, span: &Range<usize>, screen: Option<&str>) -> Value {
    let id = &call["call_id"];
    if call["type"] != "computer_call" {
        return json!({"type": "function_call_output", "call_id": id, "output": told(turn, span)});
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

/// How many calls of the catalogue a call came to.
fn length(translator: &Translator, call: &Value) -> usize {
    let name = if call["type"] == "computer_call" { computer::NAME } else { "" };
    translator.steps(name, call).map_or(1, |steps| steps.len())
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(nth: usize, answer: &Answer) -> Vec<Value> {
    let text = Some(&answer.text).filter(|text| !text.trim().is_empty());
    let calls = answer.calls.iter().enumerate().map(|(at, call)| {
        let (call_id, (name, arguments)) = (call_id(nth, at), in_tools(call));
        json!({"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments.to_string()})
    });
    text.map(|text| said("assistant", text)).into_iter().chain(calls).collect()
}

pub(super) fn said(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

/// A small grey picture in the place of one that is not shown any more: a call of the computer tool can only be answered
/// by a picture, and without its answer the call and the reasoning before it could not go back as they came.
const LEFT_OUT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgAAAAAcoT2JAAAAEElEQVR42mNYBQUMowxsDACmsaoBb4nhHgAAAABJRU5ErkJggg==";
