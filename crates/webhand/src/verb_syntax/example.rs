//! The example of an action as a command line.

use serde_json::{Map, Value};
use webhand_model::{ActionSpec, ParameterKind, ParameterSpec};

use super::{argument_layout, dashed};

/// `webhand fill e4 "Ana Torres"`.
pub fn command_line(spec: &ActionSpec) -> String {
    let arguments: Map<String, Value> = serde_json::from_str(spec.example).unwrap_or_default();
    let mut words = vec!["webhand".to_owned(), dashed(spec.name)];
    for parameter in argument_layout::positional(spec) {
        words.extend(arguments.get(parameter.name).into_iter().flat_map(|value| written(parameter, value)));
    }
    for parameter in argument_layout::options(spec) {
        let Some(value) = arguments.get(parameter.name) else { continue };
        words.push(format!("--{}", dashed(parameter.name)));
        if parameter.kind != ParameterKind::Flag {
            words.extend(written(parameter, value));
        }
    }
    words.join(" ")
}

fn written(parameter: &ParameterSpec, value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![quoted(text)],
        Value::Bool(accept) => vec![(if *accept { "accept" } else { "dismiss" }).to_owned()],
        Value::Array(numbers) if matches!(parameter.kind, ParameterKind::Point | ParameterKind::Region) => {
            vec![numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(",")]
        }
        Value::Array(entries) => entries.iter().flat_map(|entry| written(parameter, entry)).collect(),
        Value::Null | Value::Number(_) => vec![value.to_string()],
        Value::Object(_) => vec![format!("'{value}'")],
    }
}

/// The text quoted for a shell. Examples hold no character that a shell expands between double quotes.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { format!("\"{text}\"") }
}
