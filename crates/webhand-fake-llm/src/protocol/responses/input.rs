//! The conversation in a request: items, and that calls, outputs and reasoning belong together.

use serde_json::Value;

use crate::protocol::ApiError;
use crate::protocol::checks::{check_name, is_base64, sign};
use crate::response::completion::follows_thoughts;
use crate::script::rule::Conversation;

/// Whether the request lets the provider store the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoreMode {
    Kept,
    Nothing,
}

pub(super) fn check(input: Option<&Value>, store: StoreMode) -> Result<Conversation, ApiError> {
    let mut conversation = Conversation::default();
    let items = match input {
        Some(Value::String(text)) => {
            conversation.push_input(text);
            return Ok(conversation);
        }
        Some(Value::Array(items)) if !items.is_empty() => items,
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) | None => {
            return Err(ApiError::invalid("input", "input must be a text or a list with at least one item"));
        }
    };
    let mut calls: Vec<&str> = Vec::new();
    let mut outputs: Vec<&str> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let at = format!("input[{index}]");
        match item["type"].as_str() {
            None | Some("message") => message(item, &at, &mut conversation)?,
            Some("reasoning") => reasoning(item, &at, store)?,
            Some(kind @ ("function_call" | "computer_call")) => {
                let call = match kind {
                    "computer_call" => check_name(item.get("call_id"), &format!("{at}.call_id"))?,
                    _ => call(item, &at)?,
                };
                if follows_thoughts(call) && !follows_reasoning(&items[..index]) {
                    let why = format!("{kind} {call} was provided without its required reasoning item");
                    return Err(ApiError::invalid(at, why));
                }
                calls.push(call);
                conversation.push_output("");
            }
            Some(kind @ ("function_call_output" | "computer_call_output")) => {
                let id = item["call_id"].as_str().unwrap_or_default();
                if !calls.contains(&id) || outputs.contains(&id) {
                    return Err(ApiError::invalid(at, format!("no tool call found for function call output {id:?}")));
                }
                outputs.push(id);
                if kind == "function_call_output" {
                    output(&item["output"], &at, &mut conversation)?;
                }
            }
            Some(other) => return Err(ApiError::invalid(at, format!("there is no item of type {other:?}"))),
        }
    }
    match calls.iter().find(|id| !outputs.contains(id)) {
        Some(id) => Err(ApiError::invalid("input", format!("no tool output found for function call {id}"))),
        None => Ok(conversation),
    }
}

/// Whether reasoning stands before a call, with nothing but what followed from it in between.
fn follows_reasoning(before: &[Value]) -> bool {
    let is_output = |item: &Value| item["type"].as_str().is_some_and(|kind| kind.ends_with("_output"));
    let mut answer = before.iter().rev().take_while(|item| item["role"] != "user" && !is_output(item));
    answer.any(|item| item["type"] == "reasoning")
}

fn message(item: &Value, at: &str, conversation: &mut Conversation) -> Result<(), ApiError> {
    let role = item["role"].as_str().unwrap_or_default();
    if !["user", "assistant", "system", "developer"].contains(&role) {
        return Err(ApiError::invalid(format!("{at}.role"), format!("there is no role {role:?} here")));
    }
    let mut text = String::new();
    match &item["content"] {
        Value::String(content) => text.push_str(content),
        Value::Array(parts) if !parts.is_empty() => {
            for (index, part) in parts.iter().enumerate() {
                text.push_str(self::part(part, &format!("{at}.content[{index}]"), role)?);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            return Err(ApiError::invalid(format!("{at}.content"), "content must be a text or a list of parts"));
        }
    }
    if role == "assistant" {
        conversation.push_output(&text);
    } else {
        conversation.push_input(&text);
    }
    Ok(())
}

fn part<'a>(part: &'a Value, at: &str, role: &str) -> Result<&'a str, ApiError> {
    let kind = part["type"].as_str().unwrap_or_default();
    match (kind, role) {
        ("output_text", "assistant") | ("input_text", "user" | "system" | "developer" | "tool") => {
            part["text"].as_str().ok_or_else(|| ApiError::invalid(at, "a text part needs its text"))
        }
        ("refusal", "assistant") => Ok(""),
        ("input_image", "user" | "tool") => check_image(part, at).map(|()| ""),
        _ => Err(ApiError::invalid(format!("{at}.type"), format!("a part of type {kind:?} does not belong here"))),
    }
}

pub(super) fn check_image(part: &Value, at: &str) -> Result<(), ApiError> {
    let url = part["image_url"].as_str().unwrap_or_default();
    let data = url.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"));
    let known = data.is_some_and(|(kind, data)| ["png", "jpeg", "gif", "webp"].contains(&kind) && is_base64(data));
    if known || url.starts_with("https://") {
        return Ok(());
    }
    Err(ApiError::invalid(
        format!("{at}.image_url"),
        "the url must be https, or data with a base64 png, jpeg, gif or webp",
    ))
}

fn reasoning(item: &Value, at: &str, store: StoreMode) -> Result<(), ApiError> {
    let id = item["id"].as_str().unwrap_or_default();
    match item["encrypted_content"].as_str() {
        Some(secret) if secret == sign(id) => Ok(()),
        Some(_) => Err(ApiError::invalid(at, "the encrypted content could not be verified")),
        None if store == StoreMode::Kept => Ok(()),
        None => {
            let why = format!("item with id {id:?} not found; items are not persisted when store is false");
            Err(ApiError::invalid(at, why))
        }
    }
}

fn call<'a>(item: &'a Value, at: &str) -> Result<&'a str, ApiError> {
    check_name(item.get("name"), &format!("{at}.name"))?;
    if !item["arguments"].is_string() {
        return Err(ApiError::invalid(format!("{at}.arguments"), "arguments must be a string holding JSON"));
    }
    check_name(item.get("call_id"), &format!("{at}.call_id"))
}

fn output(output: &Value, at: &str, conversation: &mut Conversation) -> Result<(), ApiError> {
    match output {
        Value::String(text) => conversation.push_input(text),
        Value::Array(parts) => {
            for (index, part) in parts.iter().enumerate() {
                conversation.push_input(self::part(part, &format!("{at}.output[{index}]"), "tool")?);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
            return Err(ApiError::invalid(format!("{at}.output"), "output must be a text or a list of parts"));
        }
    }
    Ok(())
}
