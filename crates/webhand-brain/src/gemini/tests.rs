//! Helpers of this format's tests.

mod answers;
mod requests;

use serde_json::{Value, json};

use super::{GeminiFormat, GeminiOptions};
use crate::format::AnswerOrigin;

fn format() -> GeminiFormat {
    let source = AnswerOrigin { provider: "api.test/v1beta".to_owned(), model: "gemini-3-x".to_owned() };
    GeminiFormat { source, options: GeminiOptions::default() }
}

/// A whole answer with these parts.
fn whole(parts: &Value) -> Value {
    json!({"candidates": [{"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": parts}}],
        "usageMetadata": {"promptTokenCount": 325, "cachedContentTokenCount": 300, "candidatesTokenCount": 5,
            "thoughtsTokenCount": 2}})
}

/// A thought, text and two calls, of which the first is signed.
fn parts() -> Value {
    json!([
        {"text": "Pay?", "thought": true},
        {"text": "I pay."},
        {"functionCall": {"id": "fc1", "name": "fill", "args": {"ref": "e1", "value": "š"}}, "thoughtSignature": "c2ln+/=="},
        {"functionCall": {"name": "press", "args": {"key": "Enter"}}},
    ])
}
