//! An answer written as one response, or as the pieces of a streamed one.

use serde_json::{Value, json};

use crate::protocol::checks::sign;
use crate::response::completion::{Completion, CompletionCall};
use crate::script::stream_shape::StreamShape;
use crate::script::{FinishReason, ScriptedUsage};

pub(super) fn whole(answer: &Completion) -> Value {
    let mut parts = thoughts(answer);
    if !answer.text.is_empty() {
        parts.push(json!({"text": answer.text.concat()}));
    }
    parts.extend(calls(answer));
    response(answer, &parts, &reason(answer))
}

pub(super) fn events(answer: &Completion, shape: &StreamShape) -> Vec<String> {
    let mut all: Vec<Vec<Value>> = thoughts(answer).into_iter().map(|part| vec![part]).collect();
    all.extend(answer.text.iter().map(|piece| vec![json!({"text": piece})]));
    // Calls always come whole in this format.
    all.push(calls(answer));
    let mut chunks: Vec<Value> = all.iter().map(|parts| response(answer, parts, &Value::Null)).collect();
    chunks.push(response(answer, &[json!({"text": ""})], &reason(answer)));
    shape.with_comments(chunks.iter().map(event).collect())
}

pub(super) fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// The provider's signature of a call, which does not depend on the call's name. Of several calls only the first is signed.
pub(super) fn signature(call: &Value) -> String {
    sign(&call["args"].to_string())
}

fn thoughts(answer: &Completion) -> Vec<Value> {
    answer.thoughts.iter().map(|thought| json!({"text": thought, "thought": true})).collect()
}

fn calls(answer: &Completion) -> Vec<Value> {
    let mut parts: Vec<Value> =
        answer.calls.iter().filter_map(call).map(|call| json!({"functionCall": call})).collect();
    if let Some(first) = parts.first_mut() {
        first["thoughtSignature"] = signature(&first["functionCall"]).into();
    }
    parts
}

/// A call, if its arguments are valid JSON: the provider sends no others.
fn call(called: &CompletionCall) -> Option<Value> {
    let args: Value = serde_json::from_str(&called.arguments).ok()?;
    args.is_object().then(|| json!({"id": called.id, "name": called.name, "args": args}))
}

fn response(answer: &Completion, parts: &[Value], reason: &Value) -> Value {
    let mut candidate = json!({"index": 0, "content": {"role": "model", "parts": parts}});
    if !reason.is_null() {
        candidate["finishReason"] = reason.clone();
    }
    json!({
        "candidates": [candidate], "usageMetadata": usage_of(answer.usage), "modelVersion": answer.model,
        "responseId": format!("response-{}", answer.number),
    })
}

fn usage_of(usage: ScriptedUsage) -> Value {
    json!({
        "promptTokenCount": usage.input, "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": usage.output, "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.input + usage.output + usage.reasoning,
    })
}

fn reason(answer: &Completion) -> Value {
    if answer.refusal.is_some() {
        return json!("SAFETY");
    }
    let botched = answer.calls.iter().any(|called| call(called).is_none());
    match answer.finish {
        FinishReason::Length => json!("MAX_TOKENS"),
        FinishReason::ContentFilter => json!("PROHIBITED_CONTENT"),
        FinishReason::Error => json!("OTHER"),
        FinishReason::Missing => Value::Null,
        FinishReason::Stop | FinishReason::ToolCalls if botched => json!("MALFORMED_FUNCTION_CALL"),
        FinishReason::Stop | FinishReason::ToolCalls => json!("STOP"),
    }
}
