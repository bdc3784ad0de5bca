//! The tools of a model: one each for the few actions that nearly every task needs, and one tool for any action.
//!
//! Definitions are sent with every request, and a schema costs five times as many tokens as a line in a list. The list loses
//! nothing, because all arguments are checked against the catalogue.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use webhand_model::{
    ActionSpec, ModelOffer, ParameterKind, ParameterSpec, Prompt, ToolCall, find_spec, offered_actions,
};

use super::json_repair;

/// One tool, before a provider's format.
#[derive(Debug)]
pub(crate) struct Tool {
    pub name: &'static str,
    pub doc: String,
    /// An ordinary JSON Schema in the subset that all providers read: single types, nothing nested.
    pub parameters: Value,
}

/// Whether a model is shown pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vision {
    Enabled,
    Disabled,
}

impl Vision {
    pub fn from_flag(pictures: bool) -> Self {
        if pictures { Self::Enabled } else { Self::Disabled }
    }
}

/// The tools of a request, the same in all requests of a run; actions on pictures only for models that see pictures. Where
/// the prompt has an answer schema, the one tool whose arguments are the answer.
pub(crate) fn tools(prompt: &Prompt, vision: Vision) -> Vec<Tool> {
    match &prompt.answer_schema {
        Some(blank) => vec![Tool { name: ANSWER_TOOL, doc: ANSWER_TOOL_DOC.to_owned(), parameters: blank.clone() }],
        None => build_tools(|spec| match spec.properties.model_offer {
            ModelOffer::EveryModel | ModelOffer::NoComputerTool => true,
            ModelOffer::PictureModels => vision == Vision::Enabled,
        }),
    }
}

/// The tools beside a provider's own computer tool: the actions that a computer tool lacks, without those that this one
/// `covers`.
pub(crate) fn tools_beside(covers: &[&str]) -> Vec<Tool> {
    build_tools(|spec| match spec.properties.model_offer {
        ModelOffer::EveryModel => !covers.contains(&spec.name),
        ModelOffer::NoComputerTool | ModelOffer::PictureModels => false,
    })
}

fn build_tools(is_offered: impl Fn(&ActionSpec) -> bool) -> Vec<Tool> {
    let own = OWN_TOOLS.iter().filter_map(|(name, parameters)| Some((find_spec(name)?, parameters)));
    let own = own.filter(|(spec, _)| is_offered(spec)).map(|(spec, parameters)| own_tool(spec, parameters));
    own.chain([any_tool(&is_offered)]).collect()
}

/// The action that a call names, with its arguments.
pub(super) fn resolve_call(name: &str, mut arguments: Map<String, Value>) -> (String, Map<String, Value>) {
    if name != ANY_TOOL {
        return (name.to_owned(), arguments);
    }
    let Some(Value::String(action)) = arguments.remove(ACTION) else { return (name.to_owned(), arguments) };
    match arguments.remove(WITH) {
        Some(Value::Object(with)) => (action, with),
        Some(Value::String(with)) => (action, json_repair::parse_object(&with).unwrap_or_default()),
        // Arguments beside the action instead of in `with` are unambiguous.
        Some(_) | None => (action, arguments),
    }
}

/// A call of another brain as a call of these tools.
pub(crate) fn as_tool_call(call: &ToolCall) -> (String, Value) {
    let arguments = if call.arguments.is_object() { call.arguments.clone() } else { json!({}) };
    let is_own = |(name, parameters): &(&str, &[&str])| {
        *name == call.name
            && arguments.as_object().is_some_and(|given| given.keys().all(|key| parameters.contains(&key.as_str())))
    };
    if find_spec(&call.name).is_none() || OWN_TOOLS.iter().any(is_own) {
        return (super::sanitize_name(&call.name), arguments);
    }
    (ANY_TOOL.to_owned(), json!({ACTION: call.name, WITH: arguments}))
}

