//! The conversation in a request: roles, blocks, signatures, and that every call is answered right after it.

use serde_json::Value;

use crate::protocol::ApiError;
use crate::protocol::checks::{check_name, is_base64, sign};
use crate::response::completion::follows_thoughts;
use crate::script::rule::Conversation;

pub(super) fn check(messages: Option<&Value>) -> Result<Conversation, ApiError> {
    let messages = messages.and_then(Value::as_array).filter(|messages| !messages.is_empty());
    let messages = messages.ok_or_else(|| ApiError::invalid("messages", "at least one message is required"))?;
    let mut conversation = Conversation::default();
    // The ids of the calls in the message before.
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let at = format!("messages.{index}");
        let content = message.get("content").unwrap_or(&Value::Null);
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        let owner = match role {
            "user" => ContentOwner::User,
            "assistant" if index > 0 => ContentOwner::Assistant,
            _ => return Err(ApiError::invalid(at, "messages are of the user or the assistant, the user's first")),
        };
        check_content(content, &at, owner)?;
        let blocks = content.as_array().map(Vec::as_slice).unwrap_or_default();
        let answers: Vec<&str> = blocks.iter().map_while(|block| block["tool_use_id"].as_str()).collect();
        check_answers(&open, &answers, &at)?;
        if blocks.iter().skip(answers.len()).any(|block| block["type"] == "tool_result") {
            return Err(ApiError::invalid(at, "tool_result blocks must come first in their message"));
        }
        open =
            blocks.iter().filter(|block| block["type"] == "tool_use").filter_map(|call| call["id"].as_str()).collect();
        match owner {
            ContentOwner::Assistant => conversation.push_output(&text_of(content)),
            ContentOwner::User | ContentOwner::System | ContentOwner::Result => {
                conversation.push_input(&text_of(content));
            }
        }
    }
    check_answers(&open, &[], "messages")?;
    if messages.last().is_some_and(|last| last["role"] == "assistant") {
        return Err(ApiError::invalid("messages", "this model does not support assistant message prefill"));
    }
    Ok(conversation)
}

/// The owner of a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentOwner {
    System,
    User,
    Assistant,
    /// Of a call.
    Result,
}

pub(super) fn check_content(content: &Value, at: &str, owner: ContentOwner) -> Result<(), ApiError> {
    let blocks = match content {
        Value::String(text) if !text.trim().is_empty() => return Ok(()),
        Value::Array(blocks) if !blocks.is_empty() => blocks,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            return Err(ApiError::invalid(format!("{at}.content"), "content must be a text or blocks, and not empty"));
        }
    };
    for (index, block) in blocks.iter().enumerate() {
        check_block(block, &format!("{at}.content.{index}"), owner)?;
    }
    let thinks =
        |block: &Value| ["thinking", "redacted_thinking"].contains(&block["type"].as_str().unwrap_or_default());
    let thoughtful = blocks.iter().any(|block| block["id"].as_str().is_some_and(follows_thoughts));
    if thoughtful && !blocks.iter().any(thinks) {
        return Err(ApiError::invalid(at, "the thinking blocks that came with these tool_use blocks are missing"));
    }
    Ok(())
}

fn check_block(block: &Value, at: &str, owner: ContentOwner) -> Result<(), ApiError> {
    let kind = block["type"].as_str().unwrap_or_default();
    match (kind, owner) {
        ("text", _) if block["text"].as_str().is_some_and(|text| !text.trim().is_empty()) => Ok(()),
        ("text", _) => Err(ApiError::invalid(at, "text content blocks must be non-empty")),
        ("image", ContentOwner::User | ContentOwner::Result) => check_image(&block["source"], at),
        ("tool_use", ContentOwner::Assistant) => {
            check_name(block.get("name"), &format!("{at}.name"))?;
            check_name(block.get("id"), &format!("{at}.id"))?;
            if block["input"].is_object() {
                Ok(())
            } else {
                Err(ApiError::invalid(format!("{at}.input"), "input should be a valid dictionary"))
            }
        }
        ("tool_result", ContentOwner::User) => {
            check_name(block.get("tool_use_id"), &format!("{at}.tool_use_id"))?;
            let mut parts = block["content"].as_array().into_iter().flatten();
            if block["is_error"] == true && parts.any(|part| part["type"] != "text") {
                return Err(ApiError::invalid(at, "all content must be type \"text\" if \"is_error\" is true"));
            }
            match block.get("content") {
                None => Ok(()),
                Some(content) => check_content(content, at, ContentOwner::Result),
            }
        }
        ("thinking", ContentOwner::Assistant) => {
            let thought = block["thinking"].as_str().unwrap_or_default();
            if block["signature"].as_str() == Some(sign(thought).as_str()) {
                Ok(())
            } else {
                Err(ApiError::invalid(at, "invalid signature in thinking block"))
            }
        }
        ("redacted_thinking", ContentOwner::Assistant) => Ok(()),
        _ => Err(ApiError::invalid(at, format!("a block of type {kind:?} does not belong here"))),
    }
}

fn check_image(source: &Value, at: &str) -> Result<(), ApiError> {
    let good = match source["type"].as_str() {
        Some("base64") => {
            let kind = source["media_type"].as_str().unwrap_or_default();
            let known = ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(&kind);
            known && source["data"].as_str().is_some_and(is_base64)
        }
        Some("url") => source["url"].as_str().is_some_and(|url| url.starts_with("https://")),
        Some("file") => source["file_id"].is_string(),
        Some(_) | None => false,
    };
    if good { Ok(()) } else { Err(ApiError::invalid(format!("{at}.source"), "this is not an image source")) }
}

/// Every call of the message before must be answered here, and nothing else.
fn check_answers(calls: &[&str], answers: &[&str], at: &str) -> Result<(), ApiError> {
    let left: Vec<&str> = calls.iter().filter(|id| !answers.contains(id)).copied().collect();
    if !left.is_empty() {
        let ids = left.join(", ");
        let why = format!("tool_use ids were found without tool_result blocks immediately after: {ids}");
        return Err(ApiError::invalid(at, why));
    }
    let twice = answers.iter().enumerate().any(|(at, id)| answers[..at].contains(id));
    match answers.iter().find(|id| !calls.contains(id)) {
        Some(id) => Err(ApiError::invalid(at, format!("unexpected tool_use_id found in tool_result blocks: {id}"))),
        None if twice => Err(ApiError::invalid(at, "each tool_use must have a single result")),
        None => Ok(()),
    }
}

/// All text of a content, results included.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let text = |block: &Value| block["text"].as_str().map_or_else(|| text_of(&block["content"]), str::to_owned);
            blocks.iter().map(text).collect::<Vec<_>>().join("\n")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}
