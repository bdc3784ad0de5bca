//! The format of `GigaChat`: a token for the key first, then functions of its own kind.

mod render;
mod request;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::protocol::{Ask, Problem, Protocol, StreamedUsage};
use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::response::reply::Reply;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct GigaChat;

impl Protocol for GigaChat {
    fn admit(&self, request: &Recorded, _: &Script) -> Result<(), Problem> {
        let token = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        match token {
            Some(TOKEN) => Ok(()),
            Some(_) | None => Err(Problem::of(401, "Token has expired or is none")),
        }
    }

    fn check(&self, _: &Recorded, body: &Value, script: &Script) -> Result<Ask, Problem> {
        request::check(body, script)
    }

    fn whole(&self, answer: &Answer) -> Value {
        render::whole(answer)
    }

    fn events(&self, answer: &Answer, _: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, shape)
    }

    fn error(&self, problem: &Problem) -> Value {
        json!({"status": problem.status, "message": problem.message})
    }

    fn error_inside(&self, code: u16) -> Value {
        json!({"status": code, "message": "this error stands in the script"})
    }

    fn error_event(&self, code: u16) -> String {
        render::event(&self.error_inside(code))
    }
}

/// Hands out a token for the script's key.
pub(crate) fn token(request: &Recorded, script: &Script, now: SystemTime) -> Result<Reply, Problem> {
    let id = request.header("rquid").unwrap_or_default();
    let is_uuid = id.len() == 36 && id.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
    if !is_uuid || !id.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit()) {
        return Err(Problem::of(400, "the header RqUID must be a UUID"));
    }
    let key = request.header("authorization").and_then(|value| value.strip_prefix("Basic ")).unwrap_or_default();
    if key.is_empty() || script.key.as_ref().is_some_and(|expected| expected != key) {
        return Err(Problem::of(401, "Authorization error: header is incorrect"));
    }
    if !SCOPES.iter().any(|scope| request.body == format!("scope={scope}")) {
        return Err(Problem::of(400, "scope is empty or unknown"));
    }
    let ends = now.duration_since(UNIX_EPOCH).unwrap_or_default() + LIFE;
    Ok(Reply::json(200, &json!({"access_token": TOKEN, "expires_at": u64::try_from(ends.as_millis()).unwrap_or(0)})))
}

/// Where tokens are handed out.
pub(crate) const TOKEN_PATH: &str = "/api/v2/oauth";
const TOKEN: &str = "fake-token";
const LIFE: Duration = Duration::from_mins(30);
const SCOPES: [&str; 3] = ["GIGACHAT_API_PERS", "GIGACHAT_API_B2B", "GIGACHAT_API_CORP"];
