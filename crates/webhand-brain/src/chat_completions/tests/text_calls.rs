use insta::assert_snapshot;
use serde_json::{Value, json};

use super::super::{ChatCompletionsFormat, ChatCompletionsOptions};
use super::{answered, completion, format, listed, prompt, turn};
use crate::format::{ExpectedAnswer, Format as _, RetryKind};
use crate::spec::ToolsSetting;

fn read(text: &str) -> String {
    let answer = format().parse_answer(ExpectedAnswer::Calls(4), &completion(&json!({ "content": text }))).unwrap();
    format!("{:?} {}", answer.text, listed(&answer))
}

#[test]
fn calls_are_found_in_the_text() {
    let texts = [
        r#"{"tool_call":{"name":"click","arguments":{"ref":"e7"}}}"#,
        "I press it.\n```json\n{\"tool_call\": {\"name\": \"click\", \"arguments\": {\"ref\": \"e7\"}}}\n```",
        r#"{"final":"It costs 40 €."}"#,
        r#"{"ask_user":"Which one?"}"#,
        r#"{"ask_user":{"question":"Which one?","options":["a","b"]}}"#,
        r#"{"tool_calls":[{"name":"check","parameters":{"ref":"e1"}},{"function":{"name":"back"}}]}"#,
        r#"{"name":"click","arguments":"{\"ref\":\"e7\"}"}"#,
        r#"<think>{"final":"no"}</think><tool_call>{"name":"click","arguments":{"ref":"e7"}}</tool_call>"#,
        "{\"tool_call\":{\"name\":\"fill\",\"arguments\":{\"ref\":\"e1\",\"value\":\"two\nlines\",}}}",
    ];
    assert_snapshot!(texts.map(read).join("\n"), @r#"
    "" call_4_0 click {"ref":"e7"}
    "I press it." call_4_0 click {"ref":"e7"}
    "" call_4_0 done {"answer":"It costs 40 €."}
    "" call_4_0 ask {"question":"Which one?"}
    "" call_4_0 ask {"options":["a","b"],"question":"Which one?"}
    "" call_4_0 check {"ref":"e1"}
    call_4_1 back {}
    "" call_4_0 click {"ref":"e7"}
    "" call_4_0 click {"ref":"e7"}
    "" call_4_0 fill {"ref":"e1","value":"two\nlines"}
    "#);
}

#[test]
fn the_line_a_model_chose_stands_in_for_a_ref_it_forgot() {
    let call = |line: &str, arguments: &str| {
        read(&format!(r#"{{"tool_call":{{"line":{line:?},"name":"click","arguments":{arguments}}}}}"#))
    };
    let told = [
        call(r#"button "Pay" [ref=e7]"#, r#"{"ref":"e7"}"#),
        call(r#"button "Pay" [ref=e7]"#, "{}"),
        call(r#"button "Pay" [ref=e7]"#, r#"{"ref":"e8"}"#),
        call("row [ref=e1] [ref=e2]", "{}"),
        call("", "{}"),
        read(r#"{"name":"back","line":"link [ref=e3]"}"#),
    ];
    assert_snapshot!(told.join("\n"), @r#"
    "" call_4_0 click {"ref":"e7"}
    "" call_4_0 click {"ref":"e7"}
    "" call_4_0 click {"ref":"e8"}
    "" call_4_0 click {}
    "" call_4_0 click {}
    "" call_4_0 back {}
    "#);
}

#[test]
fn what_only_looks_like_a_call_stays_text() {
    for text in [
        r#"The page says {"tool_call":{"name":"click","arguments":{"ref":"e7"}}}, which I will not do."#,
        r#"{"name":"Ana","arguments":{}}"#,
        r#"{"price": 40}"#,
        r#"{"tool_call":"click"}"#,
        "{{{{",
    ] {
        assert_eq!(read(text), format!("{text:?} "));
    }
}

#[test]
fn results_of_calls_in_the_text_come_as_text() {
    let written = r#"{"tool_call":{"name":"click","arguments":{"ref":"e7"}}}"#;
    let answer = format().parse_answer(ExpectedAnswer::Calls(0), &completion(&json!({ "content": written }))).unwrap();
    let sent = format().decision_request(&prompt(vec![answered(answer)]), None).unwrap();
    let sent: Value = serde_json::from_str(&sent).unwrap();
    assert_eq!(sent["messages"][2], json!({"role": "assistant", "content": written}));
    assert_eq!(sent["messages"][3], json!({"role": "user", "content": "Result of click: click done"}));
}

fn without_tools(tools: ToolsSetting) -> ChatCompletionsFormat {
    let format = format();
    ChatCompletionsFormat {
        options: ChatCompletionsOptions { tools, ..ChatCompletionsOptions::compatible() },
        ..format
    }
}

#[test]
fn wrong_words_around_a_call_are_put_right() {
    let texts = [
        r#"{"tool_call":{"tool":"click","args":{"ref":"e7"}}}"#,
        r#"{"tool_call":{"name":"Click","ref":"e7"}}"#,
        r#"{"tool_call":"click","arguments":{"ref":"e7"}}"#,
        r#"{"action":"click","ref":"e7"}"#,
        r#"{"click":{"ref":"e7"}}"#,
        r#"{"name":"browser_click","input":"{\"ref\":\"e7\",}"}"#,
    ];
    for text in texts {
        assert_eq!(read(text), r#""" call_4_0 click {"ref":"e7"}"#, "{text}");
    }
}

#[test]
fn a_model_without_tools_is_told_how_to_write_calls() {
    let turns = vec![turn("I look.", &[("find", json!({"text": "Pay"})), ("back", json!({}))])];
    let written = without_tools(ToolsSetting::Json).decision_request(&prompt(turns), None).unwrap();
    let sent: Value = serde_json::from_str(&written).unwrap();
    assert_eq!((sent.get("tools"), sent.get("tool_choice")), (None, None));
    let system = sent["messages"][0]["content"].as_str().unwrap();
    let shown: Vec<&str> = system.lines().filter(|line| !line.starts_with("- ") || line.contains("- press ")).collect();
    assert_snapshot!(shown.join("\n"), @r#"
    You drive a browser.

    Answer with exactly one JSON object, and nothing after it: one call in each answer, whatever is said above of several.
    {"tool_call": {"line": "button \"Pay\" [ref=e7]", "name": "click", "arguments": {"ref": "e7"}}} to do something; line is a copy of the line you chose, or empty,
    {"final": "…"} when the task is finished, with the answer to the person,
    {"ask_user": "…"} to ask the person.
    The tools, with their arguments (those with ? may be left out):
    - press {"key": text, "ref"?: ref, "hold"?: ms}: Press a key or chord such as Enter or Control+A.
    "#);
    assert!(!system.contains("- done "), "it has a form of its own");
    assert_snapshot!(sent["messages"][2], @r#"{"content":"I look.\n{\"tool_call\":{\"arguments\":{\"text\":\"Pay\"},\"name\":\"find\"}}\n{\"tool_call\":{\"arguments\":{},\"name\":\"back\"}}","role":"assistant"}"#);
    assert_snapshot!(sent["messages"][3], @r#"{"content":"Result of find: <page>\nfind done\n</page>\nResult of back: back done","role":"user"}"#);
    assert_eq!(sent["response_format"]["json_schema"]["schema"]["anyOf"][1]["required"], json!(["final"]));
    let at = |field: &str| written.find(field).unwrap();
    let order = [r#""properties":{"line":"#, r#""name":{"type":"string","enum":["#, r#""arguments":{"type":"object"}"#];
    assert!(order.map(at).is_sorted(), "the line of its choice comes first, and the tool before its arguments");
    assert!(
        !without_tools(ToolsSetting::Text)
            .decision_request(&prompt(Vec::new()), None)
            .unwrap()
            .contains("response_format")
    );
}

#[test]
fn a_model_without_tools_that_only_talks_is_told_so() {
    let chat = completion(&json!({"content": "I would press the button."}));
    let failure = without_tools(ToolsSetting::Text).parse_answer(ExpectedAnswer::Calls(0), &chat).unwrap_err();
    assert_eq!(failure.again, RetryKind::WithCorrection);
    let call = completion(&json!({"content": r#"{"final":"Done."}"#}));
    assert_eq!(
        listed(&without_tools(ToolsSetting::Text).parse_answer(ExpectedAnswer::Calls(0), &call).unwrap()),
        r#"call_0_0 done {"answer":"Done."}"#
    );
}
