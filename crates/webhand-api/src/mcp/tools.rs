//! The tools of each profile, generated from the catalogue of actions.
//!
//! Invariant: the list of a profile is the same for a whole session and for every client, so a client can cache it. A
//! profile decides which tools are listed, never which can be called.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Map;
use webhand_model::{ActionClass, ActionSpec, ParameterKind, ParameterSpec, Repetition, ToolListing, offered_actions};

/// Which part of the catalogue a client gets listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Profile {
    /// Enough for any task, in at most 2,000 tokens.
    #[default]
    Core,
    /// Every action.
    Full,
    /// Core, and the actions at coordinates for a model that works by pictures.
    Vision,
}

impl Profile {
    /// Its tools in the order of the catalogue, followed by `run_task`.
    #[must_use]
    pub fn tools(self) -> Vec<Tool> {
        let actions = offered_actions().filter(|spec| self.shows(spec)).map(|spec| self.tool(spec));
        actions.chain([self.run_task()]).collect()
    }

    fn shows(self, spec: &ActionSpec) -> bool {
        match spec.properties.listing {
            ToolListing::Core => true,
            ToolListing::Vision => self != Self::Core,
            ToolListing::Full => self == Self::Full,
            ToolListing::Never => false,
        }
    }

    fn tool(self, spec: &'static ActionSpec) -> Tool {
        let read_only = spec.class == ActionClass::Read;
        let mut hints = ToolAnnotations::new().read_only(read_only).open_world(true);
        if !read_only {
            hints = hints.destructive(spec.class != ActionClass::Navigate);
        }
        if self == Self::Full && !read_only && spec.properties.repetition == Repetition::Idempotent {
            hints = hints.idempotent(true);
        }
        self.titled(Tool::new(spec.name, spec.doc, schema(spec.parameters)).with_annotations(hints))
    }

    fn run_task(self) -> Tool {
        let hints = ToolAnnotations::new().read_only(false).destructive(true).open_world(true);
        let doc = "Hand a whole task to webhand's own agent and wait for its answer.";
        self.titled(Tool::new(RUN_TASK, doc, schema(TASK_PARAMETERS)).with_annotations(hints))
    }

    /// Adds a title, which only repeats the name, in the profile whose size in tokens is not limited.
    fn titled(self, tool: Tool) -> Tool {
        if self != Self::Full {
            return tool;
        }
        let words = tool.name.replace('_', " ");
        let (first, rest) = words.split_at(1);
        tool.with_title(format!("{}{rest}", first.to_uppercase()))
    }
}

/// The parameters as JSON Schema in the subset that all providers accept: plain types, no references.
fn schema(parameters: &[ParameterSpec]) -> JsonObject {
    let mut properties = Map::new();
    for parameter in parameters {
        let mut schema = parameter.kind.schema();
        if !is_self_explanatory(parameter) {
            schema["description"] = parameter.doc.into();
        }
        properties.insert(parameter.name.to_owned(), schema);
    }
    let required: Vec<_> =
        parameters.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}

/// Whether name and kind of a parameter make its description redundant.
fn is_self_explanatory(parameter: &ParameterSpec) -> bool {
    match parameter.kind {
        ParameterKind::Word(_) | ParameterKind::Words(_) => true,
        ParameterKind::Ref | ParameterKind::Url => parameter.required,
        // A truncated text names this parameter with the value to continue from.
        ParameterKind::Whole(..) if parameter.name == "offset" => true,
        ParameterKind::Text
        | ParameterKind::Whole(..)
        | ParameterKind::Number
        | ParameterKind::Flag
        | ParameterKind::Texts
        | ParameterKind::Point
        | ParameterKind::Points
        | ParameterKind::Region
        | ParameterKind::Object => false,
    }
}

/// The tool that runs a whole task with webhand's own agent; it is no action of the catalogue.
pub(super) const RUN_TASK: &str = "run_task";

const TASK_PARAMETERS: &[ParameterSpec] = &[
    ParameterSpec {
        name: "task",
        kind: ParameterKind::Text,
        required: true,
        doc: "What to do, in plain words.",
        aliases: &[],
    },
    ParameterSpec { name: "url", kind: ParameterKind::Url, required: false, doc: "Where to begin.", aliases: &[] },
    ParameterSpec {
        name: "max_steps",
        kind: ParameterKind::Whole(1, 10_000),
        required: false,
        doc: "When to give up.",
        aliases: &[],
    },
];

#[cfg(test)]
mod tests;
