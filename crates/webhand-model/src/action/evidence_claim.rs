//! The evidence that a brain gives for its claim to be done: words that it saw, and figures that it worked out.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parameter::read_list;
use crate::{Parameter, ParameterKind, RefResolver, ToolCallError};

/// One entry of the evidence for a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EvidenceClaim {
    /// Words as a look, a result or a request of the run shows them.
    Seen(String),
    /// A figure of the answer that stands nowhere but follows from what does.
    Derived(DerivedFigure),
}

/// A figure with what it was worked out from, so that it can be worked out again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DerivedFigure {
    /// As the answer writes it.
    pub value: String,
    pub how: Derivation,
    /// The figures or entries that it was worked out from, as they were seen.
    pub from: Vec<String>,
}

/// How a figure was worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Derivation {
    Sum,
    Difference,
    Product,
    /// The first divided by the others; a share in per cent too.
    Ratio,
    /// The number of the entries, or how often the one entry stands on a page.
    Count,
    /// The same amount in another unit, or times a rate that was seen.
    Convert,
    /// A date in another form, a date so many days away, or the days between two dates.
    Date,
    /// Read off a picture of the run.
    Picture,
}

impl Parameter for EvidenceClaim {
    const KIND: ParameterKind = ParameterKind::Text;

    fn read(value: &Value, _: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        Ok(match value {
            // A strict schema cannot describe the object, so models write it as JSON text.
            Value::String(text) => Some(parse_derived(text).unwrap_or_else(|| Self::Seen(text.clone()))),
            Value::Number(number) => Some(Self::Seen(number.to_string())),
            Value::Object(map) => read_derived(map),
            Value::Null | Value::Bool(_) | Value::Array(_) => None,
        })
    }

    fn write(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl Parameter for Vec<EvidenceClaim> {
    const KIND: ParameterKind = ParameterKind::Texts;

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        match value {
            Value::String(_) | Value::Object(_) => Ok(EvidenceClaim::read(value, refs)?.map(|claim| vec![claim])),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => read_list(value, refs),
        }
    }

    fn write(&self) -> Value {
        self.iter().map(Parameter::write).collect()
    }
}

fn parse_derived(text: &str) -> Option<EvidenceClaim> {
    let Value::Object(map) = serde_json::from_str(text.trim()).ok()? else { return None };
    read_derived(&map)
}

/// Reads the object leniently: numbers count as texts, and one source needs no list.
fn read_derived(map: &serde_json::Map<String, Value>) -> Option<EvidenceClaim> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let value = text(map.get("value")?)?;
    let how = serde_json::from_value(map.get("how")?.clone()).ok()?;
    let from = match map.get("from") {
        Some(Value::Array(from)) => from.iter().take(MOST_SOURCES).map(text).collect::<Option<Vec<_>>>()?,
        Some(one) => vec![text(one)?],
        None => Vec::new(),
    };
    Some(EvidenceClaim::Derived(DerivedFigure { value, how, from }))
}

const MOST_SOURCES: usize = 1_000;
