//! The provider's computer tool: how it is declared, and that each of its calls is answered by a picture with all its
//! checks acknowledged.

use serde_json::{Map, Value};

use super::input::check_image;
use crate::protocol::ApiError;
use crate::protocol::checks::check_name;

/// The name of the computer tool, once it is declared as it should be; nothing for any other tool.
pub(super) fn check_tool<'a>(tool: &'a Map<String, Value>, at: &str) -> Result<Option<&'a str>, ApiError> {
    let kind = tool.get("type").and_then(Value::as_str).unwrap_or_default();
    let fields: &[&str] = match kind {
        "computer" => &["type"],
        PREVIEW => &["type", "display_width", "display_height", "environment"],
        _ => return Ok(None),
    };
    if let Some(name) = tool.keys().find(|name| !fields.contains(&name.as_str())) {
        return Err(ApiError::invalid(format!("{at}.{name}"), "unknown parameter").with_code("unknown_parameter"));
    }
    let is_size = |field: &str| tool.get(field).and_then(Value::as_u64).is_some_and(|pixels| pixels > 0);
    if kind == PREVIEW && !(is_size("display_width") && is_size("display_height")) {
        return Err(ApiError::invalid(at, "display_width and display_height must be whole numbers of at least 1"));
    }
    Ok(Some(kind))
}

pub(super) fn is_computer(tool: &Value) -> bool {
    tool["type"] == "computer" || tool["type"] == PREVIEW
}

/// Checks the calls of the tool in a conversation, and what they were answered with.
pub(super) fn check_calls(input: Option<&Value>, is_declared: bool) -> Result<(), ApiError> {
    let items = input.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (index, item) in items.iter().enumerate() {
        let at = format!("input[{index}]");
        match item["type"].as_str() {
            Some("computer_call") if is_declared => check_call(item, &at)?,
            Some("computer_call") => return Err(ApiError::invalid(at, "no computer tool is declared")),
            Some("computer_call_output") => {
                let is_its = |call: &&Value| call["type"] == "computer_call" && call["call_id"] == item["call_id"];
                let call = items[..index].iter().find(is_its);
                let call = call.ok_or_else(|| ApiError::invalid(&at, "it answers no computer call"))?;
                check_output(call, item, &at)?;
            }
            Some(_) | None => {}
        }
    }
    Ok(())
}

fn check_call(item: &Value, at: &str) -> Result<(), ApiError> {
    check_name(item.get("call_id"), &format!("{at}.call_id"))?;
    let acts = item["action"].is_object() || item["actions"].is_array();
    if acts && item["pending_safety_checks"].is_array() {
        return Ok(());
    }
    Err(ApiError::invalid(at, "a computer call has actions and pending_safety_checks"))
}

fn check_output(call: &Value, item: &Value, at: &str) -> Result<(), ApiError> {
    let output = &item["output"];
    if output["type"] != "computer_screenshot" {
        return Err(ApiError::invalid(format!("{at}.output"), "a computer call is answered by a computer_screenshot"));
    }
    check_image(output, &format!("{at}.output"))?;
    let ids = |checks: &Value| -> Vec<String> {
        let ids = checks.as_array().into_iter().flatten().filter_map(|check| check["id"].as_str());
        ids.map(str::to_owned).collect()
    };
    let acknowledged = ids(&item["acknowledged_safety_checks"]);
    match ids(&call["pending_safety_checks"]).into_iter().find(|id| !acknowledged.contains(id)) {
        None => Ok(()),
        Some(id) => Err(ApiError::invalid(at, format!("safety check {id:?} has not been acknowledged"))),
    }
}

pub(super) const PREVIEW: &str = "computer_use_preview";
