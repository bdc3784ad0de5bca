//! The request of one decision.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{Prompt, Spec, catalogue};

use super::history;
use super::translator::Translator;
use crate::format::{observed, plain_schema};

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    function_call: &'static str,
    functions: Vec<Function>,
    messages: Vec<Value>,
}

#[derive(Serialize)]
struct Function {
    name: &'static str,
    description: &'static str,
    parameters: Value,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt) -> serde_json::Result<String> {
    let Translator { source, options } = translator;
    let mut messages = vec![json!({"role": "system", "content": prompt.system})];
    messages.extend(history::messages(source, prompt));
    messages.push(json!({"role": "user", "content": observed(&prompt.observation)}));
    serde_json::to_string(&Body {
        model: &source.model,
        stream: options.streams,
        max_tokens: options.max_tokens,
        reasoning_effort: options.effort.as_deref(),
        function_call: "auto",
        functions: catalogue().map(function).collect(),
        messages,
    })
}

fn function(spec: &Spec) -> Function {
    Function { name: spec.name, description: spec.doc, parameters: plain_schema(spec) }
}
