//! The catalogue as this format's functions.

use serde::Serialize;
use serde_json::Value;
use webhand_model::{Spec, catalogue};

use crate::format::plain_schema;

#[derive(Debug, Serialize)]
pub(super) struct Function {
    name: &'static str,
    description: &'static str,
    /// Left out when there are none: an object without properties is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Value>,
}

pub(super) fn functions() -> Vec<Function> {
    catalogue().map(function).collect()
}

fn function(spec: &Spec) -> Function {
    let parameters = (!spec.parameters.is_empty()).then(|| {
        let mut schema = plain_schema(spec);
        shout(&mut schema);
        schema
    });
    Function { name: spec.name, description: spec.doc, parameters }
}

/// Types are written in capitals here.
fn shout(schema: &mut Value) {
    if let Some(Value::String(kind)) = schema.get_mut("type") {
        kind.make_ascii_uppercase();
    }
    if let Some(items) = schema.get_mut("items") {
        shout(items);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().for_each(shout);
    }
}
