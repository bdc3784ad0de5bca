//! The conversation in a request: roles, parts, signatures, and that every call is answered right after it.

use serde_json::Value;

use super::render::signature;
use crate::protocol::ApiError;
use crate::protocol::checks::{check_name, is_base64};
use crate::script::rule::Conversation;

pub(super) fn check(contents: Option<&Value>) -> Result<Conversation, ApiError> {
    let contents = contents.and_then(Value::as_array).filter(|contents| !contents.is_empty());
    let contents = contents.ok_or_else(|| ApiError::invalid("contents", "contents is not specified"))?;
    let mut conversation = Conversation::default();
    let mut open: Vec<&Value> = Vec::new();
    for (index, content) in contents.iter().enumerate() {
        let at = format!("contents[{index}]");
        let parts = content["parts"].as_array().filter(|parts| !parts.is_empty());
        let parts = parts.ok_or_else(|| ApiError::invalid(format!("{at}.parts"), "must include at least one part"))?;
        for part in parts {
            check_part(part, &format!("{at}.parts"))?;
        }
        let responses: Vec<&Value> = parts.iter().filter_map(|part| part.get("functionResponse")).collect();
        check_parity(&open, &responses, &at)?;
        let text =
            parts.iter().filter(|part| part["thought"] != true).filter_map(text_of).collect::<Vec<_>>().join("\n");
        open = Vec::new();
        match content["role"].as_str() {
            Some("model") => {
                open = parts.iter().filter_map(|part| part.get("functionCall")).collect();
                check_signature(parts, &at)?;
                conversation.push_output(&text);
            }
            None | Some("user" | "function") => conversation.push_input(&text),
            Some(_) => return Err(ApiError::invalid(at, "please use a valid role: user, model")),
        }
    }
    check_parity(&open, &[], "contents")?;
    Ok(conversation)
}

/// A content of nothing but texts.
pub(super) fn check_texts(content: &Value) -> Result<(), ApiError> {
    let parts = content["parts"].as_array().filter(|parts| !parts.is_empty());
    let good = parts.is_some_and(|parts| parts.iter().all(|part| part["text"].is_string()));
    if good { Ok(()) } else { Err(ApiError::invalid("system_instruction", "it must have text parts")) }
}

fn check_part(part: &Value, at: &str) -> Result<(), ApiError> {
    let fields: Vec<&str> = DATA.into_iter().filter(|field| part.get(*field).is_some()).collect();
    let [field] = fields.as_slice() else {
        return Err(ApiError::invalid(at, "a part must have exactly one of text, inlineData and the function fields"));
    };
    let value = &part[*field];
    let good = match *field {
        "text" => value.is_string(),
        "inlineData" => is_image(value),
        "functionCall" => {
            check_name(value.get("name"), &format!("{at}.function_call.name"))?;
            value.get("args").is_none_or(Value::is_object)
        }
        _ => {
            check_name(value.get("name"), &format!("{at}.function_response.name"))?;
            let mut pictures = value["parts"].as_array().into_iter().flatten();
            value["response"].is_object()
                && pictures.all(|part| part.get("inlineData").or(part.get("inline_data")).is_some_and(is_image))
        }
    };
    if good { Ok(()) } else { Err(ApiError::invalid(format!("{at}.{field}"), "invalid value")) }
}

/// Whether a part is an image. The provider accepts both spellings of the fields and both base64 alphabets, and the vendor's
/// client uses others than webhand.
fn is_image(value: &Value) -> bool {
    let kind = value.get("mimeType").or(value.get("mime_type")).and_then(Value::as_str).unwrap_or_default();
    let data = value["data"].as_str().unwrap_or_default().replace('-', "+").replace('_', "/");
    kind.starts_with("image/") && is_base64(&data)
}

/// As many responses as calls, for the same functions.
fn check_parity(calls: &[&Value], responses: &[&Value], at: &str) -> Result<(), ApiError> {
    if calls.len() != responses.len() {
        let why = "please ensure that the number of function response parts is equal to the number of function call \
                   parts of the function call turn";
        return Err(ApiError::invalid(at, why));
    }
    for (call, response) in calls.iter().zip(responses) {
        if call["name"] != response["name"] || call.get("id") != response.get("id") {
            return Err(ApiError::invalid(at, format!("{} does not answer {}", response["name"], call["name"])));
        }
    }
    Ok(())
}

/// The first call of a turn is signed.
fn check_signature(parts: &[Value], at: &str) -> Result<(), ApiError> {
    let Some(part) = parts.iter().find(|part| part.get("functionCall").is_some()) else { return Ok(()) };
    match part["thoughtSignature"].as_str() {
        Some("skip_thought_signature_validator") => Ok(()),
        Some(found) if found == signature(&part["functionCall"]) => Ok(()),
        Some(_) => Err(ApiError::invalid(at, "corrupted thought signature")),
        None => Err(ApiError::invalid(at, "function call is missing a thought_signature in functionCall parts")),
    }
}

fn text_of(part: &Value) -> Option<&str> {
    let response = || part.pointer("/functionResponse/response")?.as_object()?.values().find_map(Value::as_str);
    part["text"].as_str().or_else(response)
}

const DATA: [&str; 4] = ["text", "inlineData", "functionCall", "functionResponse"];
