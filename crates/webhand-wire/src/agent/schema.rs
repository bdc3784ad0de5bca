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
    OptionalText,
    /// A required whole number.
    Whole,
    OptionalWhole,
    /// The id of a request; optional.
    Id,
}

impl ArgumentKind {
    #[must_use]
    pub fn is_required(self) -> bool {
        match self {
            Self::Text | Self::Whole => true,
            Self::OptionalText | Self::OptionalWhole | Self::Id => false,
        }
    }
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
    AgentCommand {
        name: "run",
        doc: "Start a run of the server with a task; `data.value.id` names it.",
        parameters: &[
            ("task", ArgumentKind::Text, "What is to be done, in plain words."),
            ("url", ArgumentKind::OptionalText, "Where to begin."),
            ("brain", ArgumentKind::OptionalText, "Who decides: literal or PROVIDER/MODEL."),
            ("idempotency_key", ArgumentKind::OptionalText, "The same key again returns the run that it started."),
        ],
    },
    AgentCommand {
        name: "follow",
        doc: "Send the events of a run, until it is over. Answered at once; after a cut follow again from the last `seq`.",
        parameters: &[
            ("run", ArgumentKind::Text, "The id of the run."),
            ("after", ArgumentKind::OptionalWhole, "The number of the last event that is known."),
        ],
    },
    AgentCommand {
        name: "answer",
        doc: "Answer what the brain of a run asks; approvals and secrets are for the person.",
        parameters: &[
            ("run", ArgumentKind::Text, "The id of the run."),
            ("question", ArgumentKind::Whole, "The `no` of the question."),
            ("text", ArgumentKind::Text, "The answer."),
        ],
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
                ArgumentKind::Text | ArgumentKind::OptionalText => text(doc),
                ArgumentKind::Whole | ArgumentKind::OptionalWhole => {
                    json!({"type": "integer", "minimum": 0, "description": doc})
                }
                ArgumentKind::Id => json!({"$ref": "#/$defs/id", "description": doc}),
            };
            ((*name).to_owned(), schema)
        };
        let needed = command.parameters.iter().filter(|(_, kind, _)| kind.is_required());
        let required: Vec<_> = needed.map(|(name, ..)| *name).collect();
        request(command.name, command.doc, &command.parameters.iter().map(one).collect(), &required)
    }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages between an agent and webhand",
        "description": "A request is sent as one text message and answered by one reply with the same id. A run that is followed sends events between them.",
        "oneOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}, {"$ref": "#/$defs/event"}],
        "$defs": {
            "id": {
                "description": "Whatever the agent numbers its requests with; each request has its own.",
                "type": ["string", "integer"],
            },
            "request": {"oneOf": requests},
            "reply": reply(),
            "event": event(),
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

/// What a followed run sends.
fn event() -> Value {
    let run = text("The id of the run.");
    let event = json!({
        "description": "A `RunEvent` of /api/v1.",
        "type": "object",
        "properties": {
            "seq": {"description": "Its number, for `after`.", "type": "integer"},
            "at": {"type": "integer"},
            "wall": {"type": "integer"},
            "what": {"type": "object"},
        },
        "required": ["seq", "at", "wall", "what"],
    });
    json!({"oneOf": [
        {
            "type": "object",
            "properties": {"run": run, "event": event},
            "required": ["run", "event"],
            "additionalProperties": false,
        },
        {
            "description": "No further events: the run is over, or its events cannot be read any more.",
            "type": "object",
            "properties": {"run": run, "end": {"enum": ["over", "lost"]}},
            "required": ["run", "end"],
            "additionalProperties": false,
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
