//! The request of one decision.

use serde::Serialize;
use serde_json::{Map, Value, json};
use webhand_model::Prompt;
use webhand_port::Picture;

use super::history;
use super::options::Options;
use super::tools::{Function, functions};
use super::translator::Translator;
use crate::format::{base64, observed, pictured_call};

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    system_instruction: Value,
    tools: [Tools; 1],
    tool_config: Value,
    #[serde(skip_serializing_if = "Map::is_empty")]
    generation_config: Map<String, Value>,
    contents: Vec<Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tools {
    function_declarations: Vec<Function>,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let Translator { source, options } = translator;
    let mut contents = history::contents(source, prompt);
    let mut newest = vec![json!({"text": observed(prompt)})];
    newest.extend(picture.map(image).and_then(|image| match pictured_call(prompt) {
        Some(at) => history::show(&mut contents, at, image),
        None => Some(image),
    }));
    contents.push(json!({"role": "user", "parts": newest}));
    serde_json::to_string(&Body {
        system_instruction: json!({"parts": [{"text": prompt.system}]}),
        tools: [Tools { function_declarations: functions() }],
        tool_config: json!({"functionCallingConfig": {"mode": "AUTO"}}),
        generation_config: config(options),
        contents,
    })
}

fn image(picture: &Picture) -> Value {
    json!({"inlineData": {"mimeType": "image/jpeg", "data": base64(picture)}})
}

fn config(options: &Options) -> Map<String, Value> {
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
