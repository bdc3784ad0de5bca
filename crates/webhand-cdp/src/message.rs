//! Encodes calls into frames, and decodes frames into replies and events.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::protocol::SessionId;

/// Encodes one call.
pub(super) fn encode(
    id: u64,
    session: Option<&SessionId>,
    method: &str,
    params: &impl Serialize,
) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&Outgoing { id, method, params, session_id: session })
}

/// A decoded frame.
#[derive(Debug)]
pub(super) enum Message {
    Reply { id: u64, body: ReplyBody },
    Event { session: Option<SessionId>, method: String, params: Box<RawValue> },
}

/// The content of a reply.
#[derive(Debug)]
pub(super) enum ReplyBody {
    Result(Box<RawValue>),
    Refused {
        code: i64,
        message: String,
    },
    /// Neither a result nor an error, which the protocol does not foresee.
    Empty,
}

/// Decodes one frame; `None` when it is not a message of the protocol.
pub(super) fn decode(frame: &[u8]) -> Option<Message> {
    let incoming: Incoming<'_> = serde_json::from_slice(frame).ok()?;
    match (incoming.id, incoming.method) {
        (Some(id), _) => Some(Message::Reply { id, body: reply_body(incoming.result, incoming.error) }),
        (None, Some(method)) => Some(Message::Event {
            session: incoming.session_id,
            method: method.into_owned(),
            params: incoming.params.unwrap_or(RawValue::NULL).to_owned(),
        }),
        (None, None) => None,
    }
}

fn reply_body(result: Option<&RawValue>, error: Option<ErrorBody>) -> ReplyBody {
    match (result, error) {
        (_, Some(ErrorBody { code, message, data: Some(detail) })) => {
            ReplyBody::Refused { code, message: format!("{message}: {detail}") }
        }
        (_, Some(ErrorBody { code, message, data: None })) => ReplyBody::Refused { code, message },
        (Some(result), None) => ReplyBody::Result(result.to_owned()),
        (None, None) => ReplyBody::Empty,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outgoing<'a, P> {
    id: u64,
    method: &'a str,
    params: &'a P,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a SessionId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Incoming<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<ErrorBody>,
    session_id: Option<SessionId>,
}

#[derive(Deserialize)]
struct ErrorBody {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
    data: Option<String>,
}

#[cfg(test)]
mod tests;
