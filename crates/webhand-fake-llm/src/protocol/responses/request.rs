//! The top level of a request: which fields there are, and what they may hold.

use serde_json::{Map, Value};

use super::{input, native};
use crate::protocol::checks::{check_count, check_fields, check_model, check_name};
use crate::protocol::schema::check_strict;
use crate::protocol::{ApiError, CheckedRequest, Delivery, StreamedUsage};
use crate::script::Script;

pub(super) fn check(body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
    let body = check_fields(body, &FIELDS, script)?;
    let model = check_model(body.get("model"))?;
    // Without an id of an earlier response everything must be in the request, since nothing else is remembered here.
    let stored = body.get("store").and_then(Value::as_bool).unwrap_or(true);
    let names = check_tools(body.get("tools"))?;
    let computer = body.get("tools").and_then(Value::as_array).into_iter().flatten().any(native::is_computer);
    let store = if stored { input::StoreMode::Kept } else { input::StoreMode::Nothing };
    let conversation = input::check(body.get("input"), store)?;
    native::check_calls(body.get("input"), computer)?;
    let preview = names.contains(&native::PREVIEW);
    if preview && body.get("truncation").and_then(Value::as_str) != Some("auto") {
        return Err(ApiError::invalid("truncation", "computer_use_preview works with truncation auto only"));
    }
    check_choice(body.get("tool_choice"), &names)?;
    check_count(body, "max_output_tokens")?;
    if body.get("instructions").is_some_and(|text| !text.is_string()) {
        return Err(ApiError::invalid("instructions", "instructions must be a string"));
    }
    let delivery = match body.get("stream") {
        Some(Value::Bool(true)) => Delivery::Stream(StreamedUsage::Sent),
        None | Some(Value::Null | Value::Bool(false)) => Delivery::Whole,
        Some(Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            return Err(ApiError::invalid("stream", "stream must be true or false"));
        }
    };
    Ok(CheckedRequest { model: model.to_owned(), delivery, conversation })
}

fn check_tools(tools: Option<&Value>) -> Result<Vec<&str>, ApiError> {
    let mut names = Vec::new();
    for (index, tool) in tools.and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = format!("tools[{index}]");
        let tool = tool.as_object().ok_or_else(|| ApiError::invalid(&at, "a tool must be a JSON object"))?;
        let name = match native::check_tool(tool, &at)? {
            Some(name) => name,
            None => check_tool(tool, &at)?,
        };
        if names.contains(&name) {
            return Err(ApiError::invalid(format!("{at}.name"), format!("there are two tools named {name:?}")));
        }
        names.push(name);
    }
    Ok(names)
}

fn check_tool<'a>(tool: &'a Map<String, Value>, at: &str) -> Result<&'a str, ApiError> {
    if tool.get("type").and_then(Value::as_str) != Some("function") {
        return Err(ApiError::invalid(format!("{at}.type"), "a tool must have \"type\": \"function\""));
    }
    if let Some(name) = tool.keys().find(|name| !TOOL_FIELDS.contains(&name.as_str())) {
        let why = "name and parameters stand in the tool itself, and nothing is nested";
        return Err(ApiError::invalid(format!("{at}.{name}"), why).with_code("unknown_parameter"));
    }
    let name = check_name(tool.get("name"), &format!("{at}.name"))?;
    let at = format!("{at}.parameters");
    let wrong = |why: String| ApiError::invalid(&at, why).with_code("invalid_function_parameters");
    let schema = tool.get("parameters").ok_or_else(|| wrong("parameters are required".to_owned()))?;
    match tool.get("strict") {
        // This format is strict unless told otherwise.
        None | Some(Value::Null | Value::Bool(true)) => check_strict(schema).map_err(wrong)?,
        Some(_) => {}
    }
    Ok(name)
}

fn check_choice(choice: Option<&Value>, names: &[&str]) -> Result<(), ApiError> {
    let Some(choice) = choice.filter(|choice| !choice.is_null()) else { return Ok(()) };
    let good = match choice.as_str() {
        Some(word) => word == "none" || (["auto", "required"].contains(&word) && !names.is_empty()),
        None => choice["name"].as_str().is_some_and(|name| names.contains(&name)),
    };
    if good {
        Ok(())
    } else {
        Err(ApiError::invalid("tool_choice", "it must be a known word or name a tool sent along"))
    }
}

const TOOL_FIELDS: [&str; 5] = ["type", "name", "description", "strict", "parameters"];
const FIELDS: [&str; 24] = [
    "include",
    "input",
    "instructions",
    "max_output_tokens",
    "max_tool_calls",
    "metadata",
    "model",
    "parallel_tool_calls",
    "previous_response_id",
    "prompt_cache_key",
    "prompt_cache_retention",
    "reasoning",
    "safety_identifier",
    "service_tier",
    "store",
    "stream",
    "stream_options",
    "temperature",
    "text",
    "tool_choice",
    "tools",
    "top_p",
    "truncation",
    "user",
];
