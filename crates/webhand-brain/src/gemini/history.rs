//! Earlier turns as contents.

use serde_json::{Value, json};
use webhand_model::{Answer, End, Prompt, Turn};

use super::draft::FORMAT;
use crate::format::{Part, Past, Source, in_text, in_tools, in_words};

/// The task and all turns.
pub(super) fn contents(source: &Source, prompt: &Prompt) -> Vec<Value> {
    let past = Past::of(prompt);
    let mut contents = vec![said("user", &past.opening)];
    for part in past.parts() {
        match part {
            Part::Turn(_, turn) => add(&mut contents, source, turn),
            Part::Look(look) => contents.push(said("user", &look)),
        }
    }
    contents
}

/// Adds a picture to the response to the newest answer's call at that place, or gives it back when there is no such
/// response.
pub(super) fn show(contents: &mut [Value], at: usize, image: Value) -> Option<Value> {
    let parts = contents.last_mut().and_then(|content| content["parts"].as_array_mut());
    let mut responses = parts.into_iter().flatten().filter_map(|part| part.get_mut("functionResponse"));
    let Some(response) = responses.nth(at) else { return Some(image) };
    response["parts"] = json!([image]);
    None
}

fn add(contents: &mut Vec<Value>, source: &Source, turn: &Turn) {
    let own = source.kept(FORMAT, &turn.answer).and_then(|parts| parts.as_array().cloned());
    let parts = match own {
        Some(parts) if calls(&parts).count() == turn.answer.calls.len() => parts,
        Some(parts) if calls(&parts).next().is_none() => {
            contents.push(json!({"role": "model", "parts": parts}));
            return contents.push(said("user", &in_text(turn)));
        }
        Some(_) | None => rebuilt(source, &turn.answer),
    };
    if parts.is_empty() {
        // A content without parts is refused.
        return;
    }
    let responses: Vec<Value> = calls(&parts).enumerate().map(|(at, call)| response(turn, at, call)).collect();
    contents.push(json!({"role": "model", "parts": parts}));
    if !responses.is_empty() {
        contents.push(json!({"role": "user", "parts": responses}));
    }
}

fn calls(parts: &[Value]) -> impl Iterator<Item = &Value> {
    parts.iter().filter_map(|part| part.get("functionCall"))
}

/// The response to a call, with its name and, if it had one, its id.
fn response(turn: &Turn, at: usize, call: &Value) -> Value {
    let good = matches!(turn.results.get(at).map(|result| &result.end), Some(End::Done));
    let word = if good { "output" } else { "error" };
    let mut response = json!({"name": call["name"], "response": {word: in_words(turn, at)}});
    if let Some(id) = call.get("id") {
        response["id"] = id.clone();
    }
    json!({ "functionResponse": response })
}

/// The answer of another brain, as this one would have given it.
fn rebuilt(source: &Source, answer: &Answer) -> Vec<Value> {
    let text = Some(&answer.text).filter(|text| !text.trim().is_empty());
    let mut parts: Vec<Value> = text.map(|text| json!({"text": text})).into_iter().collect();
    for (at, call) in answer.calls.iter().enumerate() {
        let (name, args) = in_tools(call);
        let mut part = json!({"functionCall": {"name": name, "args": args}});
        if at == 0 && wants_signatures(&source.model) {
            part["thoughtSignature"] = NOT_SIGNED.into();
        }
        parts.push(part);
    }
    parts
}

/// Models from the third generation on refuse calls that they did not sign.
fn wants_signatures(model: &str) -> bool {
    let model = model.trim_start_matches("models/");
    !["gemini-1", "gemini-2"].iter().any(|old| model.starts_with(old))
}

fn said(role: &str, text: &str) -> Value {
    json!({"role": role, "parts": [{"text": text}]})
}

/// What the provider takes in the place of a signature for calls that come from elsewhere.
const NOT_SIGNED: &str = "skip_thought_signature_validator";
