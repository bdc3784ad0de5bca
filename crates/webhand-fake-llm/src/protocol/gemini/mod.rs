//! The generateContent format of Gemini.

mod contents;
mod native;
mod render;
mod request;

use serde_json::{Value, json};

use crate::protocol::checks::admit_bare;
use crate::protocol::{Ask, Problem, Protocol, StreamedUsage};
use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Gemini;

impl Protocol for Gemini {
    fn admit(&self, request: &Recorded, script: &Script) -> Result<(), Problem> {
        // A wrong key is a bad request here.
        let refused = |problem: Problem| Problem::of(400, problem.message).with_code("API_KEY_INVALID");
        admit_bare(request, "x-goog-api-key", script).map_err(refused)
    }

    fn check(&self, request: &Recorded, body: &Value, script: &Script) -> Result<Ask, Problem> {
        request::check(request, body, script)
    }

    fn whole(&self, answer: &Answer) -> Value {
        render::whole(answer)
    }

    fn events(&self, answer: &Answer, _: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, shape)
    }

    fn list(&self, models: &[String]) -> Value {
        let one = |name: &String| {
            json!({"name": format!("models/{name}"), "displayName": name, "inputTokenLimit": 32_768,
                "supportedGenerationMethods": ["generateContent", "countTokens"]})
        };
        json!({"models": models.iter().map(one).collect::<Vec<_>>()})
    }

    fn error(&self, problem: &Problem) -> Value {
        // There is no field for the place, so it stands in the text.
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

    fn error_inside(&self, code: u16) -> Value {
        error(code, "this error stands in the script")
    }

    fn error_event(&self, code: u16) -> String {
        render::event(&self.error_inside(code))
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
