//! An answer written as a completion, or as the chunks of a streamed one.

use serde_json::{Value, json};

use crate::protocol::checks::sign;
use crate::response::completion::Completion;
use crate::script::stream_shape::StreamShape;
use crate::script::{FinishReason, ScriptedUsage};

pub(super) fn whole(answer: &Completion) -> Value {
    let mut message = json!({"role": "assistant", "content": answer.text.concat()});
    call(&mut message, answer);
    let choice = json!({"index": 0, "message": message, "finish_reason": reason(answer)});
    completion(answer, &choice, &usage_of(answer.usage))
}

pub(super) fn events(answer: &Completion, shape: &StreamShape) -> Vec<String> {
    let mut deltas = vec![json!({"role": "assistant", "content": ""})];
    deltas.extend(answer.text.iter().map(|piece| json!({"content": piece})));
    if !answer.calls.is_empty() {
        let mut delta = json!({"content": ""});
        call(&mut delta, answer);
        deltas.push(delta);
    }
    let chunk = |delta: &Value| completion(answer, &json!({"index": 0, "delta": delta}), &Value::Null);
    let mut chunks: Vec<Value> = deltas.iter().map(chunk).collect();
    let end = json!({"index": 0, "delta": {"content": ""}, "finish_reason": reason(answer)});
    chunks.push(completion(answer, &end, &usage_of(answer.usage)));
    let mut events: Vec<String> = chunks.iter().map(event).collect();
    events.push("data: [DONE]\n\n".to_owned());
    shape.with_comments(events)
}

pub(super) fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// Adds the first call: an answer of this format holds only one.
fn call(message: &mut Value, answer: &Completion) {
    let Some(called) = answer.calls.first() else { return };
    let arguments: Value = serde_json::from_str(&called.arguments).unwrap_or_else(|_| json!(called.arguments));
    message["function_call"] = json!({"name": called.name, "arguments": arguments});
    message["functions_state_id"] = sign(&called.arguments).into();
}

fn completion(answer: &Completion, choice: &Value, usage: &Value) -> Value {
    let mut body = json!({"choices": [choice], "created": 1, "model": answer.model, "object": "chat.completion"});
    if !usage.is_null() {
        body["usage"] = usage.clone();
    }
    body
}

fn usage_of(usage: ScriptedUsage) -> Value {
    json!({
        "prompt_tokens": usage.input, "completion_tokens": usage.output, "precached_prompt_tokens": usage.cached,
        "total_tokens": usage.input + usage.output,
    })
}

fn reason(answer: &Completion) -> Value {
    if answer.refusal.is_some() {
        return json!("blacklist");
    }
    match answer.finish {
        FinishReason::Stop => json!("stop"),
        FinishReason::ToolCalls => json!("function_call"),
        FinishReason::Length => json!("length"),
        FinishReason::ContentFilter => json!("blacklist"),
        FinishReason::Error => json!("error"),
        FinishReason::Missing => Value::Null,
    }
}
