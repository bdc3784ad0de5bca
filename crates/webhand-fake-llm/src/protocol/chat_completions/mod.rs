//! The Chat Completions format of the `OpenAI` family.

mod messages;
mod render;
mod request;
mod tools;

use serde_json::{Value, json};

use crate::protocol::checks::admit_bearer;
use crate::protocol::{Ask, Problem, Protocol, StreamedUsage};
use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::script::Script;
use crate::script::stream_shape::StreamShape;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Chat;

impl Protocol for Chat {
    fn admit(&self, request: &Recorded, script: &Script) -> Result<(), Problem> {
        admit_bearer(request, script)
    }

    fn check(&self, _: &Recorded, body: &Value, script: &Script) -> Result<Ask, Problem> {
        request::check(body, script)
    }

    fn whole(&self, answer: &Answer) -> Value {
        render::whole(answer)
    }

    fn events(&self, answer: &Answer, usage: StreamedUsage, shape: &StreamShape) -> Vec<String> {
        render::events(answer, usage, shape)
    }

    fn error(&self, problem: &Problem) -> Value {
        json!({"error": {
            "message": problem.message, "type": problem.kind, "param": problem.param, "code": problem.code,
        }})
    }

    fn error_inside(&self, code: u16) -> Value {
        json!({"error": {"code": code, "message": "this error stands in the script", "metadata": {}}})
    }

    fn error_event(&self, code: u16) -> String {
        render::event(&self.error_inside(code))
    }
}
