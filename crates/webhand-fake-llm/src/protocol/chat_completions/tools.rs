//! The tools in a request, their names and schemas, and the choice among them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::protocol::ApiError;
use crate::protocol::checks::check_name;
use crate::protocol::schema::check_strict;

/// Checks the tools and returns their names.
pub(super) fn check(tools: Option<&Value>) -> Result<BTreeSet<&str>, ApiError> {
    let mut names = BTreeSet::new();
    let Some(tools) = tools.filter(|tools| !tools.is_null()) else {
        return Ok(names);
    };
    let tools = tools.as_array().filter(|tools| !tools.is_empty());
    let tools = tools.ok_or_else(|| ApiError::invalid("tools", "tools must be a list with at least one tool"))?;
    for (index, tool) in tools.iter().enumerate() {
        let at = format!("tools[{index}]");
        let name = check_tool(tool, &at)?;
        if !names.insert(name) {
            return Err(ApiError::invalid(
                format!("{at}.function.name"),
                format!("there are two tools named {name:?}"),
            ));
        }
    }
    Ok(names)
}

/// Checks the fields about the use of the tools.
pub(super) fn check_choice(body: &Map<String, Value>, names: &BTreeSet<&str>) -> Result<(), ApiError> {
    for field in ["tool_choice", "parallel_tool_calls"] {
        if names.is_empty() && body.get(field).is_some_and(|value| !value.is_null()) {
            return Err(ApiError::invalid(field, format!("{field} is allowed only with tools")));
        }
    }
    if body.get("parallel_tool_calls").is_some_and(|value| !value.is_boolean() && !value.is_null()) {
        return Err(ApiError::invalid("parallel_tool_calls", "parallel_tool_calls must be true or false"));
    }
    let Some(choice) = body.get("tool_choice").filter(|choice| !choice.is_null()) else {
        return Ok(());
    };
    let kind = choice.get("type").and_then(Value::as_str);
    let good = match (choice.as_str(), kind) {
        (Some(word), _) => ["none", "auto", "required"].contains(&word),
        (None, Some("function")) => {
            choice.pointer("/function/name").and_then(Value::as_str).is_some_and(|name| names.contains(name))
        }
        (None, Some("allowed_tools")) => choice.get("allowed_tools").is_some_and(Value::is_object),
        (None, Some(_) | None) => false,
    };
    if good {
        Ok(())
    } else {
        Err(ApiError::invalid("tool_choice", "tool_choice must be a known word or name a tool sent along"))
    }
}

fn check_tool<'a>(tool: &'a Value, at: &str) -> Result<&'a str, ApiError> {
    if tool.get("type").and_then(Value::as_str) != Some("function") {
        return Err(ApiError::invalid(format!("{at}.type"), "a tool must have \"type\": \"function\""));
    }
    let function = tool.get("function").and_then(Value::as_object).ok_or_else(|| {
        ApiError::invalid(format!("{at}.function"), "name and parameters belong into a nested \"function\"")
            .with_code("missing_required_parameter")
    })?;
    for (place, map) in [("", tool.as_object()), (".function", Some(function))] {
        let allowed: &[&str] = if place.is_empty() { &["type", "function"] } else { &FUNCTION_FIELDS };
        if let Some(name) = map.into_iter().flat_map(Map::keys).find(|name| !allowed.contains(&name.as_str())) {
            let at = format!("{at}{place}.{name}");
            return Err(ApiError::invalid(at, format!("{name:?} does not belong here")).with_code("unknown_parameter"));
        }
    }
    let name = check_name(function.get("name"), &format!("{at}.function.name"))?;
    check_parameters(function, &format!("{at}.function"))?;
    Ok(name)
}

fn check_parameters(function: &Map<String, Value>, at: &str) -> Result<(), ApiError> {
    let strict = match function.get("strict") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(strict)) => *strict,
        Some(Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            return Err(ApiError::invalid(format!("{at}.strict"), "strict must be true or false"));
        }
    };
    let at = format!("{at}.parameters");
    let wrong = |why: String| ApiError::invalid(&at, why).with_code("invalid_function_parameters");
    match function.get("parameters") {
        None if strict => Err(wrong("a strict function needs parameters".to_owned())),
        None => Ok(()),
        Some(schema) if strict => check_strict(schema).map_err(wrong),
        Some(schema) if schema.get("type").and_then(Value::as_str) == Some("object") => Ok(()),
        Some(_) => Err(wrong("parameters must be a schema with \"type\": \"object\"".to_owned())),
    }
}

const FUNCTION_FIELDS: [&str; 4] = ["name", "description", "parameters", "strict"];
