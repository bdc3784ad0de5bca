//! Writes requests: for a decision, and for an answer in words.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::{ChatRequest, Picture};

use super::format::ResponsesFormat;
use super::options::ResponsesOptions;
use super::{computer, history};
use crate::format::native_tools::{ModelView, call_with_picture};
use crate::format::{
    self, CONVERSATION_SYSTEM, Speaker, Vision, conversation_messages, data_url, render_observation, tools_beside,
};
use crate::spec::HandsSetting;

/// The fields in the order sent: constant ones first, the newest observation last, so that providers can cache the beginning.
#[derive(Serialize)]
struct ResponsesRequest<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ResponsesTool>,
    instructions: &'a str,
    input: Vec<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ResponsesTool {
    Function(FunctionTool),
    Native(Value),
}

/// Without an object around name and parameters, unlike in Chat Completions.
#[derive(Serialize)]
struct FunctionTool {
    r#type: &'static str,
    name: &'static str,
    description: String,
    strict: bool,
    parameters: Value,
}

pub(super) fn write_decision(
    format: &ResponsesFormat,
    prompt: &Prompt,
    picture: Option<&Picture>,
) -> serde_json::Result<String> {
    let ResponsesFormat { source, options } = format;
    let view = ModelView::new(prompt, picture);
    let screen = picture.map(data_url);
    let (mut input, spans) = history::items(format, prompt, screen.as_deref());
    let mut newest = vec![json!({"type": "input_text", "text": render_observation(prompt)})];
    newest.extend(screen.as_deref().map(image).and_then(|image| {
        match call_with_picture(prompt, options.hands, &spans) {
            Some(at) => history::attach_picture(&mut input, at, image),
            None => Some(image),
        }
    }));
    input.push(json!({"role": "user", "content": newest}));
    serde_json::to_string(&ResponsesRequest {
        // The output of a computer call must be a picture of the screen after it.
        parallel_tool_calls: Some(options.hands == HandsSetting::Own),
        tool_choice: Some(if options.hands == HandsSetting::Own { "required" } else { "auto" }),
        tools: tools(options, &source.model, prompt, view),
        ..ResponsesRequest::new(format, &prompt.system, input)
    })
}

/// The request for an answer in words.
pub(super) fn write_reply(format: &ResponsesFormat, saying: ChatRequest<'_>) -> serde_json::Result<String> {
    let spoken = conversation_messages(saying).map(|(speaker, text)| match speaker {
        Speaker::Person => history::text_message("user", text),
        Speaker::Model => history::text_message("assistant", text),
    });
    serde_json::to_string(&ResponsesRequest::new(format, CONVERSATION_SYSTEM, spoken.collect()))
}

impl<'a> ResponsesRequest<'a> {
    /// A request without tools.
    fn new(format: &'a ResponsesFormat, instructions: &'a str, input: Vec<Value>) -> Self {
        let ResponsesFormat { source, options } = format;
        Self {
            model: &source.model,
            store: false,
            include: if options.reasoning { vec!["reasoning.encrypted_content"] } else { Vec::new() },
            reasoning: options.effort.as_ref().map(|effort| json!({"effort": effort})),
            max_output_tokens: options.max_tokens,
            stream: options.streams,
            truncation: if computer::is_preview(&source.model) { "auto" } else { "disabled" },
            parallel_tool_calls: None,
            tool_choice: None,
            tools: Vec::new(),
            instructions,
            input,
        }
    }
}

/// The model's tools: webhand's own, or the provider's with those of webhand that it lacks.
fn tools(options: &ResponsesOptions, model: &str, prompt: &Prompt, view: ModelView<'_>) -> Vec<ResponsesTool> {
    let own = |tools: Vec<format::Tool>| tools.into_iter().map(|one| ResponsesTool::Function(tool(one)));
    match options.hands {
        HandsSetting::Own => own(format::tools(prompt, Vision::from_flag(options.pictures))).collect(),
        HandsSetting::Computer | HandsSetting::Browser if prompt.answer_schema.is_some() => {
            own(format::tools(prompt, Vision::from_flag(options.pictures))).collect()
        }
        HandsSetting::Computer | HandsSetting::Browser => {
            [ResponsesTool::Native(computer::tool(model, view))].into_iter().chain(own(tools_beside(&[]))).collect()
        }
    }
}

/// Not strict, which must be stated because strict is the default: strict schemas exclude parallel calls.
fn tool(tool: format::Tool) -> FunctionTool {
    FunctionTool {
        r#type: "function",
        name: tool.name,
        description: tool.doc,
        strict: false,
        parameters: tool.parameters,
    }
}

fn image(url: &str) -> Value {
    json!({"type": "input_image", "image_url": url, "detail": "high"})
}
