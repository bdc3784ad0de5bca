//! The request of one decision.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::Picture;

use super::history::{self, Message, mark};
use super::translator::Translator;
use crate::format::{self, base64, observed, pictured_call, tools};

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<Value>,
    stream: bool,
    tool_choice: Value,
    tools: Vec<Tool>,
    system: [Value; 1],
    messages: Vec<Message>,
}

/// Not strict: providers refuse strictness for as many tools as the catalogue has, and arguments are checked here.
#[derive(Serialize)]
struct Tool {
    name: &'static str,
    description: String,
    input_schema: Value,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let Translator { source, options } = translator;
    let mut system = json!({"type": "text", "text": prompt.system});
    // The cached beginning holds the tools, too, which come before the system text.
    mark(&mut system);
    let mut messages = history::messages(source, prompt);
    history::mark_newest(&mut messages);
    let mut newest = vec![json!({"type": "text", "text": observed(prompt)})];
    newest.extend(picture.map(image).and_then(|image| match pictured_call(prompt) {
        Some(at) => history::show(&mut messages, at, image),
        None => Some(image),
    }));
    history::say(&mut messages, "user", newest);
    serde_json::to_string(&Body {
        model: &source.model,
        max_tokens: options.max_tokens,
        output_config: options.effort.as_ref().map(|effort| json!({"effort": effort})),
        stream: options.streams,
        tool_choice: json!({"type": "auto"}),
        tools: tools().into_iter().map(tool).collect(),
        system: [system],
        messages,
    })
}

fn tool(tool: format::Tool) -> Tool {
    Tool { name: tool.name, description: tool.doc, input_schema: tool.parameters }
}

fn image(picture: &Picture) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": base64(picture)}})
}
