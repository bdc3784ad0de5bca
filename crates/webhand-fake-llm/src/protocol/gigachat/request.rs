//! A request: its fields, its functions, and that every call is answered right after it.

use serde_json::Value;

use crate::protocol::checks::{check_count, check_fields, check_model, check_name};
use crate::protocol::{ApiError, CheckedRequest, Delivery, StreamedUsage};
use crate::script::Script;
use crate::script::rule::Conversation;

pub(super) fn check(body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
    let body = check_fields(body, &FIELDS, script)?;
    let model = check_model(body.get("model"))?;
    check_count(body, "max_tokens")?;
    check_functions(body.get("functions"))?;
    let conversation = check_messages(body.get("messages"))?;
    let streams = body.get("stream").and_then(Value::as_bool).unwrap_or(false);
    let delivery = if streams { Delivery::Stream(StreamedUsage::Sent) } else { Delivery::Whole };
    Ok(CheckedRequest { model: model.to_owned(), delivery, conversation })
}

fn check_functions(functions: Option<&Value>) -> Result<(), ApiError> {
    for (index, function) in functions.and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = format!("functions[{index}]");
        check_name(function.get("name"), &format!("{at}.name"))?;
        let properties = function.pointer("/parameters/properties").and_then(Value::as_object);
        let properties = properties.ok_or_else(|| ApiError::invalid(&at, "parameters must have properties"))?;
        if let Some((name, _)) = properties.iter().find(|(_, property)| !property["description"].is_string()) {
            return Err(ApiError::invalid(&at, format!("parameter {name:?} needs a description")));
        }
    }
    Ok(())
}

fn check_messages(messages: Option<&Value>) -> Result<Conversation, ApiError> {
    let messages = messages.and_then(Value::as_array).filter(|messages| !messages.is_empty());
    let messages = messages.ok_or_else(|| ApiError::invalid("messages", "there must be messages"))?;
    let mut conversation = Conversation::default();
    let mut open: Option<&Value> = None;
    for (index, message) in messages.iter().enumerate() {
        let at = format!("messages[{index}]");
        let content = message["content"].as_str().ok_or_else(|| ApiError::invalid(&at, "content must be a string"))?;
        let role = message["role"].as_str().unwrap_or_default();
        match (role, open.take()) {
            ("function", Some(name)) if *name == message["name"] => {
                if serde_json::from_str::<Value>(content).is_err() {
                    return Err(ApiError::invalid(at, "the content of a function must be JSON"));
                }
                conversation.push_input(content);
            }
            ("function", _) => return Err(ApiError::invalid(at, "this result follows no call of its function")),
            (_, Some(name)) => return Err(ApiError::invalid(at, format!("the call of {name} has no result"))),
            ("system", None) if index > 0 => return Err(ApiError::invalid(at, "system message must be the first")),
            ("system", None) => {}
            ("user", None) => conversation.push_input(content),
            ("assistant", None) => {
                open = check_answer(message, &at)?;
                conversation.push_output(content);
            }
            (other, None) => return Err(ApiError::invalid(at, format!("there is no role {other:?}"))),
        }
    }
    match open {
        Some(name) => Err(ApiError::invalid("messages", format!("the call of {name} has no result"))),
        None => Ok(conversation),
    }
}

/// The name that the message calls, if it calls one.
fn check_answer<'a>(message: &'a Value, at: &str) -> Result<Option<&'a Value>, ApiError> {
    let Some(call) = message.get("function_call") else {
        let empty = message["content"].as_str().is_none_or(|text| text.trim().is_empty());
        return if empty { Err(ApiError::invalid(at, "a message must say something")) } else { Ok(None) };
    };
    check_name(call.get("name"), &format!("{at}.function_call.name"))?;
    if !call["arguments"].is_object() {
        return Err(ApiError::invalid(format!("{at}.function_call.arguments"), "arguments must be an object"));
    }
    Ok(call.get("name"))
}

const FIELDS: [&str; 13] = [
    "function_call",
    "functions",
    "max_tokens",
    "messages",
    "model",
    "n",
    "profanity_check",
    "reasoning_effort",
    "repetition_penalty",
    "stream",
    "temperature",
    "top_p",
    "update_interval",
];
