use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{format, listed};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;

#[test]
fn errors_are_told_apart_by_status_type_and_code() {
    let error =
        |kind: &str, code: Value| json!({"error": {"message": "Sorry.", "type": kind, "code": code, "param": null}});
    let cases = [
        (400, error("invalid_request_error", Value::Null)),
        (400, error("invalid_request_error", json!("context_length_exceeded"))),
        (400, error("exceed_context_size_error", json!(400))),
        (400, json!({"error": {"message": "Sorry.", "code": "tool_use_failed", "failed_generation": "uh"}})),
        (401, error("invalid_request_error", json!("invalid_api_key"))),
        (402, error("payment", json!(402))),
        (403, json!({"error": {"code": 403, "message": "Flagged.", "metadata": {"reasons": ["violence"]}}})),
        (403, error("permission", Value::Null)),
        (404, json!({"error": "model \"x\" not found"})),
        (408, Value::Null),
        (409, Value::Null),
        (413, Value::Null),
        (429, error("requests", json!("rate_limit_exceeded"))),
        (429, error("insufficient_quota", json!("insufficient_quota"))),
        (500, Value::Null),
        (503, error("server_error", json!("server_is_overloaded"))),
        (529, Value::Null),
        (302, Value::Null),
    ];
    let told = cases.map(|(status, body)| {
        let failure = format().parse_error(ExpectedAnswer::Calls(0), status, body.to_string().as_bytes()).unwrap_err();
        format!("{:?}: {}", failure.again, failure.error)
    });
    assert_snapshot!(told.join("\n"), @r#"
    Never: the provider refused the request: [400 invalid_request_error] Sorry.
    Never: the prompt is too long for the model: [400 context_length_exceeded] Sorry.
    Never: the prompt is too long for the model: [400 exceed_context_size_error] Sorry.
    Once: the model's answer cannot be used: [400 tool_use_failed] Sorry.
    Never: the key was refused: [401 invalid_api_key]; check it, or make another at the provider
    Never: the provider refused the request: [402 payment] Sorry.
    Never: the model declined: [403] Flagged.
    Never: the provider refused the request: [403 permission] Sorry.
    Never: the provider refused the request: [404] model "x" not found
    Later: the provider is overloaded: [408]
    Later: the provider is overloaded: [409]
    Never: the prompt is too long for the model: [413]
    Later: the provider is overloaded: [429 rate_limit_exceeded] Sorry.
    Never: the provider refused the request: [429 insufficient_quota] Sorry.
    Later: the provider is overloaded: [500]
    Later: the provider is overloaded: [503 server_is_overloaded] Sorry.
    Later: the provider is overloaded: [529]
    Never: the provider refused the request: it answers with 302 and sends us elsewhere; configure the address it moved to
    "#);
}

#[test]
fn a_page_of_html_in_the_place_of_an_error_is_not_shown() {
    let failure = format().parse_error(ExpectedAnswer::Calls(0), 502, b"<html>Bad gateway</html>").unwrap_err();
    assert_snapshot!(failure.error, @r#"the provider is overloaded: [502]"#);
}

#[test]
fn a_call_the_provider_could_not_read_is_read_here() {
    let body = json!({"error": {"message": "Failed to call a function.", "code": "tool_use_failed",
        "failed_generation": "<tool-use>{\"tool_calls\": [{\"name\": \"click\", \"parameters\": {\"ref\": \"e7\"}}]}</tool-use>"}});
    let answer = format().parse_error(ExpectedAnswer::Calls(2), 400, body.to_string().as_bytes()).unwrap();
    assert_snapshot!(listed(&answer), @r#"call_2_0 click {"ref":"e7"}"#);
}
