use std::time::{Duration, UNIX_EPOCH};

use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};
use webhand_model::{Prompt, Usage};

use super::{GigaChatFormat, GigaChatOptions, parse_token};
use crate::format::tests::{
    answered, bears_anything, bears_cuts, events, has_a_stable_beginning, listed, parse, prompt, turn,
};
use crate::format::{AnswerOrigin, ExpectedAnswer, Format as _};

fn format() -> GigaChatFormat {
    let source = AnswerOrigin { provider: "api.test/v1".to_owned(), model: "m1".to_owned() };
    GigaChatFormat { source, options: GigaChatOptions::default() }
}

fn completion(message: &Value, finish: &str) -> Value {
    json!({"choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 325, "precached_prompt_tokens": 300, "completion_tokens": 7}})
}

fn message() -> Value {
    json!({"role": "assistant", "content": "I pay.", "functions_state_id": "77d3",
        "function_call": {"name": "fill", "arguments": {"ref": "e1", "value": "š"}}})
}

fn rich() -> String {
    let chunk = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let mut end = completion(&Value::Null, "function_call");
    end["choices"][0]["delta"] = json!({"content": ""});
    let call = json!({"content": "", "function_call": message()["function_call"], "functions_state_id": "77d3"});
    events(&[chunk(json!({"role": "assistant", "content": "I "})), chunk(json!({"content": "pay."})), chunk(call), end])
        + "data: [DONE]\n\n"
}

fn messages(prompt: &Prompt) -> String {
    let body: Value = serde_json::from_str(&format().decision_request(prompt, None).unwrap()).unwrap();
    body["messages"].as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_call_of_another_brain_becomes_an_answer_with_its_result() {
    let turns = vec![
        turn("Hm.", &[]),
        turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]),
    ];
    assert_snapshot!(messages(&prompt(turns)), @r#"
    {"content":"You drive a browser.","role":"system"}
    {"content":"Press Pay.\nYou: Hm.","role":"user"}
    {"content":"I look.","function_call":{"arguments":{"action":"find","with":{"text":"Pay"}},"name":"act"},"role":"assistant"}
    {"content":"{\"result\":\"<page>\\nfind done\\n</page>\"}","name":"act","role":"function"}
    {"content":"","function_call":{"arguments":{"key":"Enter"},"name":"press_key"},"role":"assistant"}
    {"content":"{\"result\":\"press key done\"}","name":"press_key","role":"function"}
    {"content":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 2 of 40.","role":"user"}
    "#);
}

#[test]
fn its_own_answer_goes_back_with_its_state() {
    let answer = format()
        .parse_answer(ExpectedAnswer::Calls(0), completion(&message(), "function_call").to_string().as_bytes())
        .unwrap();
    let text = messages(&prompt(vec![answered(answer)]));
    let sent: Vec<&str> = text.lines().collect();
    assert_eq!(sent[2], message().to_string());
    assert_eq!(sent[3], r#"{"content":"{\"result\":\"fill done\"}","name":"fill","role":"function"}"#);
}

#[test]
fn a_request_begins_like_the_one_before() {
    has_a_stable_beginning(&format(), &vec![completion(&message(), "function_call"); 4]);
}

#[test]
fn a_stream_gives_what_the_whole_completion_gives() {
    let (streamed, shown) = parse(&format(), [rich().as_bytes()]).unwrap();
    let whole = format()
        .parse_answer(ExpectedAnswer::Calls(1), completion(&message(), "function_call").to_string().as_bytes())
        .unwrap();
    assert_eq!(streamed, whole);
    assert_eq!((shown.as_str(), whole.text.as_str()), ("I pay.", "I pay."));
    assert_eq!(whole.usage, Usage { input: 325, cached: 300, output: 7, ..Usage::default() });
    assert_eq!(listed(&whole), r#"call_1_0 fill {"ref":"e1","value":"š"}"#);
    bears_cuts(&format(), &rich(), "\"finish_reason\"");
}

proptest! {
    #[test]
    fn nothing_in_a_stream_panics(at in any::<usize>(), bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        bears_anything(&format(), &rich(), at, &bytes);
        let _ = parse_token(&bytes);
    }
}

#[test]
fn ends_and_errors_are_told_apart() {
    let ended = |finish: &str| {
        format().parse_answer(ExpectedAnswer::Calls(0), completion(&message(), finish).to_string().as_bytes())
    };
    let error = |status: u16| {
        format().parse_error(
            ExpectedAnswer::Calls(0),
            status,
            json!({"status": status, "message": "Sorry."}).to_string().as_bytes(),
        )
    };
    let cases = [
        ("length", ended("length")),
        ("filter", ended("blacklist")),
        ("error", ended("error")),
        ("inside", format().parse_answer(ExpectedAnswer::Calls(0), br#"{"status": 500, "message": "Oh."}"#)),
        ("400", error(400)),
        ("401", error(401)),
        ("429", error(429)),
    ];
    let told = cases.map(|(what, result)| match result {
        Ok(answer) => format!("{what}: {} calls", answer.calls.len()),
        Err(failure) => format!("{what}: {:?}: {}", failure.again, failure.error),
    });
    assert_snapshot!(told.join("\n"), @"
    length: Never: the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less
    filter: Never: the model declined: the provider's filter stopped the answer
    error: Later: the provider is overloaded: it stopped with an error and did not say which
    inside: Later: the provider is overloaded: [500] Oh.
    400: Never: the provider refused the request: [400] Sorry.
    401: Never: the key was refused: [401]; check it, or make another at the provider
    429: Later: the provider is overloaded: [429] Sorry.
    ");
}

#[test]
fn a_token_is_used_until_a_minute_before_its_end() {
    let until = |body: Value| {
        parse_token(body.to_string().as_bytes()).map(|token| token.until.duration_since(UNIX_EPOCH).unwrap())
    };
    assert_eq!(until(json!({"access_token": "t1", "expires_at": 160_000})).unwrap(), Duration::from_secs(100));
    assert_eq!(until(json!({"tok": "t1", "exp": 160_000})).unwrap(), Duration::from_secs(100));
    for none in [json!({}), json!({"access_token": "t1"}), json!({"access_token": "two words", "expires_at": 1})] {
        assert!(until(none).is_err());
    }
}
