//! The request of one decision.

use serde::Serialize;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::{Picture, Saying};

use super::browser;
use super::history::{self, Message, mark};
use super::options::Options;
use super::translator::Translator;
use crate::format::native::{View, pictured};
use crate::format::{self, Eyes, Speaker, TALKING, base64, looked, remarked, spoken, tools_beside};
use crate::spec::Hands;

/// The fields in the order sent: what never changes first, the newest observation last.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<Value>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tools>,
    system: [Value; 1],
    messages: Vec<Message>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Tools {
    Own(Tool),
    Theirs(Value),
}

/// Not strict: providers refuse strictness for as many tools as the catalogue has, and arguments are checked here.
#[derive(Serialize)]
struct Tool {
    name: &'static str,
    description: String,
    input_schema: Value,
}

pub(super) fn body(translator: &Translator, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
    let options = &translator.options;
    let (mut messages, spans) = history::messages(translator, prompt);
    let mut newest = observation(prompt, options.hands);
    newest.extend(picture.map(image).and_then(|image| match pictured(prompt, options.hands, &spans) {
        Some(at) => history::show(&mut messages, at, image),
        None => Some(image),
    }));
    history::say(&mut messages, "user", newest);
    serde_json::to_string(&Body {
        tool_choice: Some(json!({"type": "auto"})),
        tools: tools(options, prompt, View::of(prompt, picture)),
        ..Body::of(translator, &prompt.system, messages)
    })
}

/// The request for an answer in words.
pub(super) fn words(translator: &Translator, saying: Saying<'_>) -> serde_json::Result<String> {
    let mut messages = Vec::new();
    for (speaker, text) in spoken(saying) {
        let role = match speaker {
            Speaker::Person => "user",
            Speaker::Model => "assistant",
        };
        history::say(&mut messages, role, vec![json!({"type": "text", "text": text})]);
    }
    serde_json::to_string(&Body::of(translator, TALKING, messages))
}

impl<'a> Body<'a> {
    /// With nothing to call.
    fn of(translator: &'a Translator, system: &str, messages: Vec<Message>) -> Self {
        let Translator { source, options } = translator;
        let mut system = json!({"type": "text", "text": system});
        // The cached beginning holds the tools, too, which come before the system text.
        mark(&mut system);
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

/// The newest look, and apart from it what is said with it: a whole look stays as it is told, so its end is marked. What is
/// asked only once is not.
fn observation(prompt: &Prompt, hands: Hands) -> Vec<Value> {
    let [mut look, remarks] = [looked(prompt), remarked(prompt)].map(|text| json!({"type": "text", "text": text}));
    if hands == Hands::Own && prompt.observation.since.is_none() && prompt.blank.is_none() {
        mark(&mut look);
    }
    vec![look, remarks]
}

/// What the model works with, and beside it what that cannot do.
fn tools(options: &Options, prompt: &Prompt, view: View<'_>) -> Vec<Tools> {
    let own = |tools: Vec<format::Tool>| tools.into_iter().map(|one| Tools::Own(tool(one)));
    match options.hands {
        Hands::Own => own(format::tools(prompt, Eyes::of(options.pictures))).collect(),
        Hands::Computer | Hands::Browser if prompt.blank.is_some() => {
            own(format::tools(prompt, Eyes::of(options.pictures))).collect()
        }
        Hands::Computer => {
            let [width, height] = view.size();
            let computer = json!({
                "type": "computer_20251124", "name": "computer", "display_width_px": width, "display_height_px": height,
                "enable_zoom": true,
            });
            [Tools::Theirs(computer)].into_iter().chain(own(tools_beside(&[]))).collect()
        }
        Hands::Browser => {
            [Tools::Theirs(browser::toolset())].into_iter().chain(own(tools_beside(browser::COVERS))).collect()
        }
    }
}

fn tool(tool: format::Tool) -> Tool {
    Tool { name: tool.name, description: tool.doc, input_schema: tool.parameters }
}

fn image(picture: &Picture) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": base64(picture)}})
}
