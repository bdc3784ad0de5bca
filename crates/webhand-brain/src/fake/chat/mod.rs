//! The Chat Completions format of the `OpenAI` family.

mod messages;
mod render;
mod request;
mod tools;

use serde_json::{Value, json};

use super::{
    answer::Answer,
    pieces::StreamShape,
    protocol::{Ask, Problem, Protocol, StreamedUsage},
    record::Recorded,
    script::Script,
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Chat;

impl Protocol for Chat {
    fn admit(&self, request: &Recorded, script: &Script) -> Result<(), Problem> {
        let scheme = request.header("authorization").and_then(|value| value.split_once(' '));
        let key = scheme.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map_or("", |(_, key)| key.trim());
        if key.is_empty() {
            return Err(Problem::of(401, "no key came with the request; send it as a bearer token"));
        }
        if script.key.as_ref().is_some_and(|expected| expected != key) {
            return Err(Problem::of(401, "this key is not valid here").with_code("invalid_api_key"));
        }
        Ok(())
    }

    fn check(&self, body: &Value, script: &Script) -> Result<Ask, Problem> {
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
