//! Writes earlier turns as contents.

use std::ops::Range;

use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Prompt, Turn};

use super::computer;
use super::format::GeminiFormat;
use crate::format::native_tools::{ModelView, all_done, call_spans, is_confirmed, render_span};
use crate::format::{AnswerOrigin, History, HistoryPart, TurnStyle, as_tool_call, render_results};

/// The contents of the task and all turns, and the calls of the newest turn that each response belongs to. `screen` is the
/// picture of the page.
pub(super) fn contents(
    format: &GeminiFormat,
    prompt: &Prompt,
    screen: Option<&Value>,
) -> (Vec<Value>, Vec<Range<usize>>) {
    let (mut contents, mut spans) = (Vec::new(), Vec::new());
    let past = History::new(prompt, TurnStyle::for_hands(format.options.hands));
    let newest = prompt.turns.len().saturating_sub(1);
    for part in past.parts() {
        match part {
            HistoryPart::Turn(nth, turn) => {
                let url = match prompt.turns.get(nth + 1) {
                    Some(next) => page_url_of(next).or_else(|| page_url_of(turn)).unwrap_or_default(),
                    None => prompt.observation.snapshot.url.as_str(),
                };
                let is_newest = nth == newest;
                let after = PageAfterTurn { url, image: screen.filter(|_| is_newest), is_newest };
                spans = push_turn(&mut contents, format, turn, after);
            }
            HistoryPart::Text(pieces) => {
                let parts: Vec<Value> = pieces.iter().map(|piece| json!({"text": piece})).collect();
                contents.push(json!({"role": "user", "parts": parts}));
            }
        }
    }
    (contents, spans)
}

/// Adds a picture to the response to the newest answer's call at that place. Returns the picture if there is no such
/// response.
pub(super) fn attach_picture(contents: &mut [Value], at: usize, image: Value) -> Option<Value> {
    let parts = contents.last_mut().and_then(|content| content["parts"].as_array_mut());
    let mut responses = parts.into_iter().flatten().filter_map(|part| part.get_mut("functionResponse"));
    let Some(response) = responses.nth(at) else { return Some(image) };
    response["parts"] = json!([image]);
    None
}

/// The page after a turn. Only the newest turn has a picture.
#[derive(Clone, Copy)]
struct PageAfterTurn<'a> {
    url: &'a str,
    image: Option<&'a Value>,
    is_newest: bool,
}

/// The address of the page that a turn's answer was given on.
fn page_url_of(turn: &Turn) -> Option<&str> {
    turn.answer.opaque.as_ref()?.get(SEEN_AT)?.as_str()
}

fn push_turn(
    contents: &mut Vec<Value>,
    format: &GeminiFormat,
    turn: &Turn,
    after: PageAfterTurn<'_>,
) -> Vec<Range<usize>> {
    let kept = format.source.own_message(format.opaque_format(), &turn.answer);
    let own = kept.and_then(|parts| parts.as_array().cloned());
    let own_spans = own.as_ref().map(|parts| call_spans(calls(parts).map(|call| call_count(format, call))));
    let (parts, spans) = match own.zip(own_spans) {
        Some((parts, spans)) if !can_replay_natively(format, turn, &parts, &spans, after) => {
            contents.push(text_message("user", &render_results(turn)));
            return Vec::new();
        }
        Some((parts, spans)) if spans.last().map_or(0, |last| last.end) == turn.answer.calls.len() => (parts, spans),
        Some((parts, spans)) if spans.is_empty() => {
            contents.push(json!({"role": "model", "parts": parts}));
            contents.push(text_message("user", &render_results(turn)));
            return Vec::new();
        }
        Some(_) | None => {
            (rebuild_answer(&format.source, &turn.answer), call_spans(turn.answer.calls.iter().map(|_| 1)))
        }
    };
    if parts.is_empty() {
        // The provider refuses a content without parts.
        return Vec::new();
    }
    let answers = calls(&parts).zip(&spans);
    let responses: Vec<Value> = answers.map(|(call, span)| response(format, turn, call, span, after)).collect();
    contents.push(json!({"role": "model", "parts": parts}));
    if !responses.is_empty() {
        contents.push(json!({"role": "user", "parts": responses}));
    }
    spans
}

/// Whether a turn can be replayed with its native calls. The provider rejects the response to a predefined function that
/// lacks a required confirmation or, for the newest turn, a picture; such a turn is replayed as text.
fn can_replay_natively(
    format: &GeminiFormat,
    turn: &Turn,
    parts: &[Value],
    spans: &[Range<usize>],
    after: PageAfterTurn<'_>,
) -> bool {
    let is_shown = !after.is_newest || after.image.is_some();
    let mut predefined = calls(parts).zip(spans).filter(|(call, _)| is_predefined(format, call));
    predefined
        .all(|(call, span)| is_shown && (computer::cautions(&call["args"]).is_empty() || is_confirmed(turn, span)))
}

fn calls(parts: &[Value]) -> impl Iterator<Item = &Value> {
    parts.iter().filter_map(|part| part.get("functionCall"))
}

fn is_predefined(format: &GeminiFormat, call: &Value) -> bool {
    format.catalogue_calls(call["name"].as_str().unwrap_or_default(), &call["args"], ModelView::default()).is_some()
}

/// The number of catalogue calls that a native call was translated into.
fn call_count(format: &GeminiFormat, call: &Value) -> usize {
    let steps = format.catalogue_calls(call["name"].as_str().unwrap_or_default(), &call["args"], ModelView::default());
    steps.map_or(1, |steps| steps.len())
}

/// The response to a call, with its name and, if it had one, its id.
fn response(
    format: &GeminiFormat,
    turn: &Turn,
    call: &Value,
    span: &Range<usize>,
    PageAfterTurn { url, image, .. }: PageAfterTurn<'_>,
) -> Value {
    let word = if all_done(turn, span) { "output" } else { "error" };
    let mut response = json!({"name": call["name"], "response": {word: render_span(turn, span)}});
    if is_predefined(format, call) {
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

/// The answer of another brain, rewritten in this format.
fn rebuild_answer(source: &AnswerOrigin, answer: &BrainAnswer) -> Vec<Value> {
    let text = Some(&answer.text).filter(|text| !text.trim().is_empty());
    let mut parts: Vec<Value> = text.map(|text| json!({"text": text})).into_iter().collect();
    for (at, call) in answer.calls.iter().enumerate() {
        let (name, args) = as_tool_call(call);
        let mut part = json!({"functionCall": {"name": name, "args": args}});
        if at == 0 && wants_signatures(&source.model) {
            part["thoughtSignature"] = NOT_SIGNED.into();
        }
        parts.push(part);
    }
    parts
}

/// Whether the model refuses calls without its signature, as all do from the third generation on.
fn wants_signatures(model: &str) -> bool {
    let model = model.trim_start_matches("models/");
    !["gemini-1", "gemini-2"].iter().any(|old| model.starts_with(old))
}

fn text_message(role: &str, text: &str) -> Value {
    json!({"role": role, "parts": [{"text": text}]})
}

/// The field of an answer's record for the address of its page.
pub(super) const SEEN_AT: &str = "url";
/// The placeholder that the provider accepts as the signature of calls from elsewhere.
const NOT_SIGNED: &str = "skip_thought_signature_validator";
