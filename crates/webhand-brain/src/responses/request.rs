//! The request of one decision.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::Picture;

use super::history;
use super::translator::Translator;
use crate::format::{self, data_url, observed, pictured_call};

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    store: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    include: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_output_tokens: Option<u32>,
    stream: bool,
    truncation: &'static str,
    parallel_tool_calls: bool,
    tool_choice: &'static str,
    tools: Vec<Tool>,
    instructions: &'a str,
    input: Vec<Value>,
}

/// Without an object around name and parameters, unlike in Chat Completions.
#[derive(Serialize)]
struct Tool {
    r#type: &'static str,
    name: &'static str,
    description: String,
    strict: bool,
    parameters: Value,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let Translator { source, options } = translator;
    let mut input = history::items(source, prompt);
    let mut newest = vec![json!({"type": "input_text", "text": observed(prompt)})];
    newest.extend(picture.map(image).and_then(|image| match pictured_call(prompt) {
        Some(at) => history::show(&mut input, at, image),
        None => Some(image),
    }));
    input.push(json!({"role": "user", "content": newest}));
    serde_json::to_string(&Body {
        model: &source.model,
        store: false,
        include: if options.reasoning { vec!["reasoning.encrypted_content"] } else { Vec::new() },
        reasoning: options.effort.as_ref().map(|effort| json!({"effort": effort})),
        max_output_tokens: options.max_tokens,
        stream: options.streams,
        truncation: "disabled",
        parallel_tool_calls: true,
        tool_choice: "required",
        tools: format::tools().into_iter().map(tool).collect(),
        instructions: &prompt.system,
        input,
    })
}

/// Not strict, which is said because it is the default here: schemas are only kept when calls come one at a time.
fn tool(tool: format::Tool) -> Tool {
    Tool { r#type: "function", name: tool.name, description: tool.doc, strict: false, parameters: tool.parameters }
}

fn image(picture: &Picture) -> Value {
    json!({"type": "input_image", "image_url": data_url(picture), "detail": "high"})
}
