//! Writes requests: for a decision, and for an answer in words.

use serde::Serialize;
use serde_json::{Map, Value, json};
use webhand_model::Prompt;
use webhand_port::{ChatRequest, Picture};

use super::format::GeminiFormat;
use super::options::GeminiOptions;
use super::tools::{FunctionDeclaration, functions};
use super::{computer, history};
use crate::format::native_tools::call_with_picture;
use crate::format::{
    self, CONVERSATION_SYSTEM, Speaker, Vision, base64, conversation_messages, render_observation, tools_beside,
};
use crate::spec::HandsSetting;

/// The fields in the order sent: constant ones first, the newest observation last, so that providers can cache the beginning.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerateContentRequest {
    system_instruction: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<GeminiTool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    generation_config: Map<String, Value>,
    contents: Vec<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum GeminiTool {
    #[serde(rename_all = "camelCase")]
    Functions {
        function_declarations: Vec<FunctionDeclaration>,
    },
    Native(Value),
}

pub(super) fn write_decision(
    format: &GeminiFormat,
    prompt: &Prompt,
    picture: Option<&Picture>,
) -> serde_json::Result<String> {
    let options = &format.options;
    let screen = picture.map(image);
    let (mut contents, spans) = history::contents(format, prompt, screen.as_ref());
    let mut newest = vec![json!({"text": render_observation(prompt)})];
    newest.extend(screen.and_then(|image| match call_with_picture(prompt, options.hands, &spans) {
        Some(at) => history::attach_picture(&mut contents, at, image),
        None => Some(image),
    }));
    contents.push(json!({"role": "user", "parts": newest}));
    serde_json::to_string(&GenerateContentRequest {
        system_instruction: json!({"parts": [{"text": prompt.system}]}),
        tools: tools(options, prompt),
        tool_config: Some(json!({"functionCallingConfig": {"mode": "AUTO"}})),
        generation_config: config(options),
        contents,
    })
}

/// The request for an answer in words.
pub(super) fn write_reply(format: &GeminiFormat, saying: ChatRequest<'_>) -> serde_json::Result<String> {
    let spoken = conversation_messages(saying).map(|(speaker, text)| {
        let role = match speaker {
            Speaker::Person => "user",
            Speaker::Model => "model",
        };
        json!({"role": role, "parts": [{"text": text}]})
    });
    serde_json::to_string(&GenerateContentRequest {
        system_instruction: json!({"parts": [{"text": CONVERSATION_SYSTEM}]}),
        tools: Vec::new(),
        tool_config: None,
        generation_config: config(&format.options),
        contents: spoken.collect(),
    })
}

/// The model's tools: webhand's own, or the provider's with those of webhand that it lacks.
fn tools(options: &GeminiOptions, prompt: &Prompt) -> Vec<GeminiTool> {
    match options.hands {
        HandsSetting::Own => {
            vec![GeminiTool::Functions {
                function_declarations: functions(format::tools(prompt, Vision::from_flag(options.pictures))),
            }]
        }
        HandsSetting::Computer | HandsSetting::Browser if prompt.answer_schema.is_some() => {
            vec![GeminiTool::Functions {
                function_declarations: functions(format::tools(prompt, Vision::from_flag(options.pictures))),
            }]
        }
        HandsSetting::Computer | HandsSetting::Browser => {
            let own = GeminiTool::Functions { function_declarations: functions(tools_beside(computer::COVERS)) };
            vec![GeminiTool::Native(computer::tool()), own]
        }
    }
}

fn image(picture: &Picture) -> Value {
    json!({"inlineData": {"mimeType": "image/jpeg", "data": base64(picture)}})
}

fn config(options: &GeminiOptions) -> Map<String, Value> {
    let mut config = Map::new();
    if let Some(tokens) = options.max_tokens {
        config.insert("maxOutputTokens".to_owned(), tokens.into());
    }
    if let Some(effort) = &options.effort {
        let level = effort.to_ascii_uppercase();
        config.insert("thinkingConfig".to_owned(), json!({"thinkingLevel": level}));
    }
    config
}
