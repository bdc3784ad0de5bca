//! The Responses format of `OpenAI`.

mod input;
mod native;
mod render;
mod request;

use serde_json::{Value, json};

use crate::protocol::checks::authorize_bearer;
use crate::protocol::{ApiError, CheckedRequest, Protocol, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ResponsesProtocol;

impl Protocol for ResponsesProtocol {
    fn authorize(&self, request: &RecordedRequest, script: &Script) -> Result<(), ApiError> {
        authorize_bearer(request, script)
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
        json!({"error": {
            "message": problem.message, "type": problem.kind, "param": problem.param, "code": problem.code,
        }})
    }

    fn render_error_in_200(&self, code: u16) -> Value {
        self.render_error(&ApiError::new(code, "this error stands in the script").with_code("server_error"))
    }

    fn render_error_event(&self, code: u16) -> String {
        let code = if code == 429 { "rate_limit_exceeded" } else { "server_error" };
        render::event(&json!({
            "type": "error", "code": code, "message": "this error stands in the script", "param": null, "sequence_number": 1,
        }))
    }
}