fn own_tool(spec: &ActionSpec, parameters: &[&str]) -> Tool {
    let shown = || spec.parameters.iter().filter(|parameter| parameters.contains(&parameter.name));
    let properties: Map<String, Value> = shown().map(|shown| (shown.name.to_owned(), shown.kind.schema())).collect();
    let required: Vec<&str> = shown().filter(|shown| shown.required).map(|shown| shown.name).collect();
    let parameters = json!({"type": "object", "properties": properties, "required": required});
    // The part behind a semicolon is for people who read the documentation.
    let doc = spec.doc.split_once(';').map_or(spec.doc.to_owned(), |(first, _)| format!("{first}."));
    Tool { name: spec.name, doc, parameters }
}

fn any_tool(is_offered: impl Fn(&ActionSpec) -> bool) -> Tool {
    // Actions with equal parameters share an entry, because the list is sent with every request.
    let mut entries: Vec<(String, String)> = Vec::new();
    for spec in offered_actions().filter(|spec| !has_full_tool(spec) && is_offered(spec)) {
        let parameters = spec.parameters.iter().map(parameter).collect::<Vec<_>>().join(", ");
        match entries.iter_mut().find(|(_, others)| *others == parameters) {
            Some((names, _)) => {
                names.push('|');
                names.push_str(spec.name);
            }
            None => entries.push((spec.name.to_owned(), parameters)),
        }
    }
    let mut doc = "Any action by its name; those with ? may be left out, | is or:".to_owned();
    for (names, parameters) in entries {
        // Writing into a string does not fail.
        write!(doc, "\n{names} {{{parameters}}}").ok();
    }
    let parameters = json!({
        "type": "object",
        "properties": {ACTION: {"type": "string"}, WITH: {"type": "object"}},
        "required": [ACTION],
    });
    Tool { name: ANY_TOOL, doc, parameters }
}

/// Whether the action's own tool has all of its parameters.
fn has_full_tool(spec: &ActionSpec) -> bool {
    let own = OWN_TOOLS.iter().find(|(name, _)| *name == spec.name);
    own.is_some_and(|(_, parameters)| parameters.len() == spec.parameters.len())
}

/// A parameter with its type: `amount?: pixels`.
fn parameter(parameter: &ParameterSpec) -> String {
    let kind = match parameter.kind {
        // The word is both.
        ParameterKind::Ref if parameter.name == "ref" => String::new(),
        ParameterKind::Ref => "ref".to_owned(),
        ParameterKind::Text => "text".to_owned(),
        ParameterKind::Url => "address".to_owned(),
        ParameterKind::Whole(..) | ParameterKind::Number => unit(parameter.doc).to_owned(),
        ParameterKind::Flag => "true".to_owned(),
        ParameterKind::Word(words) => words.join("|"),
        ParameterKind::Words(words) => format!("[{}]", words.join("|")),
        ParameterKind::Texts => "[text]".to_owned(),
        ParameterKind::Point => "[x,y]".to_owned(),
        ParameterKind::Points => "[[x,y]]".to_owned(),
        ParameterKind::Region => "[left,top,right,bottom]".to_owned(),
        ParameterKind::Object => "object".to_owned(),
    };
    let optional = if parameter.required { "" } else { "?" };
    let gap = if kind.is_empty() { "" } else { ": " };
    format!("{}{optional}{gap}{kind}", parameter.name)
}

/// The unit of a number, as its description names it.
pub(super) fn unit(doc: &str) -> &'static str {
    let doc = doc.to_lowercase();
    let named = ["pixels", "milliseconds", "seconds"].into_iter().find(|unit| doc.contains(unit));
    match named {
        Some("milliseconds") => "ms",
        Some(unit) => unit,
        None => "number",
    }
}

/// The actions with a tool of their own, and the parameters of that tool.
const OWN_TOOLS: [(&str, &[&str]); 5] = [
    ("click", &["ref"]),
    ("fill", &["ref", "value"]),
    ("press", &["key"]),
    ("open", &["url"]),
    ("done", &["answer", "evidence", "partly"]),
];
/// The tool whose arguments are the answer to a prompt with an answer schema.
pub(super) const ANSWER_TOOL: &str = "answer";
const ANSWER_TOOL_DOC: &str = "What the page says.";
/// The tool for any action, and its parameters.
const ANY_TOOL: &str = "act";
const ACTION: &str = "action";
const WITH: &str = "with";
