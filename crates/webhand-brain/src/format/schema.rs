//! An action's parameters as an ordinary JSON Schema, for formats that do not hold models to it letter by letter.

use serde_json::{Map, Value, json};
use webhand_model::Spec;

/// What may be left out is not required, and every type is a single word: the subset that all providers read.
pub(crate) fn plain_schema(spec: &Spec) -> Value {
    let mut properties = Map::new();
    for parameter in spec.parameters {
        let mut schema = parameter.kind.schema();
        schema["description"] = parameter.doc.into();
        properties.insert(parameter.name.to_owned(), schema);
    }
    let required: Vec<_> = spec.parameters.iter().filter(|parameter| parameter.required).map(|p| p.name).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}
