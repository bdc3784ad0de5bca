//! The request of one decision.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use webhand_model::Prompt;
use webhand_port::{Picture, Saying};

use super::history::{self, Message};
use super::options::{LimitName, Options, SystemRole, ToolChoice};
use super::tools::{Tool, tools};
use super::translator::Translator;
use crate::format::{
    Eyes, Part, Past, Speaker, TALKING, Telling, data_url, instructions, observed, spoken, text_schema,
};
use crate::spec::Tools;

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
struct Body<'a> {
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
    tools: Vec<Tool>,
    messages: Vec<Message<'a>>,
}

/// What an answer is held to.
#[derive(Serialize)]
struct ResponseFormat {
    #[serde(rename = "type")]
    kind: &'static str,
    json_schema: Named,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    schema: Box<RawValue>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let Translator { source, options } = translator;
    let native = options.tools == Tools::Native;
    let mut messages = vec![system(options, explained(options, prompt))];
    for part in Past::of(prompt, Telling::Lines).parts() {
        match part {
            Part::Turn(nth, turn) if native => messages.extend(history::messages(source, nth, turn)),
            Part::Turn(_, turn) => messages.extend(history::texts(source, turn)),
            Part::Said(pieces) => messages.push(Message::user(&pieces.join("\n"))),
        }
    }
    messages.push(Message::User { content: newest(prompt, picture) });
    serde_json::to_string(&Body {
        tool_choice: match options.tool_choice {
            ToolChoice::Required if native => Some("required"),
            ToolChoice::Auto if native => Some("auto"),
            ToolChoice::Required | ToolChoice::Auto | ToolChoice::Unsaid => None,
        },
        response_format: (options.tools == Tools::Json).then(|| response_format(prompt)).transpose()?,
        tools: if native { tools(prompt, Eyes::of(options.pictures)) } else { Vec::new() },
        ..Body::of(translator, messages)
    })
}

/// The request for an answer in words.
pub(super) fn words(translator: &Translator, saying: Saying<'_>) -> serde_json::Result<String> {
    let spoken = spoken(saying).map(|(speaker, text)| match speaker {
        Speaker::Person => Message::user(text),
        Speaker::Model => Message::Assistant(json!({"role": "assistant", "content": text})),
    });
    let messages = [system(&translator.options, Cow::Borrowed(TALKING))].into_iter().chain(spoken).collect();
    serde_json::to_string(&Body::of(translator, messages))
}

impl<'a> Body<'a> {
    /// With nothing to call.
    fn of(translator: &'a Translator, messages: Vec<Message<'a>>) -> Self {
        let Translator { source, options } = translator;
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
    let text = observed(prompt);
    match picture {
        None => Value::String(text),
        Some(picture) => json!([
            {"type": "text", "text": text},
            {"type": "image_url", "image_url": {"url": data_url(picture), "detail": "high"}},
        ]),
    }
}

/// What the model is told first, with how to answer where it knows no tools.
fn explained<'a>(options: &Options, prompt: &'a Prompt) -> Cow<'a, str> {
    match options.tools {
        Tools::Native => Cow::Borrowed(prompt.system.as_str()),
        Tools::Text | Tools::Json => Cow::Owned(format!("{}\n\n{}", prompt.system, instructions(prompt))),
    }
}

fn system<'a>(options: &Options, content: Cow<'a, str>) -> Message<'a> {
    match options.system_role {
        SystemRole::System => Message::System { content },
        SystemRole::Developer => Message::Developer { content },
    }
}

fn response_format(prompt: &Prompt) -> serde_json::Result<ResponseFormat> {
    Ok(ResponseFormat { kind: "json_schema", json_schema: Named { name: "decision", schema: text_schema(prompt)? } })
}
