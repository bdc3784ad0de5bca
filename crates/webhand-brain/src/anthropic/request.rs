//! Writes requests: for a decision, and for an answer in words.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::{ChatRequest, Picture};

use super::browser;
use super::format::AnthropicFormat;
use super::history::{self, MessageParam, mark_cacheable};
use super::options::AnthropicOptions;
use crate::format::native_tools::{ModelView, call_with_picture};
use crate::format::{
    self, CONVERSATION_SYSTEM, Speaker, Vision, base64, conversation_messages, render_look, render_remarks,
    tools_beside,
};
use crate::spec::HandsSetting;

/// The fields in the order sent: constant ones first, the newest observation last, so that providers can cache the beginning.
#[derive(Serialize)]
struct MessagesRequest<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<Value>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<AnthropicTool>,
    system: [Value; 1],
    messages: Vec<MessageParam>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnthropicTool {
    Custom(CustomTool),
    Native(Value),
}

/// Not strict: the provider limits the number of strict tools, and webhand checks arguments itself.
#[derive(Serialize)]
struct CustomTool {
    name: &'static str,
    description: String,
    input_schema: Value,
}

pub(super) fn write_decision(
    format: &AnthropicFormat,
    prompt: &Prompt,
    picture: Option<&Picture>,
) -> serde_json::Result<String> {
    let options = &format.options;
    let (mut messages, spans) = history::messages(format, prompt);
    let mut newest = observation(prompt, options.hands);
    newest.extend(picture.map(image).and_then(|image| match call_with_picture(prompt, options.hands, &spans) {
        Some(at) => history::attach_picture(&mut messages, at, image),
        None => Some(image),
    }));
    history::push_message(&mut messages, "user", newest);
    serde_json::to_string(&MessagesRequest {
        tool_choice: Some(json!({"type": "auto"})),
        tools: tools(options, prompt, ModelView::new(prompt, picture)),
        ..MessagesRequest::new(format, &prompt.system, messages)
    })
}

/// The request for an answer in words.
pub(super) fn write_reply(format: &AnthropicFormat, saying: ChatRequest<'_>) -> serde_json::Result<String> {
    let mut messages = Vec::new();
    for (speaker, text) in conversation_messages(saying) {
        let role = match speaker {
            Speaker::Person => "user",
            Speaker::Model => "assistant",
        };
        history::push_message(&mut messages, role, vec![json!({"type": "text", "text": text})]);
    }
    serde_json::to_string(&MessagesRequest::new(format, CONVERSATION_SYSTEM, messages))
}

impl<'a> MessagesRequest<'a> {
    /// A request without tools.
    fn new(format: &'a AnthropicFormat, system: &str, messages: Vec<MessageParam>) -> Self {
        let AnthropicFormat { source, options } = format;
        let mut system = json!({"type": "text", "text": system});
        // The mark on the system text covers the tools, too, because they come before it.
        mark_cacheable(&mut system);
        Self {
            model: &source.model,
            max_tokens: options.max_tokens,
            output_config: options.effort.as_ref().map(|effort| json!({"effort": effort})),
            stream: options.streams,
            tool_choice: None,
            tools: Vec::new(),
            system: [system],
            messages,
        }
    }
}

/// The newest look and, in a block of its own, webhand's remarks. The end of a whole look is marked as cacheable, because
/// the look stays in later requests; a prompt with an answer schema is sent only once and gets no mark.
fn observation(prompt: &Prompt, hands: HandsSetting) -> Vec<Value> {
    let [mut look, remarks] =
        [render_look(prompt), render_remarks(prompt)].map(|text| json!({"type": "text", "text": text}));
    if hands == HandsSetting::Own && prompt.observation.since.is_none() && prompt.answer_schema.is_none() {
        mark_cacheable(&mut look);
    }
    vec![look, remarks]
}

/// The model's tools: webhand's own, or the provider's with those of webhand that it lacks.
fn tools(options: &AnthropicOptions, prompt: &Prompt, view: ModelView<'_>) -> Vec<AnthropicTool> {
    let own = |tools: Vec<format::Tool>| tools.into_iter().map(|one| AnthropicTool::Custom(tool(one)));
    match options.hands {
        HandsSetting::Own => own(format::tools(prompt, Vision::from_flag(options.pictures))).collect(),
        HandsSetting::Computer | HandsSetting::Browser if prompt.answer_schema.is_some() => {
            own(format::tools(prompt, Vision::from_flag(options.pictures))).collect()
        }
        HandsSetting::Computer => {
            let [width, height] = view.size();
            let computer = json!({
                "type": "computer_20251124", "name": "computer", "display_width_px": width, "display_height_px": height,
                "enable_zoom": true,
            });
            [AnthropicTool::Native(computer)].into_iter().chain(own(tools_beside(&[]))).collect()
        }
        HandsSetting::Browser => {
            [AnthropicTool::Native(browser::toolset())].into_iter().chain(own(tools_beside(browser::COVERS))).collect()
        }
    }
}

fn tool(tool: format::Tool) -> CustomTool {
    CustomTool { name: tool.name, description: tool.doc, input_schema: tool.parameters }
}

fn image(picture: &Picture) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": base64(picture)}})
}
