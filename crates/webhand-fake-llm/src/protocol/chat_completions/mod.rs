//! The Chat Completions format of the `OpenAI` family.

mod messages;
mod render;
mod request;
mod tools;

use serde_json::{Value, json};

use crate::protocol::checks::authorize_bearer;
use crate::protocol::{ApiError, CheckedRequest, Protocol, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ChatProtocol;

impl Protocol for ChatProtocol {
    fn authorize(&self, request: &RecordedRequest, script: &Script) -> Result<(), ApiError> {
        authorize_bearer(request, script)
    }

    fn check_request(&self, _: &RecordedRequest, body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
        request::check(body, script)
    }

    fn render_response(&self, answer: &Completion) -> Value {
        render::whole(answer)
    }

    fn render_stream(&self, answer: &Completion, usage: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, usage, shape)
    }

    fn render_error(&self, problem: &ApiError) -> Value {
        json!({"error": {
            "message": problem.message, "type": problem.kind, "param": problem.param, "code": problem.code,
        }})
    }

    fn render_error_in_200(&self, code: u16) -> Value {
        json!({"error": {"code": code, "message": "this error stands in the script", "metadata": {}}})
    }

    fn render_error_event(&self, code: u16) -> String {
        render::event(&self.render_error_in_200(code))
    }
}
