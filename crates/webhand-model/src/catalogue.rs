//! The one list of everything a brain can ask for. Tools, verbs, commands, types and docs are all made from it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::parameter::ParameterKind;
use crate::{Action, AddressError, RefResolver, UnknownRef};

/// One entry: everything any surface needs to know about an action.
#[derive(Debug, Clone, Copy)]
pub struct ActionSpec {
    pub name: &'static str,
    pub group: ActionGroup,
    /// The class it has at least; facts can only raise it.
    pub class: ActionClass,
    pub doc: &'static str,
    /// Names the founding documents use for it.
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

/// What an action can do to the world; the guard judges by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionClass {
    Read,
    Navigate,
    Input,
    /// Leaves a lasting mark elsewhere: spends, sends, publishes, deletes, changes an account.
    Commit,
    Credential,
    File,
    Code,
    /// Enters on one origin what was read on another.
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

/// What a brain decided, parsed and resolved: nobody checks it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Something is done to a page.
    Act(Action),
    /// Something is said.
    Say(BrainMessage),
}

/// Why a call is not a decision. Nothing of it was carried out.
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

/// The whole catalogue, in the order surfaces list it.
pub fn catalogue() -> impl Iterator<Item = &'static ActionSpec> {
    Action::SPECS.iter().chain(BrainMessage::SPECS)
}

/// What models, agents and people are shown: all but what no browser that webhand drives can do. A protocol may still
/// name it, and whoever does is told so.
pub fn offered_actions() -> impl Iterator<Item = &'static ActionSpec> {
    catalogue().filter(|spec| !NOWHERE.contains(&spec.name))
}

/// Finds an entry by name or by an alias.
#[must_use]
pub fn find_spec(name: &str) -> Option<&'static ActionSpec> {
    catalogue().find(|spec| spec.name == name).or_else(|| catalogue().find(|spec| spec.alias(name).is_some()))
}

impl Decision {
    /// Parses a call against what the caller saw.
    ///
    /// # Errors
    /// When the action, a parameter or a ref does not exist, or a value is of the wrong kind.
    pub fn parse(name: &str, arguments: &Value, refs: &dyn RefResolver) -> Result<Self, ToolCallError> {
        let (spec, arguments) = settled(name, arguments)?;
        match spec.group {
            ActionGroup::Talk => BrainMessage::read(spec, &arguments, refs).map(Self::Say),
            ActionGroup::Look | ActionGroup::Touch | ActionGroup::Travel | ActionGroup::Data => {
                Action::read(spec, &arguments, refs).map(Self::Act)
            }
        }
    }

    /// The refs a call names, as they were written, before anybody knows whether it can be parsed.
    #[must_use]
    pub fn refs_named(name: &str, arguments: &Value) -> Vec<String> {
        let Ok((spec, arguments)) = settled(name, arguments) else { return Vec::new() };
        let is_ref = |parameter: &&ParameterSpec| parameter.kind == ParameterKind::Ref;
        let named =
            spec.parameters.iter().filter(is_ref).filter_map(|parameter| arguments.get(parameter.name)?.as_str());
        named.map(str::to_owned).collect()
    }
}

