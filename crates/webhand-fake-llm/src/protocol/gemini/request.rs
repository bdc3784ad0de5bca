//! The top level of a request: which fields there are, and what they may hold.

use serde_json::{Map, Value};

use super::{contents, native};
use crate::protocol::checks::{check_count, check_fields, check_name};
use crate::protocol::{ApiError, CheckedRequest, Delivery, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::script::Script;

pub(super) fn check(request: &RecordedRequest, body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
    let (model, verb) = request.path.rsplit('/').next().and_then(|last| last.split_once(':')).unwrap_or_default();
    let delivery = match verb {
        "generateContent" => Delivery::Whole,
        "streamGenerateContent" if request.query.split('&').any(|one| one == "alt=sse") => {
            Delivery::Stream(StreamedUsage::Sent)
        }
        "streamGenerateContent" => return Err(ApiError::new(400, "this server streams with alt=sse only")),
        _ => return Err(ApiError::new(404, format!("models have no {verb:?}"))),
    };
    let body = check_fields(body, &FIELDS, script)?;
    if let Some(system) = body.get("systemInstruction") {
        contents::check_texts(system)?;
    }
    check_tools(body.get("tools"))?;
    let predefined = native::predefined(body.get("tools"))?;
    let mode = body.get("toolConfig").and_then(|config| config.pointer("/functionCallingConfig/mode"));
    if mode.is_some_and(|mode| !["AUTO", "ANY", "NONE", "VALIDATED"].contains(&mode.as_str().unwrap_or_default())) {
        return Err(ApiError::invalid("tool_config", "the mode must be AUTO, ANY, NONE or VALIDATED"));
    }
    if let Some(config) = body.get("generationConfig").and_then(Value::as_object) {
        check_count(config, "maxOutputTokens")?;
    }
    let conversation = contents::check(body.get("contents"))?;
    native::check_responses(body.get("contents"), &predefined)?;
    Ok(CheckedRequest { model: model.to_owned(), delivery, conversation })
}

fn check_tools(tools: Option<&Value>) -> Result<(), ApiError> {
    let tools = tools.and_then(Value::as_array).into_iter().flatten();
    let functions = tools.filter_map(|tool| tool["functionDeclarations"].as_array()).flatten();
    for (index, function) in functions.enumerate() {
        let at = format!("tools[0].function_declarations[{index}]");
        check_name(function.get("name"), &format!("{at}.name"))?;
        if !function["description"].is_string() {
            return Err(ApiError::invalid(at, "a function needs a description"));
        }
        if let Some(schema) = function.get("parameters") {
            check_schema(schema, &format!("{at}.parameters"))?;
        }
    }
    Ok(())
}

/// The subset of `OpenAPI` that this provider reads.
fn check_schema(schema: &Value, at: &str) -> Result<(), ApiError> {
    let schema = schema.as_object().ok_or_else(|| ApiError::invalid(at, "a schema must be a JSON object"))?;
    if let Some(keyword) = schema.keys().find(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
        return Err(ApiError::invalid(at, format!("unknown name {keyword:?}: cannot find field")));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("OBJECT") => check_object(schema, at),
        Some("ARRAY") => match schema.get("items") {
            Some(items) => check_schema(items, &format!("{at}.items")),
            None => Err(ApiError::invalid(format!("{at}.items"), "missing field")),
        },
        Some("STRING" | "NUMBER" | "INTEGER" | "BOOLEAN") => Ok(()),
        Some(_) | None => Err(ApiError::invalid(format!("{at}.type"), "a type must be one word in capitals")),
    }
}

fn check_object(schema: &Map<String, Value>, at: &str) -> Result<(), ApiError> {
    let properties = schema.get("properties").and_then(Value::as_object).filter(|properties| !properties.is_empty());
    let properties = properties
        .ok_or_else(|| ApiError::invalid(format!("{at}.properties"), "should be non-empty for OBJECT type"))?;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for name in required {
        if !properties.contains_key(name) {
            return Err(ApiError::invalid(format!("{at}.required"), format!("property {name:?} is not defined")));
        }
    }
    properties.iter().try_for_each(|(name, property)| check_schema(property, &format!("{at}.properties[{name}]")))
}

const KEYWORDS: [&str; 15] = [
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "propertyOrdering",
    "required",
    "minimum",
    "maximum",
    "anyOf",
];
const FIELDS: [&str; 8] = [
    "cachedContent",
    "contents",
    "generationConfig",
    "model",
    "safetySettings",
    "systemInstruction",
    "toolConfig",
    "tools",
];
