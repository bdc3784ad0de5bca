//! Helpers of this format's tests.

mod answers;
mod failures;
mod requests;
mod streams;
mod text_calls;

use serde_json::{Value, json};

use super::{ChatCompletionsFormat, ChatCompletionsOptions};
use crate::format::AnswerOrigin;
use crate::format::tests::{answered, listed, prompt, turn};

fn format() -> ChatCompletionsFormat {
    let source = AnswerOrigin { provider: "api.test/v1".to_owned(), model: "m1".to_owned() };
    ChatCompletionsFormat { source, options: ChatCompletionsOptions::openai() }
}

/// A completion with this message.
fn completion(message: &Value) -> Vec<u8> {
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).to_string().into_bytes()
}

fn native(id: &str, name: &str, arguments: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
}
