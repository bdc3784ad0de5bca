//! An answer written as a response, or as the events of a streamed one.

use serde_json::{Value, json};

use crate::protocol::checks::sign;
use crate::response::completion::{Completion, CompletionCall};
use crate::script::stream_shape::StreamShape;
use crate::script::{FinishReason, ScriptedUsage};

pub(super) fn whole(answer: &Completion) -> Value {
    let output: Vec<Value> = items(answer).iter().map(OutputItem::done).collect();
    let mut response = response(answer, &json!(output));
    finish(&mut response, answer);
    response
}

pub(super) fn events(answer: &Completion, shape: &StreamShape) -> Vec<String> {
    let begun = response(answer, &json!([]));
    let mut all = vec![
        json!({"type": "response.created", "response": begun}),
        json!({"type": "response.in_progress", "response": begun}),
    ];
    for (at, item) in items(answer).iter().enumerate() {
        all.push(json!({"type": "response.output_item.added", "output_index": at, "item": item.started()}));
        all.extend(item.pieces(at, shape));
        all.push(json!({"type": "response.output_item.done", "output_index": at, "item": item.done()}));
    }
    let end = match answer.finish {
        // Then the stream just ends.
        FinishReason::Missing => None,
        FinishReason::Length | FinishReason::ContentFilter => Some("response.incomplete"),
        FinishReason::Error => Some("response.failed"),
        FinishReason::Stop | FinishReason::ToolCalls => Some("response.completed"),
    };
    all.extend(end.map(|kind| json!({"type": kind, "response": whole(answer)})));
    for (number, event) in all.iter_mut().enumerate() {
        event["sequence_number"] = number.into();
    }
    shape.with_comments(all.iter().map(event).collect())
}

/// One stream event, named as its data says.
pub(super) fn event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default())
}

/// One part of the output.
enum OutputItem<'a> {
    Reasoning {
        id: String,
    },
    Text {
        id: String,
        pieces: &'a [String],
    },
    Refusal {
        id: String,
        why: &'a str,
    },
    FunctionCall {
        id: String,
        called: &'a CompletionCall,
    },
    /// A call of the computer tool, whose arguments are fields of the item itself.
    Computer {
        id: String,
        called: &'a CompletionCall,
    },
}

fn items(answer: &Completion) -> Vec<OutputItem<'_>> {
    let id = |kind: &str, at: usize| format!("{kind}_{}_{at}", answer.number);
    let mut items: Vec<OutputItem<'_>> =
        (0..answer.thoughts.len()).map(|at| OutputItem::Reasoning { id: id("rs", at) }).collect();
    if !answer.text.is_empty() {
        items.push(OutputItem::Text { id: id("msg", 0), pieces: &answer.text });
    }
    items.extend(answer.refusal.iter().map(|why| OutputItem::Refusal { id: id("msg", 1), why }));
    let calls = answer.calls.iter().enumerate();
    items.extend(calls.map(|(at, called)| match called.name.as_str() {
        "computer" => OutputItem::Computer { id: id("cu", at), called },
        _ => OutputItem::FunctionCall { id: id("fc", at), called },
    }));
    items
}

impl OutputItem<'_> {
    fn started(&self) -> Value {
        match self {
            Self::Reasoning { id } => json!({"type": "reasoning", "id": id, "summary": []}),
            Self::Text { id, .. } | Self::Refusal { id, .. } => message(id, "in_progress", &json!([])),
            Self::FunctionCall { id, called } => call(id, called, "", "in_progress"),
            Self::Computer { id, called } => computer_call(id, called, "in_progress"),
        }
    }

    fn done(&self) -> Value {
        match self {
            Self::Reasoning { id } => {
                json!({"type": "reasoning", "id": id, "summary": [], "encrypted_content": sign(id)})
            }
            Self::Text { id, pieces } => message(id, "completed", &json!([text(&pieces.concat())])),
            Self::Refusal { id, why } => message(id, "completed", &json!([{"type": "refusal", "refusal": why}])),
            Self::FunctionCall { id, called } => call(id, called, &called.arguments, "completed"),
            Self::Computer { id, called } => computer_call(id, called, "completed"),
        }
    }

    fn pieces(&self, at: usize, shape: &StreamShape) -> Vec<Value> {
        match self {
            Self::Reasoning { .. } | Self::Refusal { .. } | Self::Computer { .. } => Vec::new(),
            Self::Text { id, pieces } => {
                let part = |kind: &str, part: Value| json!({"type": kind, "item_id": id, "output_index": at, "content_index": 0, "part": part});
                let mut all = vec![part("response.content_part.added", text(""))];
                all.extend(pieces.iter().map(|piece| {
                    json!({"type": "response.output_text.delta", "item_id": id, "output_index": at, "content_index": 0,
                        "delta": piece, "logprobs": []})
                }));
                let whole = pieces.concat();
                all.push(json!({"type": "response.output_text.done", "item_id": id, "output_index": at,
                    "content_index": 0, "text": whole, "logprobs": []}));
                all.push(part("response.content_part.done", text(&whole)));
                all
            }
            Self::FunctionCall { id, called } => {
                let delta = |delta| json!({"type": "response.function_call_arguments.delta", "item_id": id, "output_index": at, "delta": delta});
                let mut all: Vec<Value> = shape.fragments_of(&called.arguments).into_iter().map(delta).collect();
                all.push(json!({"type": "response.function_call_arguments.done", "item_id": id, "output_index": at,
                    "name": called.name, "arguments": called.arguments}));
                all
            }
        }
    }
}

fn message(id: &str, status: &str, content: &Value) -> Value {
    json!({"type": "message", "id": id, "role": "assistant", "status": status, "content": content})
}

fn text(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

fn call(id: &str, called: &CompletionCall, arguments: &str, status: &str) -> Value {
    json!({"type": "function_call", "id": id, "call_id": called.id, "name": called.name, "arguments": arguments, "status": status})
}

fn computer_call(id: &str, called: &CompletionCall, status: &str) -> Value {
    let mut item =
        json!({"type": "computer_call", "id": id, "call_id": called.id, "status": status, "pending_safety_checks": []});
    let fields: Value = serde_json::from_str(&called.arguments).unwrap_or_default();
    for (name, value) in fields.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    item
}

fn response(answer: &Completion, output: &Value) -> Value {
    json!({
        "id": format!("resp_{}", answer.number), "object": "response", "created_at": 1, "status": "in_progress",
        "error": null, "incomplete_details": null, "model": answer.model, "output": output, "parallel_tool_calls": false,
        "tool_choice": "auto", "tools": [], "usage": null,
    })
}

fn finish(response: &mut Value, answer: &Completion) {
    response["usage"] = usage_of(answer.usage);
    response["status"] = match answer.finish {
        FinishReason::Stop | FinishReason::ToolCalls => "completed",
        FinishReason::Length | FinishReason::ContentFilter => "incomplete",
        FinishReason::Error => "failed",
        FinishReason::Missing => "in_progress",
    }
    .into();
    match answer.finish {
        FinishReason::Length => response["incomplete_details"] = json!({"reason": "max_output_tokens"}),
        FinishReason::ContentFilter => response["incomplete_details"] = json!({"reason": "content_filter"}),
        FinishReason::Error => {
            response["error"] = json!({"code": "server_error", "message": "this error stands in the script"});
        }
        FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Missing => {}
    }
}

fn usage_of(usage: ScriptedUsage) -> Value {
    json!({
        "input_tokens": usage.input, "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": 0},
        "output_tokens": usage.output, "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    })
}
