//! Writes requests: for a decision, and for an answer in words.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::{Prompt, find_spec};
use webhand_port::ChatRequest;

use super::format::GigaChatFormat;
use super::history;
use crate::format::{CONVERSATION_SYSTEM, Speaker, Tool, Vision, conversation_messages, render_observation, tools};

/// The fields in the order sent: constant ones first, the newest observation last, so that providers can cache the beginning.
#[derive(Serialize)]
struct GigaChatRequest<'a> {
    model: &'a str,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_call: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<GigaChatFunction>,
    messages: Vec<Value>,
}

#[derive(Serialize)]
struct GigaChatFunction {
    name: &'static str,
    description: String,
    parameters: Value,
}

pub(super) fn write_decision(format: &GigaChatFormat, prompt: &Prompt) -> serde_json::Result<String> {
    let source = &format.source;
    let mut messages = vec![json!({"role": "system", "content": prompt.system})];
    messages.extend(history::messages(source, prompt));
    messages.push(json!({"role": "user", "content": render_observation(prompt)}));
    serde_json::to_string(&GigaChatRequest {
        function_call: Some("auto"),
        functions: tools(prompt, Vision::Disabled).into_iter().map(function).collect(),
        ..GigaChatRequest::new(format, messages)
    })
}

/// The request for an answer in words.
pub(super) fn write_reply(format: &GigaChatFormat, saying: ChatRequest<'_>) -> serde_json::Result<String> {
    let spoken = conversation_messages(saying).map(|(speaker, text)| match speaker {
        Speaker::Person => json!({"role": "user", "content": text}),
        Speaker::Model => json!({"role": "assistant", "content": text}),
    });
    let messages = [json!({"role": "system", "content": CONVERSATION_SYSTEM})].into_iter().chain(spoken).collect();
    serde_json::to_string(&GigaChatRequest::new(format, messages))
}

impl<'a> GigaChatRequest<'a> {
    /// A request without tools.
    fn new(format: &'a GigaChatFormat, messages: Vec<Value>) -> Self {
        let GigaChatFormat { source, options } = format;
        Self {
            model: &source.model,
            stream: options.streams,
            max_tokens: options.max_tokens,
            reasoning_effort: options.effort.as_deref(),
            function_call: None,
            functions: Vec::new(),
            messages,
        }
    }
}

/// A tool as this format's function. The provider requires a description of every parameter; the catalogue has one.
fn function(tool: Tool) -> GigaChatFunction {
    let Tool { name, doc, mut parameters } = tool;
    let described = find_spec(name).map(|spec| spec.parameters).unwrap_or_default();
    for (property, schema) in parameters["properties"].as_object_mut().into_iter().flatten() {
        let own = described.iter().find(|parameter| parameter.name == property).map(|parameter| parameter.doc);
        schema["description"] = own.unwrap_or(property).into();
    }
    GigaChatFunction { name, description: doc, parameters }
}
