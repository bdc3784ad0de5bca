//! The Messages format of Anthropic.

mod messages;
mod native;
mod render;
mod request;

use serde_json::{Value, json};

use crate::protocol::checks::{authorize_bearer, authorize_header};
use crate::protocol::{ApiError, CheckedRequest, Protocol, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct AnthropicProtocol;

impl Protocol for AnthropicProtocol {
    fn authorize(&self, request: &RecordedRequest, script: &Script) -> Result<(), ApiError> {
        // The vendor's newest client sends a bearer token; older ones, and most others, a header of its own.
        match request.header("x-api-key") {
            Some(_) => authorize_header(request, "x-api-key", script),
            None => authorize_bearer(request, script),
        }
    }

    fn check_request(
        &self,
        request: &RecordedRequest,
        body: &Value,
        script: &Script,
    ) -> Result<CheckedRequest, ApiError> {
        if request.header("anthropic-version").is_none() {
            return Err(ApiError::invalid("anthropic-version", "the header anthropic-version is required"));
        }
        request::check(request.header("anthropic-beta").unwrap_or_default(), body, script)
    }

    fn render_response(&self, answer: &Completion) -> Value {
        render::whole(answer)
    }

    fn render_stream(&self, answer: &Completion, _: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, shape)
    }

    fn render_models(&self, models: &[String]) -> Value {
        let one = |name: &String| json!({"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z", "max_input_tokens": 32_768});
        let data: Vec<Value> = models.iter().map(one).collect();
        json!({"data": data, "has_more": false, "first_id": models.first(), "last_id": models.last()})
    }

    fn render_error(&self, problem: &ApiError) -> Value {
        let mut error = error(problem.status, &problem.message);
        if let Some(code) = &problem.code {
            error["error"]["details"] = json!({"error_code": code});
        }
        error
    }

    fn render_error_in_200(&self, code: u16) -> Value {
        error(code, "this error stands in the script")
    }

    fn render_error_event(&self, code: u16) -> String {
        render::event(&self.render_error_in_200(code))
    }
}

fn error(status: u16, message: &str) -> Value {
    let kind = match status {
        401 => "authentication_error",
        402 => "billing_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        504 => "timeout_error",
        529 => "overloaded_error",
        500.. => "api_error",
        0..500 => "invalid_request_error",
    };
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_fake"})
}
