//! Finds the calls in a text, bare or fenced.
//!
//! Invariant: only an object at the end of the text is a call. An object in the middle is quoted by the model, for example
//! from a page.

use serde_json::{Map, Value, json};
use webhand_model::{ActionSpec, find_spec};

use crate::format::tool_call::catalogue_name;
use crate::format::{json_repair, narration};

/// The calls in a text, and the narration before them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextCalls {
    /// The text before the object.
    pub narration: String,
    /// Names and arguments; at least one.
    pub calls: Vec<(String, Value)>,
}

/// Finds the calls in a text, if it ends with some.
pub(crate) fn parse_text_calls(text: &str) -> Option<TextCalls> {
    let text = narration::strip_thoughts(text);
    let starts = text.match_indices('{').map(|(at, _)| at);
    starts.take(MOST_TRIES).find_map(|at| {
        let (before, rest) = text.split_at(at);
        let calls = calls_in_object(&last_object(rest)?)?;
        Some(TextCalls { narration: without_opening(before).to_owned(), calls })
    })
}

fn last_object(text: &str) -> Option<Map<String, Value>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Map<String, Value>>();
    match values.next() {
        Some(Ok(object)) => {
            let after = text[values.byte_offset()..].trim_matches(|c: char| c.is_whitespace() || c == '`');
            is_closing_tag_or_empty(after).then_some(object)
        }
        // A repair drops the text behind the object, so it is only tried on a text that ends like an object.
        Some(Err(_)) if text.trim_end_matches(['`', ' ', '\n']).ends_with('}') => json_repair::parse_object(text).ok(),
        Some(Err(_)) | None => None,
    }
}

/// Whether the text is empty, or only the closing tag of an element that the model put around its call.
fn is_closing_tag_or_empty(after: &str) -> bool {
    after.is_empty() || after.strip_prefix("</").and_then(|rest| rest.strip_suffix('>')).is_some_and(is_tag)
}

fn is_tag(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || "_-|".contains(c))
}

/// The text before an object, without the fence or tag that opens it.
fn without_opening(before: &str) -> &str {
    let before = before.trim();
    if let Some(before) = before.strip_suffix("```json").or_else(|| before.strip_suffix("```")) {
        return before.trim();
    }
    match before.strip_suffix('>').and_then(|inside| inside.rsplit_once('<')) {
        Some((before, name)) if is_tag(name) => before.trim(),
        Some(_) | None => before,
    }
}

/// The calls that an object stands for: names and arguments.
pub(crate) fn calls_in_object(object: &Map<String, Value>) -> Option<Vec<(String, Value)>> {
    let calls = if let Some(call) = object.get("tool_call") {
        vec![call_in_value(call).or_else(|| call_beside_arguments(call, object))?]
    } else if let Some(Value::Array(calls)) = object.get("tool_calls") {
        calls.iter().map(call_in_value).collect::<Option<Vec<_>>>()?
    } else if let Some(said) = object.get("final") {
        vec![("done".to_owned(), text_argument(said, "answer")?)]
    } else if let Some(said) = object.get("ask_user") {
        vec![("ask".to_owned(), text_argument(said, "question")?)]
    } else {
        let call = Value::Object(object.clone());
        vec![
            call_in_value(&call)
                .filter(|(name, _)| find_spec(name).is_some())
                .or_else(|| call_keyed_by_name(object))?,
        ]
    };
    (!calls.is_empty()).then_some(calls)
}

fn call_in_value(call: &Value) -> Option<(String, Value)> {
    let call = call.get("function").filter(|function| function.is_object()).unwrap_or(call).as_object()?;
    let field = |names: &[&str]| names.iter().find_map(|name| call.get(*name));
    let name = field(&NAMES)?.as_str().filter(|name| !name.is_empty())?;
    let mut arguments = if let Some(written) = field(&ARGUMENTS) {
        arguments(written)?
    } else {
        // Some models leave the inner object out.
        let inside = |key: &str| !NAMES.contains(&key) && key != LINE;
        call.iter().filter(|(key, _)| inside(key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
    };
    let name = catalogue_name(name);
    if let Some(chosen) = call.get(LINE).and_then(Value::as_str).and_then(only_ref_in)
        && wants_ref(&name)
        && !arguments.contains_key(REF)
    {
        arguments.insert(REF.to_owned(), chosen.into());
    }
    Some((name, Value::Object(arguments)))
}

/// The only ref in a copied line; nothing if there are several.
fn only_ref_in(line: &str) -> Option<&str> {
    let (_, after) = line.split_once("[ref=")?;
    let (found, rest) = after.split_once(']')?;
    (!rest.contains("[ref=")).then_some(found)
}

fn wants_ref(name: &str) -> bool {
    let needed =
        |spec: &ActionSpec| spec.parameters.iter().any(|parameter| parameter.name == REF && parameter.required);
    find_spec(name).is_some_and(needed)
}

/// `{"tool_call": "click", "arguments": {…}}`
fn call_beside_arguments(name: &Value, object: &Map<String, Value>) -> Option<(String, Value)> {
    let written = ARGUMENTS.iter().find_map(|field| object.get(*field))?;
    Some((catalogue_name(name.as_str()?), Value::Object(arguments(written)?)))
}

/// `{"click": {"ref": "e7"}}`
fn call_keyed_by_name(object: &Map<String, Value>) -> Option<(String, Value)> {
    let mut entries = object.iter();
    let (Some((name, Value::Object(arguments))), None) = (entries.next(), entries.next()) else { return None };
    let name = catalogue_name(name);
    find_spec(&name).is_some().then(|| (name, Value::Object(arguments.clone())))
}

fn arguments(written: &Value) -> Option<Map<String, Value>> {
    match written {
        Value::Null => Some(Map::new()),
        Value::Object(arguments) => Some(arguments.clone()),
        Value::String(written) => json_repair::parse_object(written).ok(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

fn text_argument(said: &Value, parameter: &str) -> Option<Value> {
    match said {
        Value::String(text) => Some(json!({ parameter: text })),
        Value::Object(_) => Some(said.clone()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

/// The fields for the line that a model chose, and for the ref in it.
const LINE: &str = "line";
const REF: &str = "ref";
/// The names of the fields for a tool's name, and for its arguments.
const NAMES: [&str; 4] = ["name", "tool", "tool_name", "action"];
const ARGUMENTS: [&str; 5] = ["arguments", "parameters", "args", "input", "params"];
/// The most braces tried as the start of an object.
const MOST_TRIES: usize = 50;
