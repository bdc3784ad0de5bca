//! Checks of computer use: its declaration, and that each response to a predefined function has the page's address, the
//! required safety acknowledgement and, for the newest one, a picture.

use serde_json::Value;

use crate::protocol::ApiError;

/// The predefined functions that the model has; none without computer use.
pub(super) fn predefined(tools: Option<&Value>) -> Result<Vec<&'static str>, ApiError> {
    let tools = tools.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let Some(computer) = tools.iter().find_map(|tool| tool.get("computerUse")) else { return Ok(Vec::new()) };
    if !ENVIRONMENTS.contains(&computer["environment"].as_str().unwrap_or_default()) {
        return Err(ApiError::invalid("tools.computer_use.environment", "it is required, and one of the known ones"));
    }
    let left_out: Vec<&str> = words(&computer["excludedPredefinedFunctions"]).collect();
    let own = tools.iter().filter_map(|tool| tool["functionDeclarations"].as_array()).flatten();
    let mut own = own.filter_map(|function| function["name"].as_str());
    let predefined: Vec<&str> = FUNCTIONS.into_iter().filter(|name| !left_out.contains(name)).collect();
    match own.find(|name| predefined.contains(name)) {
        None => Ok(predefined),
        Some(name) => Err(ApiError::invalid("tools", format!("{name} is a predefined function; exclude it first"))),
    }
}

pub(super) fn check_responses(contents: Option<&Value>, predefined: &[&str]) -> Result<(), ApiError> {
    let contents = contents.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (index, pair) in contents.windows(2).enumerate() {
        let [asked, answered] = pair else { continue };
        let calls = parts(asked).filter_map(|part| part.get("functionCall"));
        let responses = parts(answered).filter_map(|part| part.get("functionResponse"));
        for (call, response) in calls.zip(responses) {
            if predefined.contains(&call["name"].as_str().unwrap_or_default()) {
                let at = format!("contents[{}]", index + 1);
                check_response(call, response, &at)?;
                // Clients may remove older pictures.
                let is_newest = !contents[index + 2..].iter().any(|content| content["role"] == "model");
                if is_newest && response["parts"].as_array().is_none_or(Vec::is_empty) {
                    return Err(ApiError::invalid(at, "computer use function responses must have a screenshot"));
                }
            }
        }
    }
    Ok(())
}

fn check_response(call: &Value, response: &Value, at: &str) -> Result<(), ApiError> {
    if !response["response"]["url"].is_string() {
        return Err(ApiError::invalid(at, "computer use function responses must have a url"));
    }
    let is_pending = call["args"]["safety_decision"]["decision"] == "require_confirmation";
    if is_pending && response["response"]["safety_acknowledgement"] != "true" {
        return Err(ApiError::invalid(at, "the safety decision has not been acknowledged"));
    }
    Ok(())
}

fn parts(content: &Value) -> impl Iterator<Item = &Value> {
    content["parts"].as_array().into_iter().flatten()
}

fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

const ENVIRONMENTS: [&str; 3] = ["ENVIRONMENT_BROWSER", "ENVIRONMENT_MOBILE", "ENVIRONMENT_DESKTOP"];
const FUNCTIONS: [&str; 13] = [
    "open_web_browser",
    "wait_5_seconds",
    "go_back",
    "go_forward",
    "search",
    "navigate",
    "click_at",
    "hover_at",
    "type_text_at",
    "key_combination",
    "scroll_document",
    "scroll_at",
    "drag_and_drop",
];
