//! The top level of a request: which fields there are, and what they may hold.

use serde_json::{Map, Value};

use super::{messages, native};
use crate::protocol::checks::{check_count, check_fields, check_model, check_name};
use crate::protocol::schema::check_strict;
use crate::protocol::{ApiError, CheckedRequest, Delivery, StreamedUsage};
use crate::script::Script;

pub(super) fn check(betas: &str, body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
    let marks = count_marks(body);
    let body = check_fields(body, &FIELDS, script)?;
    let model = check_model(body.get("model"))?;
    if !body.contains_key("max_tokens") {
        return Err(ApiError::invalid("max_tokens", "max_tokens is required"));
    }
    check_count(body, "max_tokens")?;
    let conversation = messages::check(body.get("messages"))?;
    native::check_calls(body.get("messages"), body.get("tools"))?;
    if let Some(system) = body.get("system") {
        messages::check_content(system, "system", messages::ContentOwner::System)?;
    }
    let tools = check_tools(body.get("tools"), betas)?;
    check_choice(body.get("tool_choice"), &tools)?;
    check_effort(body.get("output_config"))?;
    if marks > MAX_MARKS {
        let why = format!("a maximum of {MAX_MARKS} blocks with cache_control may be provided; found {marks}");
        return Err(ApiError::invalid("cache_control", why));
    }
    let delivery = match body.get("stream") {
        Some(Value::Bool(true)) => Delivery::Stream(StreamedUsage::Sent),
        None | Some(Value::Bool(false)) => Delivery::Whole,
        Some(Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            return Err(ApiError::invalid("stream", "stream must be true or false"));
        }
    };
    Ok(CheckedRequest { model: model.to_owned(), delivery, conversation })
}

fn check_tools<'a>(tools: Option<&'a Value>, betas: &str) -> Result<Vec<&'a str>, ApiError> {
    let mut names = Vec::new();
    let mut strict = 0;
    for (index, tool) in tools.and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = format!("tools.{index}");
        let tool = tool.as_object().ok_or_else(|| ApiError::invalid(&at, "a tool must be a JSON object"))?;
        let name = match native::check_tool(tool, &at, betas)? {
            Some(name) => name,
            None => check_tool(tool, &at)?,
        };
        if names.contains(&name) {
            return Err(ApiError::invalid(format!("{at}.name"), "tool names must be unique"));
        }
        names.push(name);
        if tool.get("strict") == Some(&Value::Bool(true)) {
            strict += 1;
        }
    }
    if strict > MAX_STRICT {
        return Err(ApiError::invalid("tools", format!("too many strict tools ({strict}); the most is {MAX_STRICT}")));
    }
    Ok(names)
}

fn check_tool<'a>(tool: &'a Map<String, Value>, at: &str) -> Result<&'a str, ApiError> {
    if let Some(name) = tool.keys().find(|name| !TOOL_FIELDS.contains(&name.as_str())) {
        return Err(ApiError::invalid(format!("{at}.{name}"), "extra inputs are not permitted"));
    }
    let name = check_name(tool.get("name"), &format!("{at}.name"))?;
    let at = format!("{at}.input_schema");
    let schema = tool.get("input_schema").ok_or_else(|| ApiError::invalid(&at, "field required"))?;
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err(ApiError::invalid(&at, "the schema must have \"type\": \"object\""));
    }
    if tool.get("strict") == Some(&Value::Bool(true)) {
        check_strict(schema).map_err(|why| ApiError::invalid(&at, why))?;
    }
    Ok(name)
}

fn check_choice(choice: Option<&Value>, tools: &[&str]) -> Result<(), ApiError> {
    let Some(choice) = choice else { return Ok(()) };
    let good = match choice.get("type").and_then(Value::as_str) {
        Some("auto" | "any") => !tools.is_empty(),
        Some("none") => true,
        Some("tool") => choice.get("name").and_then(Value::as_str).is_some_and(|name| tools.contains(&name)),
        Some(_) | None => false,
    };
    if good {
        Ok(())
    } else {
        Err(ApiError::invalid("tool_choice", "it must be auto, any, none or name a tool sent along"))
    }
}

fn check_effort(config: Option<&Value>) -> Result<(), ApiError> {
    let effort = config.and_then(|config| config.get("effort"));
    match effort.map(|effort| effort.as_str().unwrap_or_default()) {
        None | Some("low" | "medium" | "high" | "xhigh" | "max") => Ok(()),
        Some(_) => Err(ApiError::invalid("output_config.effort", "it must be low, medium, high, xhigh or max")),
    }
}

fn count_marks(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(count_marks).sum(),
        Value::Object(map) => {
            let own = usize::from(map.get("cache_control").is_some_and(|mark| !mark.is_null()));
            own + map.values().map(count_marks).sum::<usize>()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

const MAX_MARKS: usize = 4;
const MAX_STRICT: usize = 20;
const TOOL_FIELDS: [&str; 6] = ["name", "description", "input_schema", "strict", "cache_control", "type"];
/// Without `temperature`, `top_p` and `top_k`, which newer models refuse.
const FIELDS: [&str; 15] = [
    "cache_control",
    "container",
    "inference_geo",
    "max_tokens",
    "messages",
    "metadata",
    "model",
    "output_config",
    "service_tier",
    "stop_sequences",
    "stream",
    "system",
    "thinking",
    "tool_choice",
    "tools",
];
