//! What a model can call: the few actions that nearly every task needs as tools of their own, and one tool for all.
//!
//! Definitions are sent with every request, and a schema costs five times what a line in a list does. Nothing is lost by
//! the list: arguments are checked against the catalogue wherever they come from.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use webhand_model::{
    ActionGroup, ActionSpec, ParameterKind, ParameterSpec, Prompt, ToolCall, find_spec, offered_actions,
};

use super::json_repair;

/// One tool, in the words that all providers share.
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

/// All of them, in every request of a run the same, but what is done on pictures only for who sees them; or the one that
/// fills a blank, where the answer is to be that.
pub(crate) fn tools(prompt: &Prompt, eyes: Vision) -> Vec<Tool> {
    match &prompt.answer_schema {
        Some(blank) => vec![Tool { name: FILLED, doc: FILLED_DOC.to_owned(), parameters: blank.clone() }],
        None => offering(|spec| eyes == Vision::Enabled || !ON_PICTURES.contains(&spec.name)),
    }
}

/// Those that are offered beside a provider's own tool for computers: what that cannot do, less what it `covers` all the
/// same.
pub(crate) fn tools_beside(covers: &[&str]) -> Vec<Tool> {
    offering(|spec| {
        let is_missing = match spec.group {
            ActionGroup::Travel | ActionGroup::Data | ActionGroup::Talk => true,
            ActionGroup::Look => ["read", "find"].contains(&spec.name),
            ActionGroup::Touch => ["select", "upload"].contains(&spec.name),
        };
        is_missing && !covers.contains(&spec.name)
    })
}

fn offering(is_offered: impl Fn(&ActionSpec) -> bool) -> Vec<Tool> {
    let own = OWN.iter().filter_map(|(name, parameters)| Some((find_spec(name)?, parameters)));
    let own = own.filter(|(spec, _)| is_offered(spec)).map(|(spec, parameters)| own_tool(spec, parameters));
    own.chain([any_tool(&is_offered)]).collect()
}

/// The action that a call names, with its arguments.
pub(super) fn resolve_call(name: &str, mut arguments: Map<String, Value>) -> (String, Map<String, Value>) {
    if name != ANY {
        return (name.to_owned(), arguments);
    }
    let Some(Value::String(action)) = arguments.remove(ACTION) else { return (name.to_owned(), arguments) };
    match arguments.remove(WITH) {
        Some(Value::Object(with)) => (action, with),
        Some(Value::String(with)) => (action, json_repair::object(&with).unwrap_or_default()),
        // Arguments beside the name instead of inside: what was meant is certain.
        Some(_) | None => (action, arguments),
    }
}

/// How a call of another brain is written in terms of these tools.
pub(crate) fn as_tool_call(call: &ToolCall) -> (String, Value) {
    let arguments = if call.arguments.is_object() { call.arguments.clone() } else { json!({}) };
    let is_own = |(name, parameters): &(&str, &[&str])| {
        *name == call.name
            && arguments.as_object().is_some_and(|given| given.keys().all(|key| parameters.contains(&key.as_str())))
    };
    if find_spec(&call.name).is_none() || OWN.iter().any(is_own) {
        return (super::sanitize_name(&call.name), arguments);
    }
    (ANY.to_owned(), json!({ACTION: call.name, WITH: arguments}))
}

fn own_tool(spec: &ActionSpec, parameters: &[&str]) -> Tool {
    let shown = || spec.parameters.iter().filter(|parameter| parameters.contains(&parameter.name));
    let properties: Map<String, Value> = shown().map(|shown| (shown.name.to_owned(), shown.kind.schema())).collect();
    let required: Vec<&str> = shown().filter(|shown| shown.required).map(|shown| shown.name).collect();
    let parameters = json!({"type": "object", "properties": properties, "required": required});
    // What comes after a semicolon is for people who read up on it.
    let doc = spec.doc.split_once(';').map_or(spec.doc.to_owned(), |(first, _)| format!("{first}."));
    Tool { name: spec.name, doc, parameters }
}

fn any_tool(is_offered: impl Fn(&ActionSpec) -> bool) -> Tool {
    // Those that take the same stand together: the list is sent with every request.
    let mut entries: Vec<(String, String)> = Vec::new();
    for spec in offered_actions().filter(|spec| !is_whole(spec) && is_offered(spec)) {
        let parameters = spec.parameters.iter().map(parameter).collect::<Vec<_>>().join(",");
        match entries.iter_mut().find(|(_, others)| *others == parameters) {
            Some((names, _)) => {
                names.push('|');
                names.push_str(spec.name);
            }
            None => entries.push((spec.name.to_owned(), parameters)),
        }
    }
    let mut doc = "Any action by its name; ? is optional, | is or:".to_owned();
    for (names, parameters) in entries {
        // Writing into a string does not fail.
        write!(doc, " {names}{{{parameters}}}").ok();
    }
    let parameters = json!({
        "type": "object",
        "properties": {ACTION: {"type": "string"}, WITH: {"type": "object"}},
        "required": [ACTION],
    });
    Tool { name: ANY, doc, parameters }
}

/// Whether its own tool offers everything that can be said with it.
fn is_whole(spec: &ActionSpec) -> bool {
    let own = OWN.iter().find(|(name, _)| *name == spec.name);
    own.is_some_and(|(_, parameters)| parameters.len() == spec.parameters.len())
}

fn parameter(parameter: &ParameterSpec) -> String {
    if !parameter.required {
        return format!("{}?", parameter.name);
    }
    let kind = match parameter.kind {
        ParameterKind::Word(words) => format!(":{}", words.join("|")),
        ParameterKind::Words(words) => format!(":[{}]", words.join("|")),
        ParameterKind::Texts => ":[]".to_owned(),
        ParameterKind::Point => ":[x,y]".to_owned(),
        ParameterKind::Points => ":[[x,y]]".to_owned(),
        ParameterKind::Region => ":[left,top,right,bottom]".to_owned(),
        ParameterKind::Ref
        | ParameterKind::Text
        | ParameterKind::Url
        | ParameterKind::Whole(..)
        | ParameterKind::Number
        | ParameterKind::Flag
        | ParameterKind::Object => String::new(),
    };
    format!("{}{kind}", parameter.name)
}

/// The actions with a tool of their own, and what can be said with it.
const OWN: [(&str, &[&str]); 5] = [
    ("click", &["ref"]),
    ("fill", &["ref", "value"]),
    ("press", &["key"]),
    ("open", &["url"]),
    ("done", &["answer", "evidence"]),
];
/// The tool that fills a blank.
pub(super) const FILLED: &str = "answer";
const FILLED_DOC: &str = "What the page says.";
/// What is of use only to who sees a picture.
const ON_PICTURES: [&str; 6] = ["screenshot", "click_at", "hover_at", "scroll_at", "drag_at", "mouse"];
/// The tool for any action, and its parameters.
const ANY: &str = "act";
const ACTION: &str = "action";
const WITH: &str = "with";
