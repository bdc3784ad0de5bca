use std::time::Duration;

use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::Usage;

use super::{format, parts, whole};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{bears_anything, bears_cuts, events, listed, parse};

/// The parts as a stream.
fn rich() -> String {
    let chunk = |parts: Value| {
        json!({"candidates": [{"index": 0, "content": {"role": "model", "parts": parts}}],
        "usageMetadata": {"promptTokenCount": 325, "totalTokenCount": 325}})
    };
    let all = parts();
    let mut last = whole(&json!([{"text": ""}]));
    last["modelVersion"] = json!("x");
    events(&[
        chunk(json!([all[0]])),
        chunk(json!([{"text": "I "}])),
        chunk(json!([{"text": "pay."}])),
        chunk(json!([all[2], all[3]])),
        last,
    ])
}

#[test]
fn a_stream_gives_what_the_whole_answer_gives() {
    let (streamed, shown) = parse(&format(), [rich().as_bytes()]).unwrap();
    let whole = format().parse_answer(ExpectedAnswer::Calls(1), whole(&parts()).to_string().as_bytes()).unwrap();
    assert_eq!(streamed, whole);
    assert_eq!((shown.as_str(), whole.text.as_str()), ("I pay.", "I pay."));
    assert_eq!(whole.usage, Usage { input: 325, cached: 300, output: 7, ..Usage::default() });
    assert_eq!(whole.opaque.as_ref().unwrap()["message"], parts());
    assert_snapshot!(listed(&whole), @r#"
    fc1 fill {"ref":"e1","value":"š"}
    call_1_1 press {"key":"Enter"}
    "#);
}

#[test]
fn a_stream_may_be_cut_anywhere_and_counts_only_with_its_end() {
    bears_cuts(&format(), &rich(), "\"finishReason\"");
}

proptest! {
    #[test]
    fn nothing_in_a_stream_panics(at in any::<usize>(), bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        bears_anything(&format(), &rich(), at, &bytes);
    }
}

#[test]
fn ends_and_errors_are_told_apart() {
    let ended = |reason: &str| {
        let mut body = whole(&json!([]));
        body["candidates"][0]["finishReason"] = reason.into();
        format().parse_answer(ExpectedAnswer::Calls(0), body.to_string().as_bytes())
    };
    let error = |status: u16, word: &str, details: Value| {
        let body = json!([{"error": {"code": status, "message": "Sorry.", "status": word, "details": details}}]);
        format().parse_error(ExpectedAnswer::Calls(0), status, body.to_string().as_bytes())
    };
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}});
    let cases = [
        ("nothing", ended("STOP")),
        ("length", ended("MAX_TOKENS")),
        ("filter", ended("SAFETY")),
        ("botched", ended("MALFORMED_FUNCTION_CALL")),
        ("later reason", ended("TELEPATHY")),
        ("blocked", format().parse_answer(ExpectedAnswer::Calls(0), blocked.to_string().as_bytes())),
        ("400", error(400, "INVALID_ARGUMENT", Value::Null)),
        ("key", error(400, "INVALID_ARGUMENT", json!([{"reason": "API_KEY_INVALID"}]))),
        ("403", error(403, "PERMISSION_DENIED", Value::Null)),
        ("minute", error(429, "RESOURCE_EXHAUSTED", json!([{"retryDelay": "31.5s"}]))),
        ("day", error(429, "RESOURCE_EXHAUSTED", json!([{"violations": [{"quotaId": "RequestsPerDayPerProject"}]}]))),
        ("503", error(503, "UNAVAILABLE", Value::Null)),
    ];
    let told = cases.map(|(what, result)| match result {
        Ok(answer) => format!("{what}: {} calls", answer.calls.len()),
        Err(failure) => format!("{what}: {:?}: {} ({:?})", failure.again, failure.error, failure.wait),
    });
    assert_snapshot!(told.join("\n"), @"
    nothing: 0 calls
    length: Never: the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less (None)
    filter: Never: the model declined: the provider's filter stopped the answer (None)
    botched: WithCorrection: the model's answer cannot be used: the provider could not read the call that its model wrote (None)
    later reason: 0 calls
    blocked: Never: the model declined: the provider's filter stopped the question (SAFETY) (None)
    400: Never: the provider refused the request: [400 INVALID_ARGUMENT] Sorry. (None)
    key: Never: the key was refused: [400 API_KEY_INVALID]; check it, or make another at the provider (None)
    403: Never: the provider refused the request: [403 PERMISSION_DENIED] Sorry. (None)
    minute: Later: the provider is overloaded: [429 RESOURCE_EXHAUSTED] Sorry. (Some(31.5s))
    day: Never: the provider refused the request: what it gives in a day is used up: [429 RESOURCE_EXHAUSTED] Sorry. (None)
    503: Later: the provider is overloaded: [503 UNAVAILABLE] Sorry. (None)
    ");
}

#[test]
fn the_provider_says_how_long_to_wait() {
    for (written, wait) in [("31s", Some(Duration::from_secs(31))), ("x", None), ("-1s", None), ("1e400s", None)] {
        let body = json!({"error": {"code": 429, "details": [{"retryDelay": written}]}});
        let failure = format().parse_error(ExpectedAnswer::Calls(0), 429, body.to_string().as_bytes()).unwrap_err();
        assert_eq!(failure.wait, wait, "{written}");
    }
}
