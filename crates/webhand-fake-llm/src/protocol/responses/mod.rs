//! The Responses format of `OpenAI`.

mod input;
mod native;
mod render;
mod request;

use serde_json::{Value, json};

use crate::protocol::checks::admit_bearer;
use crate::protocol::{Ask, Problem, Protocol, StreamedUsage};
use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Responses;

impl Protocol for Responses {
    fn admit(&self, request: &Recorded, script: &Script) -> Result<(), Problem> {
        admit_bearer(request, script)
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
        json!({"error": {
            "message": problem.message, "type": problem.kind, "param": problem.param, "code": problem.code,
        }})
    }

    fn error_inside(&self, code: u16) -> Value {
        self.error(&Problem::of(code, "this error stands in the script").with_code("server_error"))
    }

    fn error_event(&self, code: u16) -> String {
        let code = if code == 429 { "rate_limit_exceeded" } else { "server_error" };
        render::event(&json!({
            "type": "error", "code": code, "message": "this error stands in the script", "param": null, "sequence_number": 1,
        }))
    }
}
