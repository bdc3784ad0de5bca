//! The request of one decision.

use serde::Serialize;
use serde_json::{Map, Value, json};
use webhand_model::Prompt;
use webhand_port::{Picture, Saying};

use super::options::Options;
use super::tools::{Function, functions};
use super::translator::Translator;
use super::{computer, history};
use crate::format::native::pictured;
use crate::format::{self, Eyes, Speaker, TALKING, base64, observed, spoken, tools_beside};
use crate::spec::Hands;

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    system_instruction: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tools>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    generation_config: Map<String, Value>,
    contents: Vec<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Tools {
    #[serde(rename_all = "camelCase")]
    Own {
        function_declarations: Vec<Function>,
    },
    Theirs(Value),
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let options = &translator.options;
    let screen = picture.map(image);
    let (mut contents, spans) = history::contents(translator, prompt, screen.as_ref());
    let mut newest = vec![json!({"text": observed(prompt)})];
    newest.extend(screen.and_then(|image| match pictured(prompt, options.hands, &spans) {
        Some(at) => history::show(&mut contents, at, image),
        None => Some(image),
    }));
    contents.push(json!({"role": "user", "parts": newest}));
    serde_json::to_string(&Body {
        system_instruction: json!({"parts": [{"text": prompt.system}]}),
        tools: tools(options, prompt),
        tool_config: Some(json!({"functionCallingConfig": {"mode": "AUTO"}})),
        generation_config: config(options),
        contents,
    })
}

/// The request for an answer in words.
pub(super) fn words(translator: &Translator, saying: Saying<'_>) -> serde_json::Result<String> {
    let spoken = spoken(saying).map(|(speaker, text)| {
        let role = match speaker {
            Speaker::Person => "user",
            Speaker::Model => "model",
        };
        json!({"role": role, "parts": [{"text": text}]})
    });
    serde_json::to_string(&Body {
        system_instruction: json!({"parts": [{"text": TALKING}]}),
        tools: Vec::new(),
        tool_config: None,
        generation_config: config(&translator.options),
        contents: spoken.collect(),
    })
}

/// What the model works with, and beside it what that cannot do.
fn tools(options: &Options, prompt: &Prompt) -> Vec<Tools> {
    match options.hands {
        Hands::Own => {
            vec![Tools::Own { function_declarations: functions(format::tools(prompt, Eyes::of(options.pictures))) }]
        }
        Hands::Computer | Hands::Browser if prompt.blank.is_some() => {
            vec![Tools::Own { function_declarations: functions(format::tools(prompt, Eyes::of(options.pictures))) }]
        }
        Hands::Computer | Hands::Browser => {
            let own = Tools::Own { function_declarations: functions(tools_beside(computer::COVERS)) };
            vec![Tools::Theirs(computer::tool()), own]
        }
    }
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
