//! An answer written as a completion, or as the chunks of a streamed one.

use serde_json::{Map, Value, json};

use crate::protocol::StreamedUsage;
use crate::response::completion::{Completion, CompletionCall};
use crate::script::stream_shape::{CallOrder, MissingField, StreamShape};
use crate::script::{FinishReason, ScriptedUsage};

pub(super) fn whole(answer: &Completion) -> Value {
    let text = answer.text.concat();
    let mut message = json!({
        "role": "assistant",
        "content": if answer.text.is_empty() { Value::Null } else { Value::String(text) },
        "refusal": answer.refusal,
    });
    if !answer.calls.is_empty() {
        message["tool_calls"] = answer.calls.iter().map(call).collect();
    }
    json!({
        "id": id(answer), "object": "chat.completion", "created": CREATED, "model": answer.model,
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": reason(answer.finish)}],
        "usage": usage_of(answer.usage),
    })
}

pub(super) fn events(answer: &Completion, usage: StreamedUsage, shape: &StreamShape) -> Vec<String> {
    let mut deltas = vec![json!({"role": "assistant", "content": "", "refusal": null})];
    deltas.extend(answer.text.iter().map(|piece| json!({"content": piece})));
    deltas.extend(answer.refusal.iter().map(|piece| json!({"refusal": piece})));
    deltas.extend(call_deltas(&answer.calls, shape).into_iter().map(|delta| json!({"tool_calls": [delta]})));

    let mut chunks: Vec<Value> = deltas.iter().map(|delta| choice(delta, FinishReason::Missing)).collect();
    if answer.finish != FinishReason::Missing {
        chunks.push(choice(&json!({}), answer.finish));
    }
    let mut events: Vec<String> =
        chunks.iter().map(|choice| chunk(answer, &json!([choice]), &Value::Null, usage)).collect();
    if usage == StreamedUsage::Sent {
        events.push(chunk(answer, &json!([]), &usage_of(answer.usage), usage));
    }
    events.push("data: [DONE]\n\n".to_owned());
    shape.with_comments(events)
}

/// One stream event with that data.
pub(super) fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

fn choice(delta: &Value, finish: FinishReason) -> Value {
    json!({"index": 0, "delta": delta, "logprobs": null, "finish_reason": reason(finish)})
}

fn chunk(answer: &Completion, choices: &Value, usage: &Value, usage_reporting: StreamedUsage) -> String {
    let mut chunk = json!({
        "id": id(answer), "object": "chat.completion.chunk", "created": CREATED, "model": answer.model, "choices": choices,
    });
    if usage_reporting == StreamedUsage::Sent {
        chunk["usage"] = usage.clone();
    }
    event(&chunk)
}

/// The deltas of all calls: each begins with its id and name, and goes on with pieces of its arguments.
fn call_deltas(calls: &[CompletionCall], shape: &StreamShape) -> Vec<Value> {
    let each: Vec<Vec<Value>> =
        calls.iter().enumerate().map(|(index, called)| one_call(index, called, shape)).collect();
    match shape.calls {
        CallOrder::OneByOne => each.into_iter().flatten().collect(),
        CallOrder::Interleaved => {
            let rounds = each.iter().map(Vec::len).max().unwrap_or(0);
            (0..rounds).flat_map(|round| each.iter().filter_map(move |deltas| deltas.get(round).cloned())).collect()
        }
    }
}

fn one_call(index: usize, called: &CompletionCall, shape: &StreamShape) -> Vec<Value> {
    let fragments = shape.fragments_of(&called.arguments).into_iter().enumerate();
    fragments
        .map(|(round, arguments)| {
            let mut delta = Map::new();
            if !shape.omits(MissingField::Index) {
                delta.insert("index".to_owned(), json!(index));
            }
            if round == 0 {
                if !shape.omits(MissingField::Id) {
                    delta.insert("id".to_owned(), json!(called.id));
                }
                delta.insert("type".to_owned(), json!("function"));
                delta.insert("function".to_owned(), json!({"name": called.name, "arguments": arguments}));
            } else {
                delta.insert("function".to_owned(), json!({"arguments": arguments}));
            }
            Value::Object(delta)
        })
        .collect()
}

fn call(called: &CompletionCall) -> Value {
    json!({"id": called.id, "type": "function", "function": {"name": called.name, "arguments": called.arguments}})
}

fn usage_of(usage: ScriptedUsage) -> Value {
    json!({
        "prompt_tokens": usage.input, "completion_tokens": usage.output, "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}

fn id(answer: &Completion) -> String {
    format!("chatcmpl-{}", answer.number)
}

fn reason(finish: FinishReason) -> Value {
    match finish {
        FinishReason::Stop => json!("stop"),
        FinishReason::ToolCalls => json!("tool_calls"),
        FinishReason::Length => json!("length"),
        FinishReason::ContentFilter => json!("content_filter"),
        FinishReason::Error => json!("error"),
        FinishReason::Missing => Value::Null,
    }
}

const CREATED: u64 = 1;
