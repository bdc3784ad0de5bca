//! The reply to a call, as a tool result.
//!
//! Invariant: structured content is present only where it holds all that the text does, because some clients give the
//! model only one of the two.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};
use webhand_engine::{CallReply, EngineError};
use webhand_wire::agent::{AgentData, AgentReply};

/// The result of a call.
pub(super) fn result(reply: &Result<CallReply, EngineError>) -> CallToolResult {
    let reply = crate::reply(None, reply);
    if reply.success { done(reply.data.unwrap_or_default()) } else { failed(reply) }
}

/// The result of a failed call, with a text and an error code.
pub(super) fn error(code: &str, text: impl Into<String>) -> CallToolResult {
    failed(AgentReply::failed(None, code, text))
}

fn done(data: AgentData) -> CallToolResult {
    let mut structured = Map::new();
    if let Some(value) = data.value {
        structured.insert("value".to_owned(), value);
    }
    if !data.changes.is_empty() {
        if structured.is_empty() {
            structured.insert("text".to_owned(), data.text.clone().into());
        }
        structured.insert("changes".to_owned(), data.changes.into());
    }
    let mut content = vec![ContentBlock::text(data.text)];
    content.extend(data.picture.map(|picture| ContentBlock::image(picture.base64, picture.mime)));
    let mut result = CallToolResult::success(content);
    result.structured_content = (!structured.is_empty()).then_some(Value::Object(structured));
    result
}

fn failed(reply: AgentReply) -> CallToolResult {
    let error = reply.error.unwrap_or_default();
    // The data of a failed action holds its outcome with the changes it made.
    let text = reply.data.map(|data| data.text).filter(|text| !text.is_empty()).unwrap_or(error);
    let mut structured = Map::new();
    structured.insert("code".to_owned(), reply.code.into());
    structured.insert("error".to_owned(), text.clone().into());
    if let Some(approval) = reply.approval.and_then(|approval| serde_json::to_value(approval).ok()) {
        structured.insert("approval".to_owned(), approval);
    }
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(Value::Object(structured));
    result
}
