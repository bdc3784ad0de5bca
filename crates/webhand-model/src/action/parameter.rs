//! The kinds of an action's parameters: how each is read from a brain's JSON, written back, and described.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Ref, RefResolver, ToolCallError, WebUrl};

/// The longest text a brain may type or say in one call, in characters.
const MOST_TEXT: usize = 100_000;
/// The most entries a list may have.
const MOST_ENTRIES: usize = 100;

/// A parameter's kind, from which every surface makes its own description.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterKind {
    /// A ref such as `e7`.
    Ref,
    Text,
    /// An `http` or `https` address.
    Url,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    Number,
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of texts.
    Texts,
    /// A list of these words.
    Words(&'static [&'static str]),
    /// Two numbers, x and y.
    Point,
    /// A list of points.
    Points,
    /// Four numbers: left, top, right and bottom.
    Region,
    /// Any JSON object.
    Object,
}

impl ParameterKind {
    /// Whether its value is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        match self {
            Self::Texts | Self::Words(_) | Self::Points => true,
            Self::Ref
            | Self::Text
            | Self::Url
            | Self::Whole(..)
            | Self::Number
            | Self::Flag
            | Self::Word(_)
            | Self::Point
            | Self::Region
            | Self::Object => false,
        }
    }

    /// As JSON Schema, in the subset that every provider accepts.
    #[must_use]
    pub fn schema(self) -> Value {
        match self {
            // Strict schemas cannot describe "any object": it travels as JSON text and is parsed here.
            Self::Ref | Self::Text | Self::Url | Self::Object => json!({"type": "string"}),
            Self::Whole(..) => json!({"type": "integer"}),
            Self::Number => json!({"type": "number"}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Word(words) => json!({"type": "string", "enum": words}),
            Self::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Self::Words(words) => json!({"type": "array", "items": {"type": "string", "enum": words}}),
            Self::Point | Self::Region => json!({"type": "array", "items": {"type": "number"}}),
            Self::Points => json!({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}),
        }
    }

    /// For a person or a brain that got it wrong: "a ref such as e7".
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Ref => "a ref such as e7".to_owned(),
            Self::Text => format!("a text of at most {MOST_TEXT} characters"),
            Self::Url => "an http or https address".to_owned(),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Number => "a number".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::Texts => format!("a list of at most {MOST_ENTRIES} texts"),
            Self::Words(words) => format!("a list of {}", words.join(", ")),
            Self::Point => "two numbers [x, y]".to_owned(),
            Self::Points => format!("a list of at most {MOST_ENTRIES} points [x, y]"),
            Self::Region => "four numbers [left, top, right, bottom]".to_owned(),
            Self::Object => "a JSON object".to_owned(),
        }
    }
}

/// A Rust type that can be an action's parameter.
pub trait Parameter: Sized {
    const KIND: ParameterKind;
    const REQUIRED: bool = true;

    /// Reads a value; `None` if it is not of this kind, an error if there is more to say.
    ///
    /// # Errors
    /// A ref that is not in the snapshot, an address that is not opened.
    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError>;

    /// The value as a brain would have written it.
    fn write(&self) -> Value;
}

impl Parameter for Ref {
    const KIND: ParameterKind = ParameterKind::Ref;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        let Some(written) = value.as_str() else { return Ok(None) };
        Ok(Some(refs.resolve(written)?))
    }

    fn write(&self) -> Value {
        self.to_string().into()
    }
}

impl Parameter for String {
    const KIND: ParameterKind = ParameterKind::Text;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        Ok(match value {
            Value::String(text) if text.chars().nth(MOST_TEXT).is_none() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) | Value::String(_) => None,
        })
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl Parameter for WebUrl {
    const KIND: ParameterKind = ParameterKind::Url;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        value.as_str().map(Self::parse).transpose().map_err(ToolCallError::Address)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }
}