/// The entry a call means, and its arguments under the names of that entry.
fn settled(name: &str, arguments: &Value) -> Result<(&'static ActionSpec, Map<String, Value>), ToolCallError> {
    let spec = find_spec(name).ok_or_else(|| unknown_action(name))?;
    let mut arguments = match arguments {
        Value::Object(map) => map.clone(),
        Value::Null => Map::new(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(ToolCallError::NotAnObject(shown(arguments)));
        }
    };
    if let Some(Value::Object(preset)) = spec.alias(name).and_then(|alias| serde_json::from_str(alias.preset).ok()) {
        arguments.extend(preset);
    }
    spec.settle_names(&mut arguments)?;
    Ok((spec, arguments))
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

    fn alias(&self, name: &str) -> Option<&'static Alias> {
        self.aliases.iter().find(|alias| alias.name == name)
    }

    /// Replaces aliases of parameters by their names, and refuses what is not a parameter.
    fn settle_names(&self, arguments: &mut Map<String, Value>) -> Result<(), ToolCallError> {
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
                takes: self.takes(),
            }),
        }
    }

    fn takes(&self) -> String {
        if self.parameters.is_empty() {
            return "none".to_owned();
        }
        let one = |p: &ParameterSpec| format!("{}{}", p.name, if p.required { "" } else { "?" });
        self.parameters.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn wrong(&self, parameter: &'static str, value: Option<&Value>, kind: ParameterKind) -> ToolCallError {
        match value {
            None | Some(Value::Null) => {
                ToolCallError::Missing { action: self.name, parameter, wanted: kind.in_words() }
            }
            Some(value) => {
                ToolCallError::WrongKind { action: self.name, parameter, wanted: kind.in_words(), got: shown(value) }
            }
        }
    }
}

fn shown(value: &Value) -> String {
    crate::truncate(&crate::clean(&value.to_string()), 80).into_owned()
}

fn unknown_action(name: &str) -> ToolCallError {
    let name = crate::truncate(&crate::clean(name), 60).into_owned();
    ToolCallError::UnknownAction { nearest: crate::nearest::nearest_actions(&name).join(", "), name }
}

/// Saved tools are kept by a browser's own extension, and none is driven here.
const NOWHERE: [&str; 1] = ["open_tool"];

/// An action as a journal holds it, before anybody knows which one it is.
#[derive(Deserialize)]
pub(crate) struct Written {
    pub action: String,
    #[serde(default)]
    with: Map<String, Value>,
}

impl Written {
    /// One parameter; what was left out reads as `null`.
    pub fn take<T: DeserializeOwned>(&mut self, parameter: &str) -> serde_json::Result<T> {
        serde_json::from_value(self.with.remove(parameter).unwrap_or_default())
    }
}

