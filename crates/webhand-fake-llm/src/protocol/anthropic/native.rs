//! The provider's own tools: how they are declared, and that their calls belong to one that is.

use serde_json::{Map, Value};

use crate::protocol::ApiError;

/// The name of a tool of the provider's own, once it is declared as it should be; nothing for any other tool.
pub(super) fn check_tool<'a>(tool: &'a Map<String, Value>, at: &str, betas: &str) -> Result<Option<&'a str>, ApiError> {
    let kind = tool.get("type").and_then(Value::as_str).unwrap_or("custom");
    match kind {
        "custom" => return Ok(None),
        COMPUTER => check_computer(tool, at, betas)?,
        BROWSER => check_toolset(tool, at)?,
        _ => return Err(ApiError::invalid(format!("{at}.type"), format!("there is no tool of type {kind:?}"))),
    }
    Ok(Some(tool.get("name").and_then(Value::as_str).unwrap_or(kind)))
}

fn check_computer(tool: &Map<String, Value>, at: &str, betas: &str) -> Result<(), ApiError> {
    if !betas.split(',').any(|beta| beta.trim() == COMPUTER_BETA) {
        return Err(ApiError::invalid(at, format!("{COMPUTER} needs the header anthropic-beta: {COMPUTER_BETA}")));
    }
    if tool.get("name").and_then(Value::as_str) != Some("computer") {
        return Err(ApiError::invalid(format!("{at}.name"), "input should be 'computer'"));
    }
    let sizes = ["display_width_px", "display_height_px"];
    if sizes.iter().any(|size| tool.get(*size).and_then(Value::as_u64).is_none_or(|pixels| pixels == 0)) {
        return Err(ApiError::invalid(
            at,
            "display_width_px and display_height_px must be whole numbers of at least 1",
        ));
    }
    let known = ["type", "name", "display_number", "enable_zoom", "cache_control", "strict"];
    known_only(tool.keys(), known.iter().chain(&sizes), at)
}

fn check_toolset(tool: &Map<String, Value>, at: &str) -> Result<(), ApiError> {
    known_only(tool.keys(), ["type", "configs", "cache_control"].iter(), at)?;
    let Some(configs) = tool.get("configs").and_then(Value::as_object) else { return Ok(()) };
    known_only(configs.keys(), MEMBERS.iter(), &format!("{at}.configs"))?;
    if configs.values().any(|config| !config["enabled"].is_boolean()) {
        return Err(ApiError::invalid(format!("{at}.configs"), "enabled must be true or false"));
    }
    Ok(())
}

fn known_only<'a>(
    names: impl Iterator<Item = &'a String>,
    known: impl Iterator<Item = &'a &'a str>,
    at: &str,
) -> Result<(), ApiError> {
    let known: Vec<&str> = known.copied().collect();
    let mut unknown = names.filter(|name| !known.contains(&name.as_str()));
    match unknown.next() {
        None => Ok(()),
        Some(name) => Err(ApiError::invalid(format!("{at}.{name}"), "extra inputs are not permitted")),
    }
}

/// A call of the toolset is only good while the toolset is declared, and names one of its members.
pub(super) fn check_calls(messages: Option<&Value>, tools: Option<&Value>) -> Result<(), ApiError> {
    let declared = tools.and_then(Value::as_array).into_iter().flatten().any(|tool| tool["type"] == BROWSER);
    let messages = messages.and_then(Value::as_array).into_iter().flatten();
    let blocks = messages.filter_map(|message| message["content"].as_array()).flatten();
    for call in blocks.filter(|block| block["type"] == "tool_use" && block.get("toolset_name").is_some()) {
        let name = call["name"].as_str().unwrap_or_default();
        if !declared || call["toolset_name"] != "browser" || !MEMBERS.contains(&name) {
            return Err(ApiError::invalid("messages", format!("no toolset that is declared has the member {name:?}")));
        }
    }
    Ok(())
}

const COMPUTER: &str = "computer_20251124";
const COMPUTER_BETA: &str = "computer-use-2025-11-24";
const BROWSER: &str = "browser_toolset_20260801";
const MEMBERS: [&str; 31] = [
    "navigate",
    "list_tabs",
    "new_tab",
    "switch_tab",
    "close_tab",
    "read_page",
    "get_page_text",
    "find",
    "form_input",
    "scroll_to",
    "screenshot",
    "zoom",
    "left_click",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "hover",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "mouse_move",
    "scroll",
    "type",
    "key",
    "hold_key",
    "wait",
    "file_upload",
    "read_console",
    "read_network",
    "javascript_exec",
];