impl Parameter for f64 {
    const KIND: ParameterKind = ParameterKind::Number;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        Ok(value.as_f64().filter(|number| number.is_finite() && number.abs() <= 1e7))
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl Parameter for bool {
    const KIND: ParameterKind = ParameterKind::Flag;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        Ok(match value {
            Value::Bool(flag) => Some(*flag),
            Value::String(text) if text == "true" => Some(true),
            Value::String(text) if text == "false" => Some(false),
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
        })
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

/// A whole number no greater than `MOST`.
macro_rules! whole {
    ($(#[$doc:meta])* $name:ident, $least:literal ..= $most:literal $(, $word:ident = $meant:literal)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl Parameter for $name {
            const KIND: ParameterKind = ParameterKind::Whole($least, $most);

            fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
                let number = match value {
                    $(Value::String(text) if text == stringify!($word) => Some($meant),)?
                    Value::String(text) => text.parse().ok(),
                    Value::Number(number) => number.as_u64(),
                    Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
                };
                Ok(number
                    .filter(|number| ($least..=$most).contains(number))
                    .and_then(|number| u32::try_from(number).ok())
                    .map(Self))
            }

            fn write(&self) -> Value {
                self.0.into()
            }
        }
    };
}

whole!(
    /// A token budget; 0, also written `none`, for all there is.
    TokenBudget, 0..=1_000_000, none = 0
);
whole!(
    /// A wait or a pause between keys, in milliseconds.
    WaitMs, 0..=60_000
);
whole!(
    /// Clicks in a row.
    ClickCount, 1..=3
);
whole!(
    /// How many rows or entries are wanted.
    RowLimit, 1..=10_000
);
whole!(
    /// How many characters come before what is wanted.
    Offset, 0..=1_000_000
);

/// A place on the last screenshot, in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Parameter for Point {
    const KIND: ParameterKind = ParameterKind::Point;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        let Some([x, y]) = value.as_array().map(Vec::as_slice) else { return Ok(None) };
        let (x, y) = (f64::read(x, refs)?, f64::read(y, refs)?);
        Ok(x.zip(y).map(|(x, y)| Self { x, y }))
    }

    fn write(&self) -> Value {
        json!([self.x, self.y])
    }
}

impl Parameter for Vec<Point> {
    const KIND: ParameterKind = ParameterKind::Points;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        read_list(value, refs)
    }

    fn write(&self) -> Value {
        self.iter().map(Parameter::write).collect()
    }
}

/// A part of the last screenshot, in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Region {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Parameter for Region {
    const KIND: ParameterKind = ParameterKind::Region;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        let sides: Option<Vec<f64>> = read_list(value, refs)?;
        let Some([left, top, right, bottom]) = sides.as_deref() else { return Ok(None) };
        let region = Self { left: *left, top: *top, right: *right, bottom: *bottom };
        Ok(Some(region).filter(|region| region.left < region.right && region.top < region.bottom))
    }

    fn write(&self) -> Value {
        json!([self.left, self.top, self.right, self.bottom])
    }
}

impl Parameter for Vec<String> {
    const KIND: ParameterKind = ParameterKind::Texts;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        read_list(value, refs)
    }

    fn write(&self) -> Value {
        self.as_slice().into()
    }
}

/// The entries of a list, or nothing if one of them is not of the kind.
pub(crate) fn read_list<T: Parameter>(value: &Value, refs: &dyn RefResolver) -> Result<Option<Vec<T>>, ToolCallError> {
    let Some(entries) = value.as_array().filter(|entries| entries.len() <= MOST_ENTRIES) else { return Ok(None) };
    entries.iter().map(|entry| T::read(entry, refs)).collect()
}

/// A JSON object; also accepted as JSON text, because strict schemas cannot say "any object".
impl Parameter for serde_json::Map<String, Value> {
    const KIND: ParameterKind = ParameterKind::Object;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        Ok(match value {
            Value::Object(map) => Some(map.clone()),
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
        })
    }

    fn write(&self) -> Value {
        Value::Object(self.clone())
    }
}

impl<T: Parameter> Parameter for Option<T> {
    const KIND: ParameterKind = T::KIND;
    const REQUIRED: bool = false;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        if value.is_null() {
            return Ok(Some(None));
        }
        Ok(T::read(value, refs)?.map(Some))
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}

/// An enum of words, written in JSON as one of them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant),+
        }

        impl $name {
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl $crate::Parameter for $name {
            const KIND: $crate::ParameterKind = $crate::ParameterKind::Word(Self::WORDS);

            fn read(value: &serde_json::Value, _: &dyn $crate::RefResolver) -> Result<Option<Self>, $crate::ToolCallError> {
                Ok(match value.as_str() {
                    $(Some($word) => Some(Self::$variant),)+
                    _ => None,
                })
            }

            fn write(&self) -> serde_json::Value {
                self.as_str().into()
            }
        }
    };
}
pub(crate) use words;
