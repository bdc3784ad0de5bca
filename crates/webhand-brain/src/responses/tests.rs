//! Helpers of this format's tests.

mod answers;
mod requests;

use serde_json::{Value, json};

use super::{ResponsesFormat, ResponsesOptions};
use crate::format::AnswerOrigin;

fn format() -> ResponsesFormat {
    let source = AnswerOrigin { provider: "api.test/v1".to_owned(), model: "m1".to_owned() };
    ResponsesFormat { source, options: ResponsesOptions::of("m1") }
}

/// A whole response with this output.
fn response(output: &Value) -> Value {
    json!({"object": "response", "status": "completed", "error": null, "incomplete_details": null, "output": output,
        "usage": {"input_tokens": 325, "input_tokens_details": {"cached_tokens": 300}, "output_tokens": 7}})
}

/// Reasoning, text and two calls.
fn output() -> Value {
    json!([
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA+/=="},
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": [{"type": "output_text", "text": "I pay.", "annotations": []}]},
        call("a", "fill", r#"{"ref":"e1","value":"š"}"#),
        call("b", "press", r#"{"key":"Enter"}"#),
    ])
}

fn call(id: &str, name: &str, arguments: &str) -> Value {
    json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": format!("call_{id}"), "name": name,
        "arguments": arguments, "status": "completed"})
}
