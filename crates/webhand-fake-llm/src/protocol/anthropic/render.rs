//! An answer written as a message, or as the events of a streamed one.

use serde_json::{Value, json};

use crate::protocol::checks::sign;
use crate::response::completion::{Completion, CompletionCall};
use crate::script::stream_shape::StreamShape;
use crate::script::{FinishReason, ScriptedUsage};

pub(super) fn whole(answer: &Completion) -> Value {
    let mut content: Vec<Value> = answer.thoughts.iter().map(|thought| thinking(thought, &sign(thought))).collect();
    if !answer.text.is_empty() {
        content.push(json!({"type": "text", "text": answer.text.concat()}));
    }
    content.extend(answer.calls.iter().map(|called| {
        // Broken arguments are no object, so a whole message holds them as a string.
        let input = serde_json::from_str(&called.arguments).unwrap_or_else(|_| json!(called.arguments));
        call(called, &input)
    }));
    let mut message = message(answer, &json!(content));
    message["stop_reason"] = reason(answer);
    message["stop_details"] = details(answer);
    message["usage"] = usage_of(answer.usage, answer.usage.output);
    message
}

pub(super) fn events(answer: &Completion, shape: &StreamShape) -> Vec<String> {
    let mut start = message(answer, &json!([]));
    start["usage"] = usage_of(answer.usage, 1);
    let mut all = vec![json!({"type": "message_start", "message": start}), json!({"type": "ping"})];
    let mut index = 0;
    let mut block = |opened: Value, deltas: Vec<Value>| {
        all.push(json!({"type": "content_block_start", "index": index, "content_block": opened}));
        let delta = |delta| json!({"type": "content_block_delta", "index": index, "delta": delta});
        all.extend(deltas.into_iter().map(delta));
        all.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    };
    for thought in &answer.thoughts {
        let told = json!({"type": "thinking_delta", "thinking": thought});
        block(thinking("", ""), vec![told, json!({"type": "signature_delta", "signature": sign(thought)})]);
    }
    if !answer.text.is_empty() {
        let deltas = answer.text.iter().map(|piece| json!({"type": "text_delta", "text": piece}));
        block(json!({"type": "text", "text": ""}), deltas.collect());
    }
    for called in &answer.calls {
        let pieces = shape.fragments_of(&called.arguments).into_iter();
        let deltas = pieces.map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
        block(call(called, &json!({})), deltas.collect());
    }
    let delta = json!({"stop_reason": reason(answer), "stop_sequence": null, "stop_details": details(answer)});
    all.push(json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": answer.usage.output}}));
    all.push(json!({"type": "message_stop"}));
    shape.with_comments(all.iter().map(event).collect())
}

/// One stream event, named as its data says.
pub(super) fn event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default())
}

fn message(answer: &Completion, content: &Value) -> Value {
    json!({
        "id": format!("msg_{}", answer.number), "type": "message", "role": "assistant", "model": answer.model,
        "content": content, "stop_reason": null, "stop_sequence": null,
    })
}

fn thinking(thought: &str, signature: &str) -> Value {
    json!({"type": "thinking", "thinking": thought, "signature": signature})
}

/// A call. A name such as `browser.left_click` means a member of a toolset.
fn call(called: &CompletionCall, input: &Value) -> Value {
    match called.name.split_once('.') {
        None => json!({"type": "tool_use", "id": called.id, "name": called.name, "input": input}),
        Some((toolset, member)) => json!({
            "type": "tool_use", "id": called.id, "name": member, "toolset_name": toolset, "input": input,
            "caller": {"type": "direct"},
        }),
    }
}

/// The token counts. This format counts cached tokens beside the input, not in it.
fn usage_of(usage: ScriptedUsage, output: u64) -> Value {
    json!({
        "input_tokens": usage.input.saturating_sub(usage.cached), "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.cached, "output_tokens": output,
    })
}

fn reason(answer: &Completion) -> Value {
    if answer.refusal.is_some() {
        return json!("refusal");
    }
    match answer.finish {
        FinishReason::Stop | FinishReason::Error => json!("end_turn"),
        FinishReason::ToolCalls => json!("tool_use"),
        FinishReason::Length => json!("max_tokens"),
        FinishReason::ContentFilter => json!("refusal"),
        FinishReason::Missing => Value::Null,
    }
}

fn details(answer: &Completion) -> Value {
    match &answer.refusal {
        None => Value::Null,
        Some(why) => json!({"type": "refusal", "category": null, "explanation": why}),
    }
}
