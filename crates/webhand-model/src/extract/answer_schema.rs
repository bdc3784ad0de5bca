//! A schema that somebody else fills: what they are told of it, and whether what they answer fits.
//!
//! Invariant: what is accepted fits the schema. Only what certainly means the same is mended; nothing is made up.

use serde_json::{Map, Number, Value, json};

use super::ExtractError;
use super::schema::{Property, Scalar, ScalarKind, Shape};
use crate::{clean, quote, truncate};

/// A schema that was read and can be filled.
#[derive(Debug, Clone)]
pub struct AnswerSchema {
    shape: Shape,
}

/// The place in an answer that does not fit the schema, and its fault, for whoever gave the answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place} {fault}")]
pub struct SchemaMismatch {
    place: String,
    fault: String,
}

impl AnswerSchema {
    /// # Errors
    /// When the schema is of a kind that cannot be filled.
    pub fn read(schema: &Map<String, Value>) -> Result<Self, ExtractError> {
        Ok(Self { shape: Shape::read(schema)? })
    }

    /// The schema in the few words that every provider knows: one type each, and enums of texts.
    #[must_use]
    pub fn schema(&self) -> Value {
        plain(&self.shape)
    }

    /// The answer as the schema wants it: what was not asked for is left out, and `null` stands for what may be absent.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn accept(&self, answer: &Value) -> Result<Value, SchemaMismatch> {
        accept(&self.shape, answer, "")
    }
}

fn plain(shape: &Shape) -> Value {
    match shape {
        Shape::Scalar(scalar) => {
            let mut schema = json!({"type": word(scalar.kind)});
            if !scalar.allowed.is_empty() && scalar.allowed.iter().all(Value::is_string) {
                schema["enum"] = Value::Array(scalar.allowed.clone());
            }
            schema
        }
        Shape::List { item, .. } => json!({"type": "array", "items": plain(item)}),
        Shape::Object(properties) => {
            let described = |property: &Property| {
                let mut schema = plain(&property.shape);
                if !property.description.is_empty() {
                    schema["description"] = property.description.as_str().into();
                }
                (property.name.clone(), schema)
            };
            let required: Vec<&str> = properties
                .iter()
                .filter(|property| property.required && !property.nullable)
                .map(|property| property.name.as_str())
                .collect();
            let properties: Map<String, Value> = properties.iter().map(described).collect();
            json!({"type": "object", "properties": properties, "required": required})
        }
    }
}

fn accept(shape: &Shape, answer: &Value, place: &str) -> Result<Value, SchemaMismatch> {
    match shape {
        Shape::Scalar(scalar) => accept_scalar(scalar, answer, place),
        Shape::Object(properties) => {
            let Value::Object(answer) = answer else { return Err(wrong(place, "an object", answer)) };
            let mut object = Map::new();
            for property in properties {
                let inside = super::join(place, &property.name);
                match answer.get(&property.name).filter(|value| !value.is_null()) {
                    Some(value) => {
                        object.insert(property.name.clone(), accept(&property.shape, value, &inside)?);
                    }
                    None if property.nullable => {
                        object.insert(property.name.clone(), Value::Null);
                    }
                    None if property.required => return Err(misfit(&inside, "is missing")),
                    None => {}
                }
            }
            Ok(Value::Object(object))
        }
        Shape::List { item, least, most } => {
            let Value::Array(answer) = answer else { return Err(wrong(place, "a list", answer)) };
            if answer.len() < *least {
                return Err(misfit(place, format!("has {} items and needs at least {least}", answer.len())));
            }
            if answer.len() > *most {
                return Err(misfit(place, format!("has {} items and may have {most} at most", answer.len())));
            }
            let items = answer.iter().enumerate();
            items.map(|(at, value)| accept(item, value, &format!("{place}[{at}]"))).collect()
        }
    }
}

fn accept_scalar(scalar: &Scalar, answer: &Value, place: &str) -> Result<Value, SchemaMismatch> {
    let value = match scalar.kind {
        ScalarKind::Text | ScalarKind::Address => answer.as_str().map(|text| Value::from(clean(text))),
        ScalarKind::Number => number(answer).and_then(Number::from_f64).map(Value::Number),
        ScalarKind::Whole => number(answer).and_then(super::value::whole),
        ScalarKind::Flag => answer.as_bool().map(Value::Bool),
    };
    let value = value.ok_or_else(|| wrong(place, &format!("of the type {}", word(scalar.kind)), answer))?;
    if let Some(number) = value.as_f64()
        && (scalar.least.is_some_and(|least| number < least) || scalar.most.is_some_and(|most| number > most))
    {
        return Err(misfit(place, format!("is {number}, which is outside of what is allowed")));
    }
    if scalar.allowed.is_empty() || scalar.allowed.iter().any(|allowed| super::value::is_same(allowed, &value)) {
        return Ok(value);
    }
    let allowed = Value::Array(scalar.allowed.clone()).to_string();
    Err(misfit(place, format!("must be one of {}", truncate(&allowed, MOST_TOLD))))
}

/// A number, or the same written as text and nothing else beside it.
fn number(answer: &Value) -> Option<f64> {
    answer.as_f64().or_else(|| answer.as_str()?.trim().parse().ok()).filter(|number| number.is_finite())
}

fn word(kind: ScalarKind) -> &'static str {
    match kind {
        ScalarKind::Text | ScalarKind::Address => "string",
        ScalarKind::Number => "number",
        ScalarKind::Whole => "integer",
        ScalarKind::Flag => "boolean",
    }
}

fn wrong(place: &str, wanted: &str, answer: &Value) -> SchemaMismatch {
    misfit(place, format!("must be {wanted}, not {}", quote(&truncate(&answer.to_string(), MOST_TOLD))))
}

fn misfit(place: &str, fault: impl Into<String>) -> SchemaMismatch {
    let place = if place.is_empty() { "it".to_owned() } else { quote(&truncate(&clean(place), MOST_TOLD)) };
    SchemaMismatch { place, fault: fault.into() }
}

const MOST_TOLD: usize = 120;
