//! The one list of every action a brain or an agent can ask for.
//!
//! Model tools, MCP tools, verbs of the command line with their help, WebSocket messages and the skill text are all made
//! from these entries; none of them describes an action again.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::decision::excerpt;
use super::properties::{ActionProperties, ToolListing};
use crate::{Action, BrainMessage, ParameterKind, ToolCallError};

/// One entry: everything any surface needs to know about an action.
#[derive(Debug, Clone, Copy)]
pub struct ActionSpec {
    pub name: &'static str,
    pub group: ActionGroup,
    /// The least class of the action; facts can only raise it.
    pub class: ActionClass,
    pub properties: ActionProperties,
    pub doc: &'static str,
    /// Other names under which a call may name the action.
    pub aliases: &'static [Alias],
    pub parameters: &'static [ParameterSpec],
    /// The arguments of one good call, as JSON; surfaces show it in their own way of writing.
    pub example: &'static str,
}

/// Another name of an action, with the arguments it implies as JSON (`list_tabs` is `tab` with `action` `list`).
#[derive(Debug, Clone, Copy)]
pub struct Alias {
    pub name: &'static str,
    pub preset: &'static str,
}

/// One parameter of an action.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    pub name: &'static str,
    pub kind: ParameterKind,
    pub required: bool,
    pub doc: &'static str,
    pub aliases: &'static [&'static str],
}

/// The groups of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionGroup {
    Look,
    Touch,
    Travel,
    Data,
    Talk,
}

/// The kind of effect that an action can have; the guard judges by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionClass {
    Read,
    Navigate,
    Input,
    /// Has a lasting effect elsewhere: spends, sends, publishes, deletes, changes an account.
    Commit,
    Credential,
    File,
    Code,
    /// Enters text on one origin that was read on another.
    Cross,
    Policy,
}

impl fmt::Display for ActionClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Navigate => "navigate",
            Self::Input => "input",
            Self::Commit => "commit",
            Self::Credential => "credential",
            Self::File => "file",
            Self::Code => "code",
            Self::Cross => "cross",
            Self::Policy => "policy",
        })
    }
}

/// The whole catalogue, in the order surfaces list it.
pub fn catalogue() -> impl Iterator<Item = &'static ActionSpec> {
    Action::SPECS.iter().chain(BrainMessage::SPECS)
}

/// The entries that models, agents and people are shown: all but those that no browser driven by webhand supports. A call
/// of such an action gets an error that says so.
pub fn offered_actions() -> impl Iterator<Item = &'static ActionSpec> {
    catalogue().filter(|spec| spec.properties.listing != ToolListing::Never)
}

/// Finds an entry by name or by an alias.
#[must_use]
pub fn find_spec(name: &str) -> Option<&'static ActionSpec> {
    catalogue().find(|spec| spec.name == name).or_else(|| catalogue().find(|spec| spec.alias(name).is_some()))
}

impl ActionSpec {
    /// The parameters as a JSON Schema that passes every provider's strict rules.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut properties = Map::new();
        for parameter in self.parameters {
            let mut schema = parameter.kind.schema();
            if !parameter.required {
                let kind = schema["type"].clone();
                schema["type"] = json!([kind, "null"]);
                if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
                    words.push(Value::Null);
                }
            }
            schema["description"] = parameter.doc.into();
            properties.insert(parameter.name.to_owned(), schema);
        }
        let required: Vec<_> = self.parameters.iter().map(|parameter| parameter.name).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }

    pub(super) fn alias(&self, name: &str) -> Option<&'static Alias> {
        self.aliases.iter().find(|alias| alias.name == name)
    }

    /// Replaces aliases of parameters by their names, and refuses what is not a parameter.
    pub(super) fn rename_parameters(&self, arguments: &mut Map<String, Value>) -> Result<(), ToolCallError> {
        for parameter in self.parameters {
            for alias in parameter.aliases {
                if let Some(value) = arguments.remove(*alias) {
                    arguments.entry(parameter.name).or_insert(value);
                }
            }
        }
        match arguments.keys().find(|key| self.parameters.iter().all(|parameter| parameter.name != key.as_str())) {
            None => Ok(()),
            Some(key) => Err(ToolCallError::UnknownParameter {
                action: self.name,
                parameter: crate::truncate(&crate::clean(key), 60).into_owned(),
                takes: self.parameter_list(),
            }),
        }
    }

    fn parameter_list(&self) -> String {
        if self.parameters.is_empty() {
            return "none".to_owned();
        }
        let one = |p: &ParameterSpec| format!("{}{}", p.name, if p.required { "" } else { "?" });
        self.parameters.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn bad_value(
        &self,
        parameter: &'static str,
        value: Option<&Value>,
        kind: ParameterKind,
    ) -> ToolCallError {
        match value {
            None | Some(Value::Null) => {
                ToolCallError::Missing { action: self.name, parameter, wanted: kind.in_words() }
            }
            Some(value) => {
                ToolCallError::WrongKind { action: self.name, parameter, wanted: kind.in_words(), got: excerpt(value) }
            }
        }
    }
}