/// Defines an enum of actions together with its catalogue entries and its parser: one list, nothing to keep in step.
macro_rules! actions {
    (
        $(#[$enum_doc:meta])*
        $visibility:vis enum $enum:ident {
            $(
                #[doc = $doc:literal]
                $variant:ident = $name:literal, $group:ident, $class:ident
                    $(, aka [$($alias:literal $(=> $preset:literal)?),*])?
                    , eg $example:literal
                {
                    $(
                        #[doc = $parameter_doc:literal]
                        $parameter:ident $(as $shown:literal)? : $kind:ty $(, aka [$($parameter_alias:literal),*])?;
                    )*
                }
            )+
        }
    ) => {
        $(#[$enum_doc])*
        #[derive(Debug, Clone, PartialEq, ::serde::Serialize)]
        #[serde(tag = "action", content = "with")]
        $visibility enum $enum {
            $(
                #[doc = $doc]
                #[serde(rename = $name)]
                $variant { $(
                    #[doc = $parameter_doc]
                    $(#[serde(rename = $shown)])?
                    $parameter: $kind,
                )* },
            )+
        }

        // Not derived: code for each kind of parameter instead of each action makes the wasm module a fifth smaller.
        impl<'de> ::serde::Deserialize<'de> for $enum {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut written = $crate::catalogue::Written::deserialize(deserializer)?;
                match written.action.as_str() {
                    $($name => Ok(Self::$variant { $(
                        $parameter: written
                            .take($crate::catalogue::parameter_name!($parameter $($shown)?))
                            .map_err(::serde::de::Error::custom)?,
                    )* }),)+
                    other => Err(::serde::de::Error::custom(format!("there is no action {other:?}"))),
                }
            }
        }

        impl $enum {
            pub(crate) const SPECS: &'static [$crate::ActionSpec] = &[$(
                $crate::ActionSpec {
                    name: $name,
                    group: $crate::ActionGroup::$group,
                    class: $crate::ActionClass::$class,
                    doc: $doc.trim_ascii(),
                    aliases: &[$($($crate::Alias { name: $alias, preset: concat!($($preset)?) }),*)?],
                    parameters: &[$(
                        $crate::ParameterSpec {
                            name: $crate::catalogue::parameter_name!($parameter $($shown)?),
                            kind: <$kind as $crate::Parameter>::KIND,
                            required: <$kind as $crate::Parameter>::REQUIRED,
                            doc: $parameter_doc.trim_ascii(),
                            aliases: &[$($($parameter_alias),*)?],
                        },
                    )*],
                    example: $example,
                },
            )+];

            #[doc = "The name in the catalogue."]
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $name,)+ }
            }

            #[doc = "The arguments as a brain would have written them, without those left out."]
            #[must_use]
            pub fn arguments(&self) -> ::serde_json::Map<String, ::serde_json::Value> {
                let all: Vec<(&str, ::serde_json::Value)> = match self {
                    $(Self::$variant { $($parameter),* } => vec![
                        $(($crate::catalogue::parameter_name!($parameter $($shown)?), $crate::Parameter::write($parameter)),)*
                    ],)+
                };
                all.into_iter().filter(|(_, value)| !value.is_null()).map(|(key, value)| (key.to_owned(), value)).collect()
            }

            pub(crate) fn read(
                spec: &$crate::ActionSpec,
                arguments: &::serde_json::Map<String, ::serde_json::Value>,
                refs: &dyn $crate::RefResolver,
            ) -> Result<Self, $crate::ToolCallError> {
                let _ = (arguments, refs);
                match spec.name {
                    $($name => Ok(Self::$variant { $(
                        $parameter: {
                            let value = arguments.get($crate::catalogue::parameter_name!($parameter $($shown)?));
                            <$kind as $crate::Parameter>::read(value.unwrap_or(&::serde_json::Value::Null), refs)?
                                .ok_or_else(|| spec.wrong(
                                    $crate::catalogue::parameter_name!($parameter $($shown)?), value, <$kind as $crate::Parameter>::KIND))?
                        },
                    )* }),)+
                    other => Err($crate::ToolCallError::UnknownAction { name: other.to_owned(), nearest: String::new() }),
                }
            }
        }
    };
}
pub(crate) use actions;

/// A parameter's name on every surface, where the Rust name must differ (`ref` is a keyword).
macro_rules! parameter_name {
    ($parameter:ident) => {
        stringify!($parameter)
    };
    ($parameter:ident $shown:literal) => {
        $shown
    };
}
pub(crate) use parameter_name;

actions! {
    /// What a brain says instead of doing something to a page.
    pub enum BrainMessage {
        /// Ask the person a question and wait for the answer.
        Ask = "ask", Talk, Read, aka ["ask_user"],
            eg r#"{"question":"Which of the two?","options":["the red one","the blue one"]}"# {
            /// The question, in the person's language.
            question: String;
            /// Answers to choose from.
            options: Option<Vec<String>>;
            /// A name such as code, for a password or code you must not see: you get {{secret:code}} to fill in.
            secret: Option<String>;
        }
        /// Give the browser to the person for what only they can do, such as a captcha, a login or a code.
        HandOver = "hand_over", Talk, Read, eg r#"{"what":"Solve the captcha, please."}"# {
            /// What they are to do, in their language.
            what: String, aka ["question", "reason"];
        }
        /// Keep a short note in the working memory of this run.
        Note = "note", Talk, Read, eg r#"{"text":"the order number is 4711"}"# {
            /// What to remember.
            text: String;
        }
        /// The task is finished.
        Done = "done", Talk, Read, aka ["task_complete", "final"],
            eg r#"{"answer":"The cheapest ticket costs 12 €."}"# {
            /// The answer to the person, in their language.
            answer: String, aka ["summary", "text", "result"];
            /// What on the page or in the network shows it.
            evidence: Option<Vec<String>>;
        }
        /// The task cannot be done.
        Fail = "fail", Talk, Read, aka ["task_failed"], eg r#"{"reason":"The site is closed today."}"# {
            /// Why, and what was tried.
            reason: String;
        }
    }
}
