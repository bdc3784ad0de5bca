//! The request of one decision.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::{Picture, Saying};

use super::options::Options;
use super::translator::Translator;
use super::{computer, history};
use crate::format::native::{View, pictured};
use crate::format::{self, Eyes, Speaker, TALKING, data_url, observed, spoken, tools_beside};
use crate::spec::Hands;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tools>,
    instructions: &'a str,
    input: Vec<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Tools {
    Own(Tool),
    Theirs(Value),
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
    let view = View::of(prompt, picture);
    let screen = picture.map(data_url);
    let (mut input, spans) = history::items(translator, prompt, screen.as_deref());
    let mut newest = vec![json!({"type": "input_text", "text": observed(prompt)})];
    newest.extend(screen.as_deref().map(image).and_then(|image| match pictured(prompt, options.hands, &spans) {
        Some(at) => history::show(&mut input, at, image),
        None => Some(image),
    }));
    input.push(json!({"role": "user", "content": newest}));
    serde_json::to_string(&Body {
        // Each call of a computer tool has to be answered by what the screen shows after it.
        parallel_tool_calls: Some(options.hands == Hands::Own),
        tool_choice: Some(if options.hands == Hands::Own { "required" } else { "auto" }),
        tools: tools(options, &source.model, prompt, view),
        ..Body::of(translator, &prompt.system, input)
    })
}

/// The request for an answer in words.
pub(super) fn words(translator: &Translator, saying: Saying<'_>) -> serde_json::Result<String> {
    let spoken = spoken(saying).map(|(speaker, text)| match speaker {
        Speaker::Person => history::said("user", text),
        Speaker::Model => history::said("assistant", text),
    });
    serde_json::to_string(&Body::of(translator, TALKING, spoken.collect()))
}

impl<'a> Body<'a> {
    /// With nothing to call.
    fn of(translator: &'a Translator, instructions: &'a str, input: Vec<Value>) -> Self {
        let Translator { source, options } = translator;
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

/// What the model works with, and beside it what that cannot do.
fn tools(options: &Options, model: &str, prompt: &Prompt, view: View<'_>) -> Vec<Tools> {
    let own = |tools: Vec<format::Tool>| tools.into_iter().map(|one| Tools::Own(tool(one)));
    match options.hands {
        Hands::Own => own(format::tools(prompt, Eyes::of(options.pictures))).collect(),
        Hands::Computer | Hands::Browser if prompt.blank.is_some() => {
            own(format::tools(prompt, Eyes::of(options.pictures))).collect()
        }
        Hands::Computer | Hands::Browser => {
            [Tools::Theirs(computer::tool(model, view))].into_iter().chain(own(tools_beside(&[]))).collect()
        }
    }
}

/// Not strict, which is said because it is the default here: schemas are only kept when calls come one at a time.
fn tool(tool: format::Tool) -> Tool {
    Tool { r#type: "function", name: tool.name, description: tool.doc, strict: false, parameters: tool.parameters }
}

fn image(url: &str) -> Value {
    json!({"type": "input_image", "image_url": url, "detail": "high"})
}
