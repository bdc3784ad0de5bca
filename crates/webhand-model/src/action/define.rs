//! The macro that defines an enum of actions with its catalogue entries, parser and serialised form.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// An action as it stands in a journal, before its variant is known.
#[derive(Deserialize)]
pub(crate) struct SerializedAction {
    pub action: String,
    #[serde(default)]
    with: Map<String, Value>,
}

impl SerializedAction {
    /// Takes out one parameter; an absent one reads as `null`.
    pub fn take<T: DeserializeOwned>(&mut self, parameter: &str) -> serde_json::Result<T> {
        serde_json::from_value(self.with.remove(parameter).unwrap_or_default())
    }
}

/// Defines an enum of actions together with its catalogue entries and its parser: one list, nothing to keep in step.
macro_rules! actions {
    (
        $(#[$enum_doc:meta])*
        $visibility:vis enum $enum:ident, kinds $kind:ident {
            $(
                #[doc = $doc:literal]
                $variant:ident = $name:literal, $group:ident, $class:ident
                    $(, aka [$($alias:literal $(=> $preset:literal)?),*])?
                    , eg $example:literal
                {
                    $(
                        #[doc = $parameter_doc:literal]
                        $parameter:ident $(as $shown:literal)? : $type:ty $(, aka [$($parameter_alias:literal),*])?;
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
                    $parameter: $type,
                )* },
            )+
        }

        #[doc = concat!("The variants of [`", stringify!($enum), "`] without their arguments.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $visibility enum $kind { $(#[doc = $doc] $variant,)+ }

        // Not derived: code for each kind of parameter instead of each action makes the wasm module a fifth smaller.
        impl<'de> ::serde::Deserialize<'de> for $enum {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut written = $crate::action::define::SerializedAction::deserialize(deserializer)?;
                match written.action.as_str() {
                    $($name => Ok(Self::$variant { $(
                        $parameter: written
                            .take($crate::action::define::parameter_name!($parameter $($shown)?))
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
                    properties: $kind::$variant.properties(),
                    doc: $doc.trim_ascii(),
                    aliases: &[$($($crate::Alias { name: $alias, preset: concat!($($preset)?) }),*)?],
                    parameters: &[$(
                        $crate::ParameterSpec {
                            name: $crate::action::define::parameter_name!($parameter $($shown)?),
                            kind: <$type as $crate::Parameter>::KIND,
                            required: <$type as $crate::Parameter>::REQUIRED,
                            doc: $parameter_doc.trim_ascii(),
                            aliases: &[$($($parameter_alias),*)?],
                        },
                    )*],
                    example: $example,
                },
            )+];

            #[doc = "The variant without its arguments."]
            #[must_use]
            pub const fn kind(&self) -> $kind {
                match self { $(Self::$variant { .. } => $kind::$variant,)+ }
            }

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
                        $(($crate::action::define::parameter_name!($parameter $($shown)?), $crate::Parameter::write($parameter)),)*
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
                            let value = arguments.get($crate::action::define::parameter_name!($parameter $($shown)?));
                            <$type as $crate::Parameter>::read(value.unwrap_or(&::serde_json::Value::Null), refs)?
                                .ok_or_else(|| spec.bad_value(
                                    $crate::action::define::parameter_name!($parameter $($shown)?), value, <$type as $crate::Parameter>::KIND))?
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
