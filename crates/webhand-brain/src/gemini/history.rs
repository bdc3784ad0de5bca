//! Earlier turns as contents.

use std::ops::Range;

use serde_json::{Value, json};
use webhand_model::{Answer, Prompt, Turn};

use super::computer;
use super::translator::Translator;
use crate::format::native::{View, is_confirmed, is_good, spans, told};
use crate::format::{Part, Past, Source, Telling, in_text, in_tools};

/// The task and all turns; `screen` is what the page shows now, as a picture. Also which calls of the newest turn each
/// response in them is about.
pub(super) fn contents(
    translator: &Translator,
    prompt: &Prompt,
    screen: Option<&Value>,
) -> (Vec<Value>, Vec<Range<usize>>) {
    let (mut contents, mut spans) = (Vec::new(), Vec::new());
    let past = Past::of(prompt, Telling::of(translator.options.hands));
    let newest = prompt.turns.len().saturating_sub(1);
    for part in past.parts() {
        match part {
            Part::Turn(nth, turn) => {
                let url = match prompt.turns.get(nth + 1) {
                    Some(next) => seen_at(next).or_else(|| seen_at(turn)).unwrap_or_default(),
                    None => prompt.observation.snapshot.url.as_str(),
                };
                let is_newest = nth == newest;
                let after = After { url, image: screen.filter(|_| is_newest), is_newest };
                spans = add(&mut contents, translator, turn, after);
            }
            Part::Said(pieces) => {
                let parts: Vec<Value> = pieces.iter().map(|piece| json!({"text": piece})).collect();
                contents.push(json!({"role": "user", "parts": parts}));
            }
        }
    }
    (contents, spans)
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

/// What the page shows after a turn. Only the newest picture is there.
#[derive(Clone, Copy)]
struct After<'a> {
    url: &'a str,
    image: Option<&'a Value>,
    is_newest: bool,
}

/// The address of the page that a turn's answer was given on.
fn seen_at(turn: &Turn) -> Option<&str> {
    turn.answer.opaque.as_ref()?.get(SEEN_AT)?.as_str()
}

fn add(contents: &mut Vec<Value>, translator: &Translator, turn: &Turn, after: After<'_>) -> Vec<Range<usize>> {
    let kept = translator.source.kept(translator.form(), &turn.answer);
    let own = kept.and_then(|parts| parts.as_array().cloned());
    let own_spans = own.as_ref().map(|parts| spans(calls(parts).map(|call| length(translator, call))));
    let (parts, spans) = match own.zip(own_spans) {
        Some((parts, spans)) if !can_be_answered(translator, turn, &parts, &spans, after) => {
            contents.push(said("user", &in_text(turn)));
            return Vec::new();
        }
        Some((parts, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => (parts, spans),
        Some((parts, spans)) if spans.is_empty() => {
            contents.push(json!({"role": "model", "parts": parts}));
            contents.push(said("user", &in_text(turn)));
            return Vec::new();
        }
        Some(_) | None => (rebuilt(&translator.source, &turn.answer), spans(turn.answer.calls.iter().map(|_| 1))),
    };
    if parts.is_empty() {
        // A content without parts is refused.
        return Vec::new();
    }
    let answers = calls(&parts).zip(&spans);
    let responses: Vec<Value> = answers.map(|(call, span)| response(translator, turn, call, span, after)).collect();
    contents.push(json!({"role": "model", "parts": parts}));
    if !responses.is_empty() {
        contents.push(json!({"role": "user", "parts": responses}));
    }
    spans
}

/// A predefined function can only be answered once what the provider was cautious about is confirmed, and the newest
/// with a picture. What nobody confirmed is told in words, and what nobody saw, too.
fn can_be_answered(
    translator: &Translator,
    turn: &Turn,
    parts: &[Value],
    spans: &[Range<usize>],
    after: After<'_>,
) -> bool {
    let is_shown = !after.is_newest || after.image.is_some();
    let mut predefined = calls(parts).zip(spans).filter(|(call, _)| is_predefined(translator, call));
    predefined
        .all(|(call, span)| is_shown && (computer::cautions(&call["args"]).is_empty() || is_confirmed(turn, span)))
}

fn calls(parts: &[Value]) -> impl Iterator<Item = &Value> {
    parts.iter().filter_map(|part| part.get("functionCall"))
}

fn is_predefined(translator: &Translator, call: &Value) -> bool {
    translator.steps(call["name"].as_str().unwrap_or_default(), &call["args"], View::default()).is_some()
}

/// How many calls of the catalogue a call came to.
fn length(translator: &Translator, call: &Value) -> usize {
    let steps = translator.steps(call["name"].as_str().unwrap_or_default(), &call["args"], View::default());
    steps.map_or(1, |steps| steps.len())
}

/// The response to a call, with its name and, if it had one, its id.
fn response(
    translator: &Translator,
    turn: &Turn,
    call: &Value,
    span: &Range<usize>,
    After { url, image, .. }: After<'_>,
) -> Value {
    let word = if is_good(turn, span) { "output" } else { "error" };
    let mut response = json!({"name": call["name"], "response": {word: told(turn, span)}});
    if is_predefined(translator, call) {
        response["response"]["url"] = url.into();
        if let Some(image) = image {
            response["parts"] = json!([image]);
        }
    }
    if is_confirmed(turn, span) {
        response["response"]["safety_acknowledgement"] = "true".into();
    }
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

/// Where an answer keeps the address of the page it was given on.
pub(super) const SEEN_AT: &str = "url";
/// What the provider takes in the place of a signature for calls that come from elsewhere.
const NOT_SIGNED: &str = "skip_thought_signature_validator";
