//! The format of `GigaChat`: a token for the key first, then functions of its own kind.

mod render;
mod request;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::protocol::{ApiError, CheckedRequest, Protocol, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::response::http_reply::HttpReply;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct GigaChatProtocol;

impl Protocol for GigaChatProtocol {
    fn authorize(&self, request: &RecordedRequest, _: &Script) -> Result<(), ApiError> {
        let token = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        match token {
            Some(TOKEN) => Ok(()),
            Some(_) | None => Err(ApiError::new(401, "Token has expired or is none")),
        }
    }

    fn check_request(&self, _: &RecordedRequest, body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
        request::check(body, script)
    }

    fn render_response(&self, answer: &Completion) -> Value {
        render::whole(answer)
    }

    fn render_stream(&self, answer: &Completion, _: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, shape)
    }

    fn render_error(&self, problem: &ApiError) -> Value {
        json!({"status": problem.status, "message": problem.message})
    }

    fn render_error_in_200(&self, code: u16) -> Value {
        json!({"status": code, "message": "this error stands in the script"})
    }

    fn render_error_event(&self, code: u16) -> String {
        render::event(&self.render_error_in_200(code))
    }
}

/// Issues a token for the script's key.
pub(crate) fn token(request: &RecordedRequest, script: &Script, now: SystemTime) -> Result<HttpReply, ApiError> {
    let id = request.header("rquid").unwrap_or_default();
    let is_uuid = id.len() == 36 && id.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    if !is_uuid || !id.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit()) {
        return Err(ApiError::new(400, "the header RqUID must be a UUID"));
    }
    let key = request.header("authorization").and_then(|value| value.strip_prefix("Basic ")).unwrap_or_default();
    if key.is_empty() || script.key.as_ref().is_some_and(|expected| expected != key) {
        return Err(ApiError::new(401, "Authorization error: header is incorrect"));
    }
    if !SCOPES.iter().any(|scope| request.body == format!("scope={scope}")) {
        return Err(ApiError::new(400, "scope is empty or unknown"));
    }
    let ends = now.duration_since(UNIX_EPOCH).unwrap_or_default() + LIFE;
    Ok(HttpReply::json(
        200,
        &json!({"access_token": TOKEN, "expires_at": u64::try_from(ends.as_millis()).unwrap_or(0)}),
    ))
}

/// The path of the token server.
pub(crate) const TOKEN_PATH: &str = "/api/v2/oauth";
const TOKEN: &str = "fake-token";
const LIFE: Duration = Duration::from_mins(30);
const SCOPES: [&str; 3] = ["GIGACHAT_API_PERS", "GIGACHAT_API_B2B", "GIGACHAT_API_CORP"];
