use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::Usage;

use super::{content, format, message};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{bears_anything, bears_cuts, events, listed, parse};

/// The content as a stream, with everything a stream may hold beside it.
fn rich() -> String {
    let delta = |index: u64, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let start =
        |index: u64, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block});
    let stop = |index: u64| json!({"type": "content_block_stop", "index": index});
    let usage = json!({"input_tokens": 5, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 300, "output_tokens": 1});
    events(&[
        json!({"type": "message_start", "message": {"type": "message", "content": [], "usage": usage}}),
        start(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        json!({"type": "ping"}),
        delta(0, json!({"type": "thinking_delta", "thinking": "Pay\n„je"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "tzt“?"})),
        delta(0, json!({"type": "signature_delta", "signature": "c2ln+/=="})),
        stop(0),
        start(1, json!({"type": "text", "text": ""})),
        delta(1, json!({"type": "text_delta", "text": "I "})),
        delta(1, json!({"type": "text_delta", "text": "pay."})),
        delta(1, json!({"type": "later_delta", "later": true})),
        stop(1),
        start(2, json!({"type": "tool_use", "id": "toolu_a", "name": "fill", "input": {}})),
        delta(2, json!({"type": "input_json_delta", "partial_json": ""})),
        delta(2, json!({"type": "input_json_delta", "partial_json": "{\"ref\":\"e1\",\"val"})),
        delta(2, json!({"type": "input_json_delta", "partial_json": "ue\":\"š\"}"})),
        stop(2),
        start(3, json!({"type": "tool_use", "id": "toolu_b", "name": "press", "input": {}})),
        delta(3, json!({"type": "input_json_delta", "partial_json": "{\"key\":\"Enter\"}"})),
        stop(3),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": null}, "usage": {"output_tokens": 7}}),
        json!({"type": "message_stop"}),
    ])
}

#[test]
fn a_stream_gives_what_the_whole_message_gives() {
    let (streamed, shown) = parse(&format(), [rich().as_bytes()]).unwrap();
    let whole = format().parse_answer(ExpectedAnswer::Calls(1), message(&content()).to_string().as_bytes()).unwrap();
    assert_eq!(streamed, whole);
    assert_eq!((shown.as_str(), whole.text.as_str()), ("I pay.", "I pay."));
    assert_eq!(whole.usage, Usage { input: 325, cached: 300, stored: 20, output: 7, ..Usage::default() });
    assert_eq!(whole.opaque.as_ref().unwrap()["message"], content());
    assert_snapshot!(listed(&whole), @r#"
    toolu_a fill {"ref":"e1","value":"š"}
    toolu_b press {"key":"Enter"}
    "#);
}

#[test]
fn a_stream_may_be_cut_anywhere_and_counts_only_with_its_end() {
    bears_cuts(&format(), &rich(), "\"stop_reason\":\"tool_use\"");
}

proptest! {
    #[test]
    fn nothing_in_a_stream_panics(at in any::<usize>(), bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        bears_anything(&format(), &rich(), at, &bytes);
    }
}

#[test]
fn a_call_that_was_not_closed_is_no_call() {
    let stream = rich().replace(r#"data: {"index":3,"type":"content_block_stop"}"#, "data: {}");
    assert!(parse(&format(), [stream.as_bytes()]).is_err());
}

#[test]
fn arguments_are_mended_for_the_run_and_for_the_way_back() {
    let stream = rich().replace(r#"{\\\"key\\\":\\\"Enter\\\"}"#, r#"{\\\"key\\\":\\\"Enter\\\",}"#);
    let stream = stream.replace(r#"{\"key\":\"Enter\"}"#, r#"{\"key\":\"Enter\",}"#);
    let (answer, _) = parse(&format(), [stream.as_bytes()]).unwrap();
    assert_eq!(answer.calls[1].arguments, json!({"key": "Enter"}));
    assert_eq!(answer.opaque.unwrap()["message"], content());
}

#[test]
fn ends_and_errors_are_told_apart() {
    let stop = |reason: &str| {
        let mut message = message(&content());
        message["stop_reason"] = reason.into();
        format().parse_answer(ExpectedAnswer::Calls(0), message.to_string().as_bytes()).map(|answer| answer.calls.len())
    };
    let error = |status: u16, error: Value| {
        let body = json!({"type": "error", "error": error, "request_id": "req_1"});
        format()
            .parse_error(ExpectedAnswer::Calls(0), status, body.to_string().as_bytes())
            .map(|answer| answer.calls.len())
    };
    let named = |kind: &str| json!({"type": kind, "message": "Sorry."});
    let streamed = events(&[json!({"type": "error", "error": named("overloaded_error")})]);
    let spent = json!({"type": "rate_limit_error", "message": "Sorry.", "details": {"error_code": "enforced_spend_limit_reached"}});
    let cases = [
        ("pause_turn", stop("pause_turn")),
        ("max_tokens", stop("max_tokens")),
        ("refusal", stop("refusal")),
        ("window", stop("model_context_window_exceeded")),
        ("400", error(400, named("invalid_request_error"))),
        ("401", error(401, named("authentication_error"))),
        ("402", error(402, named("billing_error"))),
        ("413", error(413, named("request_too_large"))),
        ("429", error(429, named("rate_limit_error"))),
        ("429 spent", error(429, spent)),
        ("500", error(500, named("api_error"))),
        ("529", error(529, named("overloaded_error"))),
        ("in a stream", parse(&format(), [streamed.as_bytes()]).map(|(answer, _)| answer.calls.len())),
    ];
    let told = cases.map(|(what, result)| match result {
        Ok(calls) => format!("{what}: {calls} calls"),
        Err(failure) => format!("{what}: {:?}: {}", failure.again, failure.error),
    });
    assert_snapshot!(told.join("\n"), @"
    pause_turn: 2 calls
    max_tokens: Never: the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less
    refusal: Never: the model declined: it gave no reason
    window: Never: the prompt is too long for the model: it was full in the middle of the answer
    400: Never: the provider refused the request: [400 invalid_request_error] Sorry.
    401: Never: the key was refused: [401 authentication_error]; check it, or make another at the provider
    402: Never: the provider refused the request: [402 billing_error] Sorry.
    413: Never: the prompt is too long for the model: [413 request_too_large] Sorry.
    429: Later: the provider is overloaded: [429 rate_limit_error] Sorry.
    429 spent: Never: the provider refused the request: [429 rate_limit_error] Sorry.
    500: Later: the provider is overloaded: [500 api_error] Sorry.
    529: Later: the provider is overloaded: [529 overloaded_error] Sorry.
    in a stream: Later: the provider is overloaded: [529 overloaded_error] Sorry.
    ");
}
