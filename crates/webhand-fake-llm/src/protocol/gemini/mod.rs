//! The generateContent format of Gemini.

mod contents;
mod native;
mod render;
mod request;

use serde_json::{Value, json};

use crate::protocol::checks::authorize_header;
use crate::protocol::{ApiError, CheckedRequest, Protocol, StreamedUsage};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct GeminiProtocol;

impl Protocol for GeminiProtocol {
    fn authorize(&self, request: &RecordedRequest, script: &Script) -> Result<(), ApiError> {
        // This provider answers a wrong key with a bad request.
        let refused = |problem: ApiError| ApiError::new(400, problem.message).with_code("API_KEY_INVALID");
        authorize_header(request, "x-goog-api-key", script).map_err(refused)
    }

    fn check_request(
        &self,
        request: &RecordedRequest,
        body: &Value,
        script: &Script,
    ) -> Result<CheckedRequest, ApiError> {
        request::check(request, body, script)
    }

    fn render_response(&self, answer: &Completion) -> Value {
        render::whole(answer)
    }

    fn render_stream(&self, answer: &Completion, _: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, shape)
    }

    fn render_models(&self, models: &[String]) -> Value {
        let one = |name: &String| {
            json!({"name": format!("models/{name}"), "displayName": name, "inputTokenLimit": 32_768,
                "supportedGenerationMethods": ["generateContent", "countTokens"]})
        };
        json!({"models": models.iter().map(one).collect::<Vec<_>>()})
    }

    fn render_error(&self, problem: &ApiError) -> Value {
        // The format has no field for the place of the error, so the message names it.
        let message = match &problem.param {
            Some(place) => format!("{place}: {}", problem.message),
            None => problem.message.clone(),
        };
        let mut error = error(problem.status, &message);
        if let Some(code) = &problem.code {
            let info = "type.googleapis.com/google.rpc.ErrorInfo";
            error["error"]["details"] = json!([{"@type": info, "reason": code, "domain": "googleapis.com"}]);
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
    let word = match status {
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        500 => "INTERNAL",
        504 => "DEADLINE_EXCEEDED",
        501.. => "UNAVAILABLE",
        0..500 => "INVALID_ARGUMENT",
    };
    json!({"error": {"code": status, "message": message, "status": word}})
}
