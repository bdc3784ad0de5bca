//! Instructions for a model without tools on how to write calls as text, and the calls of other brains in that form.

use std::fmt::Write as _;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use webhand_model::{ActionSpec, BrainAnswer, ParameterKind, ParameterSpec, Prompt, ToolCall, offered_actions};

use crate::format::tools::{ANSWER_TOOL, unit};

/// The end of the system text.
pub(crate) fn instructions(prompt: &Prompt) -> String {
    if let Some(schema) = &prompt.answer_schema {
        return format!(
            "Answer with exactly one JSON object, and nothing after it:\n{{\"tool_call\": {{\"name\": \"{ANSWER_TOOL}\", \
             \"arguments\": …}}}}\nThe arguments fit this JSON Schema:\n{schema}"
        );
    }
    let mut text = BEFORE.to_owned();
    for spec in tools() {
        let parameters = spec.parameters.iter().map(parameter).collect::<Vec<_>>().join(", ");
        // Writing into a string does not fail.
        write!(text, "\n- {} {{{parameters}}}: {}", spec.name, spec.doc).ok();
    }
    text
}

/// The schema of an answer, for servers that hold their model to one.
///
/// It is written as text because servers let their model write the fields in this order: a small model that copies the
/// line of its choice first rarely gets the ref wrong, and one that begins with the arguments has chosen no tool yet.
pub(crate) fn answer_schema(prompt: &Prompt) -> serde_json::Result<Box<RawValue>> {
    if let Some(schema) = &prompt.answer_schema {
        return serde_json::value::to_raw_value(&answer_call_schema(schema));
    }
    let names = serde_json::to_string(&tools().map(|spec| spec.name).collect::<Vec<_>>())?;
    let only = |name: &str, schema: &str| {
        format!(
            r#"{{"type":"object","properties":{{"{name}":{schema}}},"required":["{name}"],"additionalProperties":false}}"#
        )
    };
    let call = format!(
        r#"{{"type":"object","properties":{{"line":{TEXT},"name":{{"type":"string","enum":{names}}},"arguments":{{"type":"object"}}}},"required":["line","name","arguments"],"additionalProperties":false}}"#
    );
    let choices = [only("tool_call", &call), only("final", TEXT), only("ask_user", TEXT)];
    RawValue::from_string(format!(r#"{{"anyOf":[{}]}}"#, choices.join(",")))
}

/// The schema of the one call whose arguments fit `schema`.
fn answer_call_schema(schema: &Value) -> Value {
    let only = |properties: Value, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let name = json!({"type": "string", "enum": [ANSWER_TOOL]});
    let call = only(json!({"name": name, "arguments": schema}), &["name", "arguments"]);
    only(json!({"tool_call": call}), &["tool_call"])
}

/// An answer of another brain, as text.
pub(crate) fn render_text_calls(answer: &BrainAnswer) -> String {
    let call = |call: &ToolCall| json!({"tool_call": {"name": call.name, "arguments": call.arguments}}).to_string();
    let said = Some(answer.text.trim().to_owned()).filter(|text| !text.is_empty());
    said.into_iter().chain(answer.calls.iter().map(call)).collect::<Vec<_>>().join("\n")
}

/// All actions but those with a form of their own.
fn tools() -> impl Iterator<Item = &'static ActionSpec> {
    offered_actions().filter(|spec| !["done", "ask"].contains(&spec.name))
}

fn parameter(parameter: &ParameterSpec) -> String {
    let kind = match parameter.kind {
        ParameterKind::Ref => "ref".to_owned(),
        ParameterKind::Text => "text".to_owned(),
        ParameterKind::Url => "address".to_owned(),
        ParameterKind::Whole(..) | ParameterKind::Number => unit(parameter.doc).to_owned(),
        ParameterKind::Flag => "true or false".to_owned(),
        ParameterKind::Word(words) => words.join("|"),
        ParameterKind::Texts => "[text]".to_owned(),
        ParameterKind::Words(words) => format!("[{}]", words.join("|")),
        ParameterKind::Point => "[x, y]".to_owned(),
        ParameterKind::Points => "[[x, y]]".to_owned(),
        ParameterKind::Region => "[left, top, right, bottom]".to_owned(),
        ParameterKind::Object => "object".to_owned(),
    };
    let optional = if parameter.required { "" } else { "?" };
    format!("\"{}\"{optional}: {kind}", parameter.name)
}

const TEXT: &str = r#"{"type":"string"}"#;
const BEFORE: &str = r#"Answer with exactly one JSON object, and nothing after it: one call in each answer, whatever is said above of several.
{"tool_call": {"line": "button \"Pay\" [ref=e7]", "name": "click", "arguments": {"ref": "e7"}}} to do something; line is a copy of the line you chose, or empty,
{"final": "…"} when the task is finished, with the answer to the person,
{"ask_user": "…"} to ask the person.
The tools, with their arguments (those with ? may be left out):"#;
