use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Usage};

use super::{format, listed};
use crate::format::{ExpectedAnswer, Format as _, ProviderFailure, RetryKind};

fn delta(delta: &Value) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}]}))
}

fn end(finish: &str) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
}

fn call(piece: &Value) -> String {
    delta(&json!({ "tool_calls": [piece] }))
}

/// The answer, and the text shown meanwhile.
fn parse<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<(BrainAnswer, String), ProviderFailure> {
    let mut parser = format().stream_parser(ExpectedAnswer::Calls(1));
    let mut shown = String::new();
    for piece in pieces {
        shown.push_str(parser.feed(piece)?);
    }
    Ok((parser.finish()?, shown))
}

fn whole(stream: &[String]) -> Result<(BrainAnswer, String), ProviderFailure> {
    parse([stream.concat().as_bytes()])
}

fn rich() -> String {
    let stream = [
        "\u{feff}: hello\n\n".to_owned(),
        delta(&json!({"role": "assistant", "content": ""})),
        delta(&json!({"reasoning": "Let"})),
        delta(
            &json!({"reasoning": " me", "reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "Let"}]}),
        ),
        delta(&json!({"content": "Ich drücke "})),
        ": keep-alive\r\n\r\n".to_owned(),
        delta(
            &json!({"content": "„Zahlen“ 😀", "reasoning_details": [{"type": "reasoning.text", "index": 0, "text": " me", "signature": "s"}]}),
        ),
        call(&json!({"index": 0, "id": "call_a", "type": "function", "function": {"name": "fill", "arguments": ""}})),
        call(
            &json!({"index": 1, "id": "call_b", "type": "function", "function": {"name": "press", "arguments": "{\"key\":"}}),
        ),
        call(&json!({"index": 0, "function": {"arguments": "{\"ref\":\"e1\",\"val"}})),
        call(&json!({"index": 1, "function": {"arguments": "\"Enter\"}"}})),
        call(&json!({"index": 0, "function": {"arguments": "ue\":\"š\\n\\u00e9\"}"}})),
        "event: x\nid: 7\nretry: 10\n".to_owned() + &end("tool_calls"),
        format!("data: {}\n\n", json!({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}})),
        "data: [DONE]\n\n".to_owned(),
    ];
    stream.concat()
}

#[test]
fn interleaved_calls_reasoning_and_usage_are_put_together() {
    let (answer, shown) = parse([rich().as_bytes()]).unwrap();
    assert_eq!((answer.text.as_str(), shown.as_str()), ("Ich drücke „Zahlen“ 😀", "Ich drücke „Zahlen“ 😀"));
    assert_eq!(answer.usage, Usage { input: 5, cached: 0, output: 7, ..Usage::default() });
    assert_snapshot!(listed(&answer), @r#"
    call_a fill {"ref":"e1","value":"š\né"}
    call_b press {"key":"Enter"}
    "#);
    assert_snapshot!(answer.opaque.unwrap()["message"], @r#"{"content":"Ich drücke „Zahlen“ 😀","reasoning":"Let me","reasoning_details":[{"index":0,"signature":"s","text":"Let me","type":"reasoning.text"}],"role":"assistant","tool_calls":[{"function":{"arguments":"{\"ref\":\"e1\",\"value\":\"š\\n\\u00e9\"}","name":"fill"},"id":"call_a","type":"function"},{"function":{"arguments":"{\"key\":\"Enter\"}","name":"press"},"id":"call_b","type":"function"}]}"#);
}

#[test]
fn a_cut_at_any_byte_changes_nothing() {
    let stream = rich();
    let expected = parse([stream.as_bytes()]).unwrap();
    for at in 0..=stream.len() {
        let (left, right) = stream.as_bytes().split_at(at);
        assert_eq!(parse([left, right]).unwrap(), expected, "cut at {at}");
    }
    let crlf = stream.replace("\r\n", "\n").replace('\n', "\r\n");
    assert_eq!(parse(crlf.as_bytes().chunks(1)).unwrap(), expected, "one byte at a time, with both line ends");
}

#[test]
fn a_stream_that_ends_early_is_no_answer() {
    let stream = rich();
    let finish = stream.find("\"finish_reason\":\"tool_calls\"").unwrap();
    for at in 0..finish {
        let failure = parse([&stream.as_bytes()[..at]]).unwrap_err();
        assert_eq!(failure.again, RetryKind::Later, "ended at {at}");
    }
}

proptest! {
    #[test]
    fn many_cuts_change_nothing(sizes in prop::collection::vec(1_usize..40, 1..400)) {
        let stream = rich();
        let mut rest = stream.as_bytes();
        let mut pieces = Vec::new();
        for size in sizes {
            let (piece, after) = rest.split_at(size.min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        pieces.push(rest);
        prop_assert_eq!(parse(pieces).unwrap(), parse([stream.as_bytes()]).unwrap());
    }

    #[test]
    fn any_bytes_are_taken_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse([b"data: {\"choices\":[{\"delta\":".as_slice(), &bytes, b"}]}\n\ndata: [DONE]\n\n"]);
    }
}

#[test]
fn sloppy_calls_find_each_other() {
    let name = |name: &str, arguments: &str| json!({"name": name, "arguments": arguments});
    let done = || "data: [DONE]\n\n".to_owned();
    let streams = [
        (
            "no index, no id",
            vec![
                call(&json!({"function": name("click", "{\"ref\":")})),
                call(&json!({"function": {"arguments": "\"e1\"}"}})),
                call(&json!({"function": name("back", "")})),
            ],
        ),
        (
            "no index, id and name repeated",
            vec![
                call(&json!({"id": "a", "function": name("click", "{\"ref\":")})),
                call(&json!({"id": "a", "function": name("click", "\"e1\"}")})),
                call(&json!({"id": "b", "function": name("back", "{}")})),
            ],
        ),
        (
            "index always 0",
            vec![
                call(&json!({"index": 0, "id": "a", "function": name("click", "{\"ref\":\"e1\"}")})),
                call(&json!({"index": 0, "id": "b", "function": name("back", "{}")})),
            ],
        ),
        (
            "arguments as an object",
            vec![call(&json!({"index": 0, "id": "a", "function": {"name": "click", "arguments": {"ref": "e1"}}}))],
        ),
        (
            "empty trailing fragment",
            vec![
                call(&json!({"index": 0, "id": "a", "function": name("click", "{\"ref\":\"e1\"}")})),
                call(&json!({"index": 0, "id": "", "function": name("", "")})),
            ],
        ),
    ];
    let told = streams.map(|(what, mut stream)| {
        stream.push(done());
        format!("{what}:\n{}", listed(&whole(&stream).unwrap().0))
    });
    assert_snapshot!(told.join("\n"), @r#"
    no index, no id:
    call_1_0 click {"ref":"e1"}
    call_1_1 back {}
    no index, id and name repeated:
    a click {"ref":"e1"}
    b back {}
    index always 0:
    a click {"ref":"e1"}
    b back {}
    arguments as an object:
    a click {"ref":"e1"}
    empty trailing fragment:
    a click {"ref":"e1"}
    "#);
}

#[test]
fn errors_inside_a_stream_are_found() {
    let error = |error: &Value| format!("data: {}\n\n", json!({ "error": error }));
    let streams = [
        vec![delta(&json!({"content": "Well"})), error(&json!({"code": 502, "message": "upstream died"}))],
        vec![error(&json!({"type": "invalid_request_error", "message": "no"}))],
        vec![error(&json!("out of memory"))],
        vec![delta(&json!({"refusal": "I "})), delta(&json!({"refusal": "will not."})), end("stop")],
        vec![delta(&json!({"content": "Well"})), end("length")],
    ];
    let told = streams.map(|stream| {
        let failure = whole(&stream).unwrap_err();
        format!("{:?}: {}", failure.again, failure.error)
    });
    assert_snapshot!(told.join("\n"), @r#"
    Later: the provider is overloaded: [502] upstream died
    Never: the provider refused the request: [400 invalid_request_error] no
    Later: the provider is overloaded: [500] out of memory
    Never: the model declined: I will not.
    Never: the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less
    "#);
}

#[test]
fn thoughts_and_json_are_not_shown_while_they_come_in() {
    for (pieces, shown) in [
        (vec!["{\"fin", "al\":\"40 €\"}"], ""),
        (vec!["``", "`json\n{\"final\":\"x\"}\n```"], ""),
        (vec!["<thi", "nk>hm</think>", "Done"], ""),
        (vec!["<", "b> is bold"], "<b> is bold"),
        (vec![" ", "I ", "press"], " I press"),
    ] {
        let mut stream: Vec<String> = pieces.iter().map(|piece| delta(&json!({ "content": piece }))).collect();
        stream.push(end("stop"));
        assert_eq!(parse(stream.iter().map(String::as_bytes)).unwrap().1, shown);
    }
}
