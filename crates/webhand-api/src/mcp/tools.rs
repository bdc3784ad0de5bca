//! The tools of each profile, made from the catalogue.
//!
//! Invariant: the list of a profile is the same for a whole session and for every client, so whatever a client caches of
//! it stays good. A profile decides what is shown, never what can be called.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Map;
use webhand_model::{ActionClass, ActionSpec, ParameterKind, ParameterSpec, offered_actions};

/// How much of the catalogue a client is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Profile {
    /// Enough for any task, in at most 2,000 tokens.
    #[default]
    Core,
    /// Every action.
    Full,
    /// Core, and what a model that works by pictures needs.
    Vision,
}

impl Profile {
    /// Its tools, in the order of the catalogue, and after them the one that hands over a whole task.
    #[must_use]
    pub fn tools(self) -> Vec<Tool> {
        let actions = offered_actions().filter(|spec| self.shows(spec.name)).map(|spec| self.tool(spec));
        actions.chain([self.run_task()]).collect()
    }

    fn shows(self, name: &str) -> bool {
        match self {
            Self::Core => CORE.contains(&name),
            Self::Vision => CORE.contains(&name) || VISION.contains(&name),
            Self::Full => true,
        }
    }

    fn tool(self, spec: &'static ActionSpec) -> Tool {
        let read_only = spec.class == ActionClass::Read;
        let mut hints = ToolAnnotations::new().read_only(read_only).open_world(true);
        if !read_only {
            hints = hints.destructive(spec.class != ActionClass::Navigate);
        }
        if self == Self::Full && IDEMPOTENT.contains(&spec.name) {
            hints = hints.idempotent(true);
        }
        self.titled(Tool::new(spec.name, spec.doc, schema(spec.parameters)).with_annotations(hints))
    }

    fn run_task(self) -> Tool {
        let hints = ToolAnnotations::new().read_only(false).destructive(true).open_world(true);
        let doc = "Hand a whole task to webhand's own agent and wait for its answer.";
        self.titled(Tool::new(RUN_TASK, doc, schema(TASK_PARAMETERS)).with_annotations(hints))
    }

    /// A title says no more than the name: it is given where tokens are not counted.
    fn titled(self, tool: Tool) -> Tool {
        if self != Self::Full {
            return tool;
        }
        let words = tool.name.replace('_', " ");
        let (first, rest) = words.split_at(1);
        tool.with_title(format!("{}{rest}", first.to_uppercase()))
    }
}

/// The parameters as JSON Schema in the subset that all providers take: plain types, no references.
fn schema(parameters: &[ParameterSpec]) -> JsonObject {
    let mut properties = Map::new();
    for parameter in parameters {
        let mut schema = parameter.kind.schema();
        if !says_itself(parameter) {
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

/// Whether name and kind tell all that the description would.
fn says_itself(parameter: &ParameterSpec) -> bool {
    match parameter.kind {
        ParameterKind::Word(_) | ParameterKind::Words(_) => true,
        ParameterKind::Ref | ParameterKind::Url => parameter.required,
        // A text that is cut names it together with the number.
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

/// The tool that is no action: a whole task for webhand's own agent.
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

/// What no task can do without; what the other actions do, these do with one more parameter or call.
const CORE: &[&str] = &[
    "snapshot",
    "screenshot",
    "read",
    "find",
    "console",
    "wait",
    "click",
    "hover",
    "fill",
    "type",
    "press",
    "select",
    "check",
    "uncheck",
    "upload",
    "drag",
    "scroll",
    "open",
    "back",
    "tab",
    "dialog",
    "extract",
];
const VISION: &[&str] = &["click_at", "hover_at", "scroll_at", "drag_at", "mouse"];
/// Done twice, these leave what they leave done once.
const IDEMPOTENT: &[&str] = &["focus", "fill", "clear", "select", "check", "uncheck", "open"];

#[cfg(test)]
mod tests;
