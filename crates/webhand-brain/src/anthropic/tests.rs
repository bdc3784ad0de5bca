//! Helpers of this format's tests.

mod answers;
mod requests;

use serde_json::{Value, json};

use super::{AnthropicFormat, AnthropicOptions};
use crate::format::AnswerOrigin;

fn format() -> AnthropicFormat {
    let source = AnswerOrigin { provider: "api.test/v1".to_owned(), model: "m1".to_owned() };
    AnthropicFormat { source, options: AnthropicOptions::default() }
}

/// A whole message with this content.
fn message(content: &Value) -> Value {
    json!({"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use",
        "usage": {"input_tokens": 5, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 300, "output_tokens": 7}})
}

/// Thinking, text and two calls.
fn content() -> Value {
    json!([
        {"type": "thinking", "thinking": "Pay\n„jetzt“?", "signature": "c2ln+/=="},
        {"type": "text", "text": "I pay."},
        {"type": "tool_use", "id": "toolu_a", "name": "fill", "input": {"ref": "e1", "value": "š"}},
        {"type": "tool_use", "id": "toolu_b", "name": "press", "input": {"key": "Enter"}},
    ])
}
