//! The conversation in a request: roles, content parts, and that every call is answered where it must be.

use serde_json::{Map, Value};

use crate::protocol::ApiError;
use crate::protocol::checks::is_base64;
use crate::script::rule::Conversation;

pub(super) fn check(messages: Option<&Value>) -> Result<Conversation, ApiError> {
    let messages = messages.and_then(Value::as_array).filter(|messages| !messages.is_empty());
    let messages = messages.ok_or_else(|| {
        ApiError::invalid("messages", "messages must be a list with at least one message")
            .with_code("missing_required_parameter")
    })?;
    let mut conversation = Conversation::default();
    // The ids of the last calls that no tool message has answered yet.
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let at = format!("messages.[{index}]");
        let message = message.as_object().ok_or_else(|| ApiError::invalid(&at, "a message must be a JSON object"))?;
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        if role != "tool" {
            all_answered(&open, &at)?;
        }
        match role {
            "system" | "developer" => content(message, &at, Parts::Text)?,
            "user" => content(message, &at, Parts::TextAndMedia)?,
            "assistant" => open = assistant(message, &at)?,
            "tool" => tool(message, &at, &mut open)?,
            other => {
                return Err(ApiError::invalid(format!("{at}.role"), format!("there is no role {other:?} here")));
            }
        }
        let text = text_of(message);
        conversation.whole.push_str(&text);
        match role {
            "assistant" => conversation.newest.clear(),
            "user" | "tool" => conversation.newest.push_str(&text),
            _ => {}
        }
    }
    all_answered(&open, "messages")?;
    Ok(conversation)
}

fn all_answered(open: &[&str], at: &str) -> Result<(), ApiError> {
    if open.is_empty() {
        return Ok(());
    }
    let ids = open.join(", ");
    Err(ApiError::invalid(
        at,
        format!("tool calls must be answered right after the message that made them; unanswered: {ids}"),
    ))
}

fn tool(message: &Map<String, Value>, at: &str, open: &mut Vec<&str>) -> Result<(), ApiError> {
    let id = message.get("tool_call_id").and_then(Value::as_str);
    let id =
        id.ok_or_else(|| ApiError::invalid(format!("{at}.tool_call_id"), "a tool message needs its tool_call_id"))?;
    let place = open.iter().position(|open| *open == id).ok_or_else(|| {
        ApiError::invalid(format!("{at}.tool_call_id"), format!("{id:?} answers no open call of the message before"))
    })?;
    open.remove(place);
    content(message, at, Parts::Text)
}

fn assistant<'a>(message: &'a Map<String, Value>, at: &str) -> Result<Vec<&'a str>, ApiError> {
    let has = |name: &str| message.get(name).is_some_and(|value| !value.is_null());
    if has("content") {
        content(message, at, Parts::Text)?;
    }
    let Some(calls) = message.get("tool_calls").filter(|calls| !calls.is_null()) else {
        if has("content") || has("refusal") || has("audio") {
            return Ok(Vec::new());
        }
        return Err(ApiError::invalid(format!("{at}.content"), "an assistant message needs content or tool_calls"));
    };
    let at = format!("{at}.tool_calls");
    let calls = calls.as_array().filter(|calls| !calls.is_empty());
    let calls = calls.ok_or_else(|| ApiError::invalid(&at, "tool_calls must be a list with at least one call"))?;
    calls.iter().enumerate().map(|(index, call)| check_call(call, &format!("{at}[{index}]"))).collect()
}

fn check_call<'a>(call: &'a Value, at: &str) -> Result<&'a str, ApiError> {
    if call.get("type").and_then(Value::as_str) != Some("function") {
        return Err(ApiError::invalid(format!("{at}.type"), "a tool call must have \"type\": \"function\""));
    }
    let function = call.get("function").unwrap_or(&Value::Null);
    if function.get("name").and_then(Value::as_str).is_none_or(str::is_empty) {
        return Err(ApiError::invalid(format!("{at}.function.name"), "a tool call must name its function"));
    }
    if !function.get("arguments").is_some_and(Value::is_string) {
        return Err(ApiError::invalid(format!("{at}.function.arguments"), "arguments must be a string holding JSON"));
    }
    let id = call.get("id").and_then(Value::as_str).filter(|id| !id.is_empty() && id.len() <= MAX_ID);
    id.ok_or_else(|| {
        ApiError::invalid(format!("{at}.id"), format!("a tool call needs an id of 1 to {MAX_ID} characters"))
    })
}

/// Which content parts a role may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parts {
    Text,
    TextAndMedia,
}

fn content(message: &Map<String, Value>, at: &str, allowed: Parts) -> Result<(), ApiError> {
    let at = format!("{at}.content");
    match message.get("content") {
        Some(Value::String(_)) => Ok(()),
        Some(Value::Array(parts)) if !parts.is_empty() => {
            parts.iter().enumerate().try_for_each(|(index, item)| part(item, &format!("{at}.[{index}]"), allowed))
        }
        Some(Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
            Err(ApiError::invalid(at, "content must be a string or a list of parts with at least one"))
        }
    }
}

fn part(part: &Value, at: &str, allowed: Parts) -> Result<(), ApiError> {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "text" | "refusal" => match part.get(kind) {
            Some(Value::String(_)) => Ok(()),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) | None => {
                Err(ApiError::invalid(format!("{at}.{kind}"), format!("a {kind} part needs its {kind} as a string")))
            }
        },
        "image_url" | "input_audio" | "file" if allowed == Parts::Text => {
            Err(ApiError::invalid(format!("{at}.type"), format!("{kind} parts are allowed in user messages only")))
        }
        "image_url" => image(part, at),
        "input_audio" | "file" => Ok(()),
        other => Err(ApiError::invalid(format!("{at}.type"), format!("there is no content part {other:?}"))),
    }
}

fn image(part: &Value, at: &str) -> Result<(), ApiError> {
    let at = format!("{at}.image_url");
    let image = part.get("image_url").unwrap_or(&Value::Null);
    if let Some(detail) = image.get("detail")
        && !detail.as_str().is_some_and(|detail| ["auto", "low", "high", "original"].contains(&detail))
    {
        return Err(ApiError::invalid(format!("{at}.detail"), "detail must be auto, low, high or original"));
    }
    let url = image.get("url").and_then(Value::as_str).unwrap_or_default();
    if url.starts_with("https://") || url.starts_with("http://") || is_picture(url) {
        return Ok(());
    }
    Err(ApiError::invalid(format!("{at}.url"), "the url must be http(s), or data with a base64 png, jpeg, gif or webp"))
}

fn is_picture(url: &str) -> bool {
    let data = ["png", "jpeg", "gif", "webp"]
        .into_iter()
        .find_map(|kind| url.strip_prefix(format!("data:image/{kind};base64,").as_str()));
    data.is_some_and(is_base64)
}

fn text_of(message: &Map<String, Value>) -> String {
    let mut text = String::new();
    let mut add = |part: Option<&Value>| {
        if let Some(part) = part.and_then(Value::as_str) {
            text.push_str(part);
            text.push('\n');
        }
    };
    add(message.get("content"));
    for part in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        add(part.get("text"));
    }
    text
}

const MAX_ID: usize = 40;
