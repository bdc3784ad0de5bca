use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::{Money, Usage};
use webhand_port::BrainError;

use super::{answered, completion, format, listed, native, prompt};
use crate::format::{ExpectedAnswer, Format as _, RetryKind};

#[test]
fn several_calls_with_text_and_usage() {
    let body = json!({"choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant",
        "content": "Filling in.", "refusal": null, "tool_calls": [
            native("call_a", "fill", r#"{"ref":"e1","value":"Ana"}"#), native("call_b", "back", "")]}}],
        "usage": {"prompt_tokens": 90, "completion_tokens": 12, "prompt_tokens_details": {"cached_tokens": 64}}});
    let answer = format().parse_answer(ExpectedAnswer::Calls(0), body.to_string().as_bytes()).unwrap();
    assert_eq!(answer.text, "Filling in.");
    assert_eq!(answer.usage, Usage { input: 90, cached: 64, output: 12, ..Usage::default() });
    assert_snapshot!(listed(&answer), @r#"
    call_a fill {"ref":"e1","value":"Ana"}
    call_b back {}
    "#);
}

#[test]
fn a_reseller_that_says_what_it_took_is_believed() {
    let body = |cost: Value| {
        let usage = json!({"prompt_tokens": 90, "completion_tokens": 10, "cost": cost});
        json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hm."}}], "usage": usage})
    };
    let read = |cost| format().parse_answer(ExpectedAnswer::Calls(0), body(cost).to_string().as_bytes()).unwrap().usage;
    let told = read(json!(0.0123));
    assert_eq!((told.cost, told.unpriced()), (Money(12_300), 0));
    let unsaid = [Value::Null, json!(-1.0), json!("free")].map(|cost| read(cost).unpriced());
    assert_eq!(unsaid, [100, 100, 100], "what is no amount is no price");
}

#[test]
fn a_sloppy_message_is_set_right_before_it_goes_back() {
    let message = json!({"content": "", "tool_calls": [
        native("same", "click", r#"{"ref":"e1",}"#),
        native("same", "functions.click", r#""{\"ref\":\"e2\"}""#),
        native(&"long".repeat(20), "no such tool!", "{}"),
        {"function": {"name": "back", "arguments": {}}},
    ]});
    let answer = format().parse_answer(ExpectedAnswer::Calls(3), &completion(&message)).unwrap();
    assert_snapshot!(listed(&answer), @r#"
    same click {"ref":"e1"}
    call_3_1 click {"ref":"e2"}
    call_3_2 no such tool! {}
    call_3_3 back {}
    "#);
    let sent = format().decision_request(&prompt(vec![answered(answer)]), None).unwrap();
    let sent: Value = serde_json::from_str(&sent).unwrap();
    assert_snapshot!(sent["messages"][2], @r#"{"content":null,"role":"assistant","tool_calls":[{"function":{"arguments":"{\"ref\":\"e1\"}","name":"click"},"id":"same","type":"function"},{"function":{"arguments":"{\"ref\":\"e2\"}","name":"click"},"id":"call_3_1","type":"function"},{"function":{"arguments":"{}","name":"no_such_tool_"},"id":"call_3_2","type":"function"},{"function":{"arguments":"{}","name":"back"},"id":"call_3_3","type":"function"}]}"#);
}

#[test]
fn what_is_no_answer_is_told_apart() {
    let choice = |finish: &str, message: Value| json!({"choices": [{"message": message, "finish_reason": finish}]});
    let text = || json!({"content": "Well"});
    let cases = [
        ("refusal", choice("stop", json!({"content": null, "refusal": "I cannot help with that."}))),
        ("filter", choice("content_filter", text())),
        ("length", choice("length", json!({"tool_calls": [native("a", "click", r#"{"ref":"e"#)]}))),
        ("error", choice("error", text())),
        ("nameless", choice("stop", json!({"tool_calls": [native("a", "", "{}")]}))),
        ("not JSON", choice("stop", json!({"tool_calls": [native("a", "click", "the Pay button")]}))),
        ("cut", choice("stop", json!({"tool_calls": [native("a", "fill", r#"{"ref":"e1","value":"A"#)]}))),
        ("inside", json!({"error": {"code": 502, "message": "upstream is down"}})),
    ];
    let told = cases.map(|(name, body)| {
        let failure = format().parse_answer(ExpectedAnswer::Calls(0), body.to_string().as_bytes()).unwrap_err();
        format!("{name}: {:?}, {}", failure.again, failure.error)
    });
    assert_snapshot!(told.join("\n"), @r#"
    refusal: Never, the model declined: I cannot help with that.
    filter: Never, the model declined: the provider's content filter stopped the answer
    length: Never, the model's answer cannot be used: it stopped at the limit of its length; allow more tokens for an answer, or ask for less
    error: Later, the provider is overloaded: it stopped with an error and did not say which
    nameless: WithCorrection, the model's answer cannot be used: a call has no name
    not JSON: WithCorrection, the model's answer cannot be used: the arguments of click are no JSON object (it is something else): the Pay button
    cut: WithCorrection, the model's answer cannot be used: the arguments of fill are no JSON object (it stops inside a text or a number): {"ref":"e1","value":"A
    inside: Later, the provider is overloaded: [502] upstream is down
    "#);
}

#[test]
fn a_body_that_ends_in_its_middle_is_asked_for_again() {
    let whole = completion(&json!({"content": "All is well"}));
    let failure = format().parse_answer(ExpectedAnswer::Calls(0), &whole[..whole.len() / 2]).unwrap_err();
    assert_eq!(failure.again, RetryKind::Later);
    assert!(matches!(failure.error, BrainError::Malformed(_)));
}

#[test]
fn text_alone_is_an_answer_without_calls() {
    let answer = format()
        .parse_answer(ExpectedAnswer::Calls(0), &completion(&json!({"content": "<think>hm</think>I am not sure."})))
        .unwrap();
    assert_eq!((answer.text.as_str(), answer.calls.len()), ("I am not sure.", 0));
}
