//! A brain's or an agent's tool call, parsed into a [`Decision`]: aliases replaced, refs resolved, values checked.
//!
//! Invariant: this is the only place where a call is checked. Every later reader has an [`Action`] or a
//! [`BrainMessage`] and checks nothing again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::suggest::nearest_actions;
use crate::{
    Action, ActionGroup, ActionSpec, AddressError, BrainMessage, ParameterKind, ParameterSpec, RefResolver, UnknownRef,
    find_spec,
};

/// A tool call after parsing, with its refs resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The brain acts on a page or its browser.
    Act(Action),
    /// The brain speaks to the person or ends the run.
    Say(BrainMessage),
}

/// Why a tool call cannot be parsed. Nothing of it was performed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolCallError {
    #[error("there is no action \"{name}\"; nearest: {nearest}")]
    UnknownAction { name: String, nearest: String },
    #[error("{action} has no parameter \"{parameter}\"; it takes {takes}")]
    UnknownParameter { action: &'static str, parameter: String, takes: String },
    #[error("{action} needs \"{parameter}\": {wanted}")]
    Missing { action: &'static str, parameter: &'static str, wanted: String },
    #[error("\"{parameter}\" of {action} must be {wanted}, not {got}")]
    WrongKind { action: &'static str, parameter: &'static str, wanted: String, got: String },
    #[error("arguments must be a JSON object, not {0}")]
    NotAnObject(String),
    #[error(transparent)]
    UnknownRef(#[from] UnknownRef),
    #[error(transparent)]
    Address(#[from] AddressError),
}

impl Decision {
    /// Parses a call against what the caller saw.
    ///
    /// # Errors
    /// When the action, a parameter or a ref does not exist, or a value is of the wrong kind.
    pub fn parse(name: &str, arguments: &Value, refs: &dyn RefResolver) -> Result<Self, ToolCallError> {
        let (spec, arguments) = resolve_aliases(name, arguments)?;
        match spec.group {
            ActionGroup::Talk => BrainMessage::read(spec, &arguments, refs).map(Self::Say),
            ActionGroup::Look | ActionGroup::Touch | ActionGroup::Travel | ActionGroup::Data => {
                Action::read(spec, &arguments, refs).map(Self::Act)
            }
        }
    }

    /// The refs a call names, as written; works for calls that do not parse, too.
    #[must_use]
    pub fn refs_named(name: &str, arguments: &Value) -> Vec<String> {
        let Ok((spec, arguments)) = resolve_aliases(name, arguments) else { return Vec::new() };
        let is_ref = |parameter: &&ParameterSpec| parameter.kind == ParameterKind::Ref;
        let named =
            spec.parameters.iter().filter(is_ref).filter_map(|parameter| arguments.get(parameter.name)?.as_str());
        named.map(str::to_owned).collect()
    }
}

/// The entry a call means, and its arguments under the names of that entry.
fn resolve_aliases(name: &str, arguments: &Value) -> Result<(&'static ActionSpec, Map<String, Value>), ToolCallError> {
    let spec = find_spec(name).ok_or_else(|| unknown_action(name))?;
    let mut arguments = match arguments {
        Value::Object(map) => map.clone(),
        Value::Null => Map::new(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(ToolCallError::NotAnObject(excerpt(arguments)));
        }
    };
    if let Some(Value::Object(preset)) = spec.alias(name).and_then(|alias| serde_json::from_str(alias.preset).ok()) {
        arguments.extend(preset);
    }
    spec.rename_parameters(&mut arguments)?;
    Ok((spec, arguments))
}

/// A value as an error message shows it: cleaned and short.
pub(super) fn excerpt(value: &Value) -> String {
    crate::truncate(&crate::clean(&value.to_string()), 80).into_owned()
}

fn unknown_action(name: &str) -> ToolCallError {
    let name = crate::truncate(&crate::clean(name), 60).into_owned();
    ToolCallError::UnknownAction { nearest: nearest_actions(&name).join(", "), name }
}
