//! The messages as JSON Schema, made from the catalogue.
//!
//! The schema describes what an agent should send: names as the catalogue writes them. The parser is more lenient in small
//! things, such as a number written as text.

use serde_json::{Map, Value, json};
use webhand_model::{ActionSpec, ParameterKind, catalogue};

/// A command of an agent to the server itself, beside the actions of the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct AgentCommand {
    pub name: &'static str,
    pub doc: &'static str,
    /// Name, kind and meaning of each.
    pub parameters: &'static [(&'static str, ArgumentKind, &'static str)],
}

/// The kind of a command's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A required text.
    Text,
    /// The id of a request; optional.
    Id,
}

/// All commands of agents.
pub const COMMANDS: &[AgentCommand] = &[
    AgentCommand {
        name: "auth",
        doc: "Show the token; only as the first message, where it was not sent before.",
        parameters: &[("token", ArgumentKind::Text, "The token.")],
    },
    AgentCommand {
        name: "resume",
        doc: "Take up the session of a connection that was cut; only before any other request.",
        parameters: &[
            ("key", ArgumentKind::Text, "`session.resume` of the first reply."),
            ("got", ArgumentKind::Id, "The id of the last reply that arrived: all since then come again."),
        ],
    },
    AgentCommand {
        name: "ping",
        doc: "Ask whether anybody is there. Answered at once, before requests that wait.",
        parameters: &[],
    },
    AgentCommand { name: "sessions", doc: "List the sessions of the server.", parameters: &[] },
    AgentCommand {
        name: "close",
        doc: "End the session: its tabs are closed and the connection ends.",
        parameters: &[],
    },
];

/// The schema of requests and replies.
#[must_use]
pub fn schema() -> Value {
    let mut requests: Vec<Value> = catalogue().flat_map(actions).collect();
    requests.extend(COMMANDS.iter().map(|command| {
        let one = |(name, kind, doc): &(&str, ArgumentKind, &str)| {
            let schema = match kind {
                ArgumentKind::Text => text(doc),
                ArgumentKind::Id => json!({"$ref": "#/$defs/id", "description": doc}),
            };
            ((*name).to_owned(), schema)
        };
        let needed = command.parameters.iter().filter(|(_, kind, _)| *kind == ArgumentKind::Text);
        let required: Vec<_> = needed.map(|(name, ..)| *name).collect();
        request(command.name, command.doc, &command.parameters.iter().map(one).collect(), &required)
    }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages between an agent and webhand",
        "description": "A request is sent as one text message and answered by one reply with the same id.",
        "oneOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {
            "id": {
                "description": "Whatever the agent numbers its requests with; each request has its own.",
                "type": ["string", "integer"],
            },
            "request": {"oneOf": requests},
            "reply": reply(),
            "data": data(),
        },
    })
}

/// The schemas of an action: one for its name and one for each alias.
fn actions(spec: &ActionSpec) -> Vec<Value> {
    let all: Map<_, _> = spec
        .parameters
        .iter()
        .map(|parameter| {
            let mut schema = shape(parameter.kind);
            schema["description"] = parameter.doc.into();
            (parameter.name.to_owned(), schema)
        })
        .collect();
    let needed = |preset: &Value| -> Vec<&str> {
        let needed =
            spec.parameters.iter().filter(|parameter| parameter.required && preset.get(parameter.name).is_none());
        needed.map(|parameter| parameter.name).collect()
    };
    let mut requests = vec![request(spec.name, spec.doc, &all, &needed(&Value::Null))];
    requests.extend(spec.aliases.iter().map(|alias| {
        let preset = serde_json::from_str(alias.preset).unwrap_or_default();
        request(alias.name, &format!("The same as {}.", spec.name), &all, &needed(&preset))
    }));
    requests
}

fn request(name: &str, doc: &str, properties: &Map<String, Value>, required: &[&str]) -> Value {
    let params = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let always: &[&str] = if required.is_empty() { &["type"] } else { &["type", "params"] };
    json!({
        "description": doc,
        "type": "object",
        "properties": {"id": {"$ref": "#/$defs/id"}, "type": {"const": name}, "params": params},
        "required": always,
        "additionalProperties": false,
    })
}

fn reply() -> Value {
    let id = json!({"anyOf": [{"$ref": "#/$defs/id"}, {"type": "null"}]});
    json!({"oneOf": [
        {
            "type": "object",
            "properties": {"id": id, "success": {"const": true}, "data": {"$ref": "#/$defs/data"}},
            "required": ["id", "success", "data"],
        },
        {
            "type": "object",
            "properties": {
                "id": id,
                "success": {"const": false},
                "error": text("What went wrong and what to do next, for people and models."),
                "code": text("The same in one word, for programs."),
                "approval": {
                    "description": "Nothing was sent: the person decides. Once they have, the same request with a new id tells what came of it.",
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "question": {"type": "string"},
                        "details": {"type": "array", "items": {"type": "string"}},
                        "command": text("What the person types to allow it."),
                    },
                    "required": ["id", "question", "command"],
                },
                "data": {"$ref": "#/$defs/data"},
            },
            "required": ["id", "success", "error", "code"],
        },
    ]})
}

fn data() -> Value {
    json!({
        "type": "object",
        "properties": {
            "text": text("What happened and what changed, in a few lines."),
            "value": {"description": "The same for programs, where there is something to compute with."},
            "changes": {
                "description": "What changed beside the target: navigations, tabs, dialogs, downloads.",
                "type": "array",
            },
            "picture": {
                "type": "object",
                "properties": {"mime": {"const": "image/jpeg"}, "base64": {"type": "string"}},
                "required": ["mime", "base64"],
            },
            "session": {
                "description": "With the first reply on a connection: how to take the session up again after a cut.",
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "resume": text("The key for `resume`; good until two minutes after a cut. Keep it secret."),
                    "received": {"description": "How many requests have come in so far.", "type": "integer"},
                },
                "required": ["name", "resume", "received"],
            },
        },
        "required": ["text"],
    })
}

fn text(doc: &str) -> Value {
    json!({"type": "string", "description": doc})
}

/// The schema of a parameter kind, as precise as JSON Schema allows.
fn shape(kind: ParameterKind) -> Value {
    match kind {
        ParameterKind::Ref => json!({"type": "string", "pattern": "^e[0-9]+$"}),
        ParameterKind::Text => json!({"type": "string"}),
        ParameterKind::Url => json!({"type": "string", "format": "uri"}),
        ParameterKind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        ParameterKind::Number => json!({"type": "number"}),
        ParameterKind::Flag => json!({"type": "boolean"}),
        ParameterKind::Word(words) => json!({"enum": words}),
        ParameterKind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        ParameterKind::Words(words) => json!({"type": "array", "items": {"enum": words}}),
        ParameterKind::Point => json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
        ParameterKind::Points => json!({"type": "array", "items": shape(ParameterKind::Point)}),
        ParameterKind::Region => json!({"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}),
        ParameterKind::Object => json!({"type": "object"}),
    }
}
