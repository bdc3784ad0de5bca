//! Writes requests: for a decision, and for an answer in words.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use webhand_model::Prompt;
use webhand_port::{ChatRequest, Picture};

use super::format::ChatCompletionsFormat;
use super::history::{self, ChatMessage};
use super::options::{ChatCompletionsOptions, LimitName, SystemRole, ToolChoice};
use super::tools::{ChatTool, tools};
use crate::format::{
    CONVERSATION_SYSTEM, History, HistoryPart, Speaker, TurnStyle, Vision, answer_schema, conversation_messages,
    data_url, instructions, render_observation,
};
use crate::spec::ToolsSetting;

/// The fields in the order sent: constant ones first, the newest observation last, so that providers can cache the beginning.
#[derive(Serialize)]
struct ChatCompletionRequest<'a> {
    model: &'a str,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ChatTool>,
    messages: Vec<ChatMessage<'a>>,
}

/// The schema that the server enforces.
#[derive(Serialize)]
struct ResponseFormat {
    #[serde(rename = "type")]
    kind: &'static str,
    json_schema: JsonSchemaFormat,
}

#[derive(Serialize)]
struct JsonSchemaFormat {
    name: &'static str,
    schema: Box<RawValue>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

pub(super) fn write_decision(
    format: &ChatCompletionsFormat,
    prompt: &Prompt,
    picture: Option<&Picture>,
) -> serde_json::Result<String> {
    let ChatCompletionsFormat { source, options } = format;
    let native = options.tools == ToolsSetting::Native;
    let mut messages = vec![system(options, system_text(options, prompt))];
    for part in History::new(prompt, TurnStyle::Lines).parts() {
        match part {
            HistoryPart::Turn(nth, turn) if native => messages.extend(history::messages(source, nth, turn)),
            HistoryPart::Turn(_, turn) => messages.extend(history::texts(source, turn)),
            HistoryPart::Text(pieces) => messages.push(ChatMessage::user(&pieces.join("\n"))),
        }
    }
    messages.push(ChatMessage::User { content: newest(prompt, picture) });
    serde_json::to_string(&ChatCompletionRequest {
        tool_choice: match options.tool_choice {
            ToolChoice::Required if native => Some("required"),
            ToolChoice::Auto if native => Some("auto"),
            ToolChoice::Required | ToolChoice::Auto | ToolChoice::Unsaid => None,
        },
        response_format: (options.tools == ToolsSetting::Json).then(|| response_format(prompt)).transpose()?,
        tools: if native { tools(prompt, Vision::from_flag(options.pictures)) } else { Vec::new() },
        ..ChatCompletionRequest::new(format, messages)
    })
}

/// The request for an answer in words.
pub(super) fn write_reply(format: &ChatCompletionsFormat, saying: ChatRequest<'_>) -> serde_json::Result<String> {
    let spoken = conversation_messages(saying).map(|(speaker, text)| match speaker {
        Speaker::Person => ChatMessage::user(text),
        Speaker::Model => ChatMessage::Assistant(json!({"role": "assistant", "content": text})),
    });
    let messages = [system(&format.options, Cow::Borrowed(CONVERSATION_SYSTEM))].into_iter().chain(spoken).collect();
    serde_json::to_string(&ChatCompletionRequest::new(format, messages))
}

impl<'a> ChatCompletionRequest<'a> {
    /// A request without tools.
    fn new(format: &'a ChatCompletionsFormat, messages: Vec<ChatMessage<'a>>) -> Self {
        let ChatCompletionsFormat { source, options } = format;
        let limit = |name: LimitName| {
            let limit = options.limit.filter(|limit| limit.name == name);
            limit.map(|limit| limit.tokens)
        };
        Self {
            model: &source.model,
            extra: &options.extra,
            max_completion_tokens: limit(LimitName::MaxCompletionTokens),
            max_tokens: limit(LimitName::MaxTokens),
            stream: options.streams,
            stream_options: options.streams.then_some(StreamOptions { include_usage: true }),
            tool_choice: None,
            response_format: None,
            tools: Vec::new(),
            messages,
        }
    }
}

/// The newest observation: plain text, or parts when there is a picture.
fn newest(prompt: &Prompt, picture: Option<&Picture>) -> Value {
    let text = render_observation(prompt);
    match picture {
        None => Value::String(text),
        Some(picture) => json!([
            {"type": "text", "text": text},
            {"type": "image_url", "image_url": {"url": data_url(picture), "detail": "high"}},
        ]),
    }
}

/// The system text, with instructions for text calls where the model has no tools.
fn system_text<'a>(options: &ChatCompletionsOptions, prompt: &'a Prompt) -> Cow<'a, str> {
    match options.tools {
        ToolsSetting::Native => Cow::Borrowed(prompt.system.as_str()),
        ToolsSetting::Text | ToolsSetting::Json => Cow::Owned(format!("{}\n\n{}", prompt.system, instructions(prompt))),
    }
}

fn system<'a>(options: &ChatCompletionsOptions, content: Cow<'a, str>) -> ChatMessage<'a> {
    match options.system_role {
        SystemRole::System => ChatMessage::System { content },
        SystemRole::Developer => ChatMessage::Developer { content },
    }
}

fn response_format(prompt: &Prompt) -> serde_json::Result<ResponseFormat> {
    Ok(ResponseFormat {
        kind: "json_schema",
        json_schema: JsonSchemaFormat { name: "decision", schema: answer_schema(prompt)? },
    })
}
