//! The tools as this format's functions.

use serde::Serialize;
use serde_json::{Value, json};

use crate::format::Tool;

#[derive(Debug, Serialize)]
pub(super) struct FunctionDeclaration {
    name: &'static str,
    description: String,
    parameters: Value,
}

pub(super) fn functions(tools: Vec<Tool>) -> Vec<FunctionDeclaration> {
    tools.into_iter().map(function).collect()
}

fn function(tool: Tool) -> FunctionDeclaration {
    let mut parameters = tool.parameters;
    to_openapi_types(&mut parameters);
    FunctionDeclaration { name: tool.name, description: tool.doc, parameters }
}

/// Writes types in capitals, as this format does, and turns an object without properties, which it refuses, into a string.
fn to_openapi_types(schema: &mut Value) {
    if schema["type"] == "object" && schema.get("properties").is_none() {
        *schema = json!({"type": "string", "description": "a JSON object"});
    }
    if let Some(Value::String(kind)) = schema.get_mut("type") {
        kind.make_ascii_uppercase();
    }
    if let Some(items) = schema.get_mut("items") {
        to_openapi_types(items);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().for_each(to_openapi_types);
    }
}
