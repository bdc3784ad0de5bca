//! The part of JSON Schema that can be filled from a page: objects, lists and plain values.

use serde_json::{Map, Value};

use super::ExtractError;

/// The kind of value that a schema describes.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Scalar(Scalar),
    Object(Vec<Property>),
    List { item: Box<Shape>, least: usize, most: usize },
}

/// One property of an object.
#[derive(Debug, Clone)]
pub(super) struct Property {
    pub name: String,
    pub description: String,
    pub shape: Shape,
    pub required: bool,
    pub nullable: bool,
}

/// A plain value and its constraints.
#[derive(Debug, Clone)]
pub(super) struct Scalar {
    pub kind: ScalarKind,
    /// The only values allowed; empty means any.
    pub allowed: Vec<Value>,
    pub least: Option<f64>,
    pub most: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScalarKind {
    Text,
    /// An address: taken from links and pictures.
    Address,
    Number,
    Whole,
    Flag,
}

impl ScalarKind {
    fn includes(self, value: &Value) -> bool {
        match self {
            Self::Text | Self::Address => value.is_string(),
            Self::Number => value.is_number(),
            Self::Whole => value.is_i64() || value.is_u64(),
            Self::Flag => value.is_boolean(),
        }
    }
}

impl Shape {
    pub(super) fn read(schema: &Map<String, Value>) -> Result<Self, ExtractError> {
        read(schema, 0)
    }

    pub(super) fn is_scalar(&self) -> bool {
        matches!(self, Self::Scalar(_))
    }
}

fn read(schema: &Map<String, Value>, depth: usize) -> Result<Shape, ExtractError> {
    if depth > MOST_DEPTH {
        return Err(ExtractError::Schema(format!("it is nested more than {MOST_DEPTH} deep")));
    }
    if let Some(keyword) = schema.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        let keyword = crate::truncate(&crate::clean(keyword), 40).into_owned();
        return Err(ExtractError::Schema(format!("it uses \"{keyword}\"; known are {}", KNOWN.join(", "))));
    }
    let kind = kind(schema)?;
    if schema.contains_key("enum") && matches!(kind, "object" | "array") {
        return Err(ExtractError::Schema(format!("an {kind} cannot be one of an enum here; give enums to its values")));
    }
    match kind {
        "object" => object(schema, depth),
        "array" => {
            let Some(Value::Object(items)) = schema.get("items") else {
                return Err(ExtractError::Schema("an array needs items".to_owned()));
            };
            let size = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
            Ok(Shape::List {
                item: Box::new(read(items, depth + 1)?),
                least: size("minItems").unwrap_or(0),
                most: size("maxItems").unwrap_or(MOST_ITEMS).min(MOST_ITEMS),
            })
        }
        other => scalar(schema, other),
    }
}

fn object(schema: &Map<String, Value>, depth: usize) -> Result<Shape, ExtractError> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    if properties.len() > MOST_PROPERTIES {
        return Err(ExtractError::Schema(format!("it has more than {MOST_PROPERTIES} properties")));
    }
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    if let Some(name) = required.iter().find(|name| !properties.contains_key(**name)) {
        return Err(ExtractError::Schema(format!("\"{name}\" is required but not described")));
    }
    let read_one = |(name, property): (&String, &Value)| {
        let Value::Object(property) = property else {
            return Err(ExtractError::Schema(format!("\"{name}\" is not described by an object")));
        };
        Ok(Property {
            name: name.clone(),
            description: property.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
            shape: read(property, depth + 1)?,
            required: required.contains(&name.as_str()),
            nullable: is_nullable(property),
        })
    };
    Ok(Shape::Object(properties.iter().map(read_one).collect::<Result<_, _>>()?))
}

fn scalar(schema: &Map<String, Value>, kind: &str) -> Result<Shape, ExtractError> {
    let is_address = matches!(schema.get("format").and_then(Value::as_str), Some("uri" | "url" | "uri-reference"));
    let kind = match kind {
        "string" if is_address => ScalarKind::Address,
        "string" => ScalarKind::Text,
        "number" => ScalarKind::Number,
        "integer" => ScalarKind::Whole,
        "boolean" => ScalarKind::Flag,
        other => return Err(ExtractError::Schema(format!("there is no type \"{}\"", crate::truncate(other, 40)))),
    };
    let written = schema.get("enum").and_then(Value::as_array).cloned();
    let allowed: Vec<Value> = written.iter().flatten().filter(|value| kind.includes(value)).cloned().collect();
    if written.is_some() && allowed.is_empty() {
        return Err(ExtractError::Schema("no value of an enum is of its type".to_owned()));
    }
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    Ok(Shape::Scalar(Scalar { kind, allowed, least: bound("minimum"), most: bound("maximum") }))
}

/// The type, apart from `null`. Without a `type` it follows from the keywords, otherwise it is text.
fn kind(schema: &Map<String, Value>) -> Result<&str, ExtractError> {
    match schema.get("type") {
        Some(Value::String(kind)) => Ok(kind),
        Some(Value::Array(kinds)) => {
            let mut named = kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null");
            match (named.next(), named.next()) {
                (Some(kind), None) => Ok(kind),
                _ => Err(ExtractError::Schema("a value may be of one type, or of one type or null".to_owned())),
            }
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) => {
            Err(ExtractError::Schema("type must be a word or a list of words".to_owned()))
        }
        None if schema.contains_key("properties") => Ok("object"),
        None if schema.contains_key("items") => Ok("array"),
        None => Ok("string"),
    }
}

fn is_nullable(schema: &Map<String, Value>) -> bool {
    let has_null = |values: &Value| values.as_array().is_some_and(|values| values.iter().any(is_null));
    schema.get("type").is_some_and(has_null) && schema.get("enum").is_none_or(has_null)
}

/// Whether an entry of `type` or of `enum` is null: written as a name in one, as a value in the other.
fn is_null(value: &Value) -> bool {
    value.is_null() || value == "null"
}

const KNOWN: [&str; 16] = [
    "$schema",
    "$id",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "format",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "default",
];
const MOST_DEPTH: usize = 6;
const MOST_PROPERTIES: usize = 60;
const MOST_ITEMS: usize = 2_000;
