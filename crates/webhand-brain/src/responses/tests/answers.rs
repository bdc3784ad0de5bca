use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::Usage;

use super::{format, output, response};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{bears_anything, bears_cuts, events, listed, parse};

/// The output as a stream, with everything a stream may hold beside it.
fn rich() -> String {
    let output = output();
    let done = |at: usize| json!({"type": "response.output_item.done", "output_index": at, "item": output[at]});
    let added =
        |at: usize, item: Value| json!({"type": "response.output_item.added", "output_index": at, "item": item});
    let text = |delta: &str| json!({"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "item_id": "msg_1", "delta": delta});
    events(&[
        json!({"type": "response.created", "response": {"status": "in_progress", "output": [], "error": null}}),
        json!({"type": "response.in_progress", "response": {"status": "in_progress", "output": []}}),
        added(0, json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "half"})),
        done(0),
        added(1, json!({"type": "message", "id": "msg_1", "content": []})),
        text("I "),
        text("pay."),
        json!({"type": "response.output_text.done", "output_index": 1, "text": "I pay."}),
        done(1),
        added(2, json!({"type": "function_call", "id": "fc_a", "call_id": "call_a", "name": "fill", "arguments": ""})),
        json!({"type": "response.function_call_arguments.delta", "output_index": 2, "delta": "{\"ref"}),
        // Parallel calls may be completed in any order.
        done(3),
        done(2),
        json!({"type": "response.later", "new": true}),
        json!({"type": "response.completed", "response": response(&output)}),
    ])
}

#[test]
fn a_stream_gives_what_the_whole_response_gives() {
    let (streamed, shown) = parse(&format(), [rich().as_bytes()]).unwrap();
    let whole = format().parse_answer(ExpectedAnswer::Calls(1), response(&output()).to_string().as_bytes()).unwrap();
    assert_eq!(streamed, whole);
    assert_eq!((shown.as_str(), whole.text.as_str()), ("I pay.", "I pay."));
    assert_eq!(whole.usage, Usage { input: 325, cached: 300, output: 7, ..Usage::default() });
    assert_eq!(whole.opaque.as_ref().unwrap()["message"], output());
    assert_snapshot!(listed(&whole), @r#"
    call_a fill {"ref":"e1","value":"š"}
    call_b press {"key":"Enter"}
    "#);
}

#[test]
fn a_stream_may_be_cut_anywhere_and_counts_only_with_its_end() {
    // The last event in its last byte but one is still no event.
    let stream = rich();
    bears_cuts(&format(), &stream, "\"usage\"");
}

proptest! {
    #[test]
    fn nothing_in_a_stream_panics(at in any::<usize>(), bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        bears_anything(&format(), &rich(), at, &bytes);
    }
}

#[test]
fn ends_and_errors_are_told_apart() {
    let ended = |fields: Value| {
        let mut body = response(&output());
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        format().parse_answer(ExpectedAnswer::Calls(0), body.to_string().as_bytes())
    };
    let streamed = |event: Value| parse(&format(), [events(&[event]).as_bytes()]).map(|(answer, _)| answer);
    let refusal = json!([{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}]);
    let cases = [
        ("length", ended(json!({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}))),
        ("filter", ended(json!({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}))),
        ("failed", ended(json!({"status": "failed", "error": {"code": "server_error", "message": "Oh."}}))),
        ("in progress", ended(json!({"status": "in_progress"}))),
        ("refusal", ended(json!({"output": refusal}))),
        (
            "failed late",
            streamed(json!({"type": "response.failed", "response":
            {"status": "failed", "error": {"code": "rate_limit_exceeded", "message": "Slow."}}})),
        ),
        (
            "error event",
            streamed(json!({"type": "error", "code": "rate_limit_exceeded", "message": "Slow.", "param": null})),
        ),
        (
            "nested error event",
            streamed(json!({"type": "error", "error": {"type": "invalid_request_error", "message": "No."}})),
        ),
    ];
    let told = cases.map(|(what, result)| match result {
        Ok(answer) => format!("{what}: {} calls", answer.calls.len()),
        Err(failure) => format!("{what}: {:?}: {}", failure.again, failure.error),
    });
    assert_snapshot!(told.join("\n"), @"
    length: Never: the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less
    filter: Never: the model declined: the provider's content filter stopped the answer
    failed: Later: the provider is overloaded: [500 server_error] Oh.
    in progress: Later: the model's answer cannot be used: the answer broke off before its end; ask again
    refusal: Never: the model declined: No.
    failed late: Later: the provider is overloaded: [429 rate_limit_exceeded] Slow.
    error event: Later: the provider is overloaded: [429 rate_limit_exceeded] Slow.
    nested error event: Never: the provider refused the request: [400 invalid_request_error] No.
    ");
}
