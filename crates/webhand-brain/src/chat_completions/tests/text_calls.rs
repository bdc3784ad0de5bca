use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{answered, completion, listed, prompt, translator};
use crate::format::Format as _;

fn read(text: &str) -> String {
    let answer = translator().answer(4, &completion(&json!({ "content": text }))).unwrap();
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
    let answer = translator().answer(0, &completion(&json!({ "content": written }))).unwrap();
    let sent = translator().request(&prompt(vec![answered(answer)]), None).unwrap();
    let sent: Value = serde_json::from_str(&sent).unwrap();
    assert_eq!(sent["messages"][2], json!({"role": "assistant", "content": written}));
    assert_eq!(sent["messages"][3], json!({"role": "user", "content": "Result of click: click done"}));
}
