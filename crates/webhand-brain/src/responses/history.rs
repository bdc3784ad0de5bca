//! Earlier turns as items.
//!
//! Invariant: every call is followed by exactly one output, and reasoning stands before what followed from it.

use serde_json::{Value, json};
use webhand_model::{Answer, Prompt, Turn};

use super::draft::FORMAT;
use crate::format::{Part, Past, Source, call_id, in_text, in_tools, in_words};

/// The task and all turns.
pub(super) fn items(source: &Source, prompt: &Prompt) -> Vec<Value> {
    let past = Past::of(prompt);
    let mut items = vec![said("user", &past.opening)];
    for part in past.parts() {
        match part {
            Part::Turn(nth, turn) => add(&mut items, source, nth, turn),
            Part::Look(look) => items.push(said("user", &look)),
        }
    }
    items
}

/// Adds a picture to the output of the newest answer's call at that place, or gives it back when there is no such output.
pub(super) fn show(items: &mut [Value], at: usize, image: Value) -> Option<Value> {
    let newest = items.iter().rposition(|item| item["type"] != "function_call_output").map_or(0, |last| last + 1);
    let Some(item) = items[newest..].get_mut(at) else { return Some(image) };
    let said = item["output"].take();
    item["output"] = json!([{"type": "input_text", "text": said}, image]);
    None
}

fn add(items: &mut Vec<Value>, source: &Source, nth: usize, turn: &Turn) {
    let own = source.kept(FORMAT, &turn.answer).and_then(|items| items.as_array().cloned());
    let (answer, ids) = match own {
        Some(own) => match ids(&own) {
            ids if ids.len() == turn.answer.calls.len() => (own, ids),
            ids if ids.is_empty() => {
                items.extend(own);
                return items.push(said("user", &in_text(turn)));
            }
            _ => rebuilt(nth, &turn.answer),
        },
        None => rebuilt(nth, &turn.answer),
    };
    items.extend(answer);
    let outputs = ids.into_iter().enumerate();
    items.extend(outputs.map(
        |(at, call_id)| json!({"type": "function_call_output", "call_id": call_id, "output": in_words(turn, at)}),
    ));
}

fn ids(items: &[Value]) -> Vec<String> {
    let calls = items.iter().filter(|item| item["type"] == "function_call");
    calls.filter_map(|call| call["call_id"].as_str().map(str::to_owned)).collect()
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(nth: usize, answer: &Answer) -> (Vec<Value>, Vec<String>) {
    let ids: Vec<String> = (0..answer.calls.len()).map(|at| call_id(nth, at)).collect();
    let text = Some(&answer.text).filter(|text| !text.trim().is_empty());
    let calls = answer.calls.iter().zip(&ids).map(|(call, call_id)| {
        let (name, arguments) = in_tools(call);
        json!({"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments.to_string()})
    });
    (text.map(|text| said("assistant", text)).into_iter().chain(calls).collect(), ids)
}

fn said(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}
