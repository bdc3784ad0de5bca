use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::Picture;

use super::super::{ChatCompletionsFormat, ChatCompletionsOptions, Limit, LimitName};
use super::{answered, completion, format, native, prompt, turn};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::has_a_stable_beginning;
use crate::spec::ToolsSetting;

fn body(format: &ChatCompletionsFormat, prompt: &Prompt) -> Value {
    serde_json::from_str(&format.decision_request(prompt, None).unwrap()).unwrap()
}

fn messages(format: &ChatCompletionsFormat, prompt: &Prompt) -> String {
    let body = body(format, prompt);
    let messages = body["messages"].as_array().unwrap().iter().map(Value::to_string);
    messages.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_first_request_holds_system_task_and_observation() {
    let mut prompt = prompt(Vec::new());
    prompt.observation.notes = vec!["the person said: go on".to_owned()];
    assert_snapshot!(messages(&format(), &prompt), @r#"
    {"content":"You drive a browser.","role":"developer"}
    {"content":"Press Pay.","role":"user"}
    {"content":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nNote: the person said: go on\nStep 0 of 40.","role":"user"}
    "#);
}

#[test]
fn every_call_of_another_brain_is_rebuilt_and_answered_in_order() {
    let turns = vec![
        turn("I pay.", &[("click", json!({"ref": "e7"}))]),
        turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]),
    ];
    assert_snapshot!(messages(&format(), &prompt(turns)), @r#"
    {"content":"You drive a browser.","role":"developer"}
    {"content":"Press Pay.\nYou: I pay. → click done","role":"user"}
    {"content":"I look.","role":"assistant","tool_calls":[{"function":{"arguments":"{\"action\":\"find\",\"with\":{\"text\":\"Pay\"}}","name":"act"},"id":"call_1_0","type":"function"},{"function":{"arguments":"{\"key\":\"Enter\"}","name":"press_key"},"id":"call_1_1","type":"function"}]}
    {"content":"<page>\nfind done\n</page>","role":"tool","tool_call_id":"call_1_0"}
    {"content":"press key done","role":"tool","tool_call_id":"call_1_1"}
    {"content":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 2 of 40.","role":"user"}
    "#);
}

#[test]
fn its_own_message_goes_back_as_it_came() {
    let message = json!({"role": "assistant", "content": "I press.", "reasoning_details": [{"type": "reasoning.encrypted", "data": "x7"}],
        "tool_calls": [{"id": "call_a", "type": "function", "extra_content": {"signature": "s"}, "function":
            {"name": "click", "arguments": "{ \"ref\": \"e7\" }"}}]});
    let ours = format();
    let prompt = prompt(vec![answered(ours.parse_answer(ExpectedAnswer::Calls(0), &completion(&message)).unwrap())]);
    assert_eq!(body(&ours, &prompt)["messages"][2], message);

    let mut other = ours;
    other.source.model = "m2".to_owned();
    let rebuilt = json!({"role": "assistant", "content": "I press.", "tool_calls": [native("call_0_0", "click", r#"{"ref":"e7"}"#)]});
    assert_eq!(body(&other, &prompt)["messages"][2], rebuilt, "another model is not shown what it cannot read");
}

#[test]
fn a_call_without_a_result_is_answered_all_the_same() {
    let mut cut_short = turn("", &[("click", json!({"ref": "e7"})), ("back", json!({}))]);
    cut_short.results.pop();
    let messages = &body(&format(), &prompt(vec![cut_short]))["messages"];
    assert_eq!((&messages[4]["role"], &messages[4]["content"]), (&json!("tool"), &json!("Not carried out.")));
}

#[test]
fn an_answer_that_said_nothing_leaves_no_message() {
    let nothing = format().parse_answer(ExpectedAnswer::Calls(0), &completion(&json!({"content": null}))).unwrap();
    let prompt = prompt(vec![answered(nothing)]);
    assert_eq!(body(&format(), &prompt)["messages"].as_array().unwrap().len(), 3);
}

#[test]
fn a_request_begins_like_the_one_before() {
    let message =
        json!({"content": "Näxt", "reasoning": "…", "tool_calls": [native("", "click", "{\"ref\":\"e7\",}")]});
    let body: Value = serde_json::from_slice(&completion(&message)).unwrap();
    has_a_stable_beginning(&format(), &vec![body.clone(); 4]);
    for tools in [ToolsSetting::Text, ToolsSetting::Json] {
        let written = json!({"content": r#"I press. {"tool_call":{"name":"click","arguments":{"ref":"e7"}}}"#});
        let mut format = format();
        format.options.tools = tools;
        has_a_stable_beginning(&format, &vec![serde_json::from_slice(&completion(&written)).unwrap(); 4]);
    }
}

#[test]
fn a_picture_stands_in_the_last_message_only_and_only_for_who_sees() {
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff] };
    let prompt = prompt(vec![turn("", &[("screenshot", json!({}))])]);
    let sent: Value = serde_json::from_str(&format().decision_request(&prompt, Some(&picture)).unwrap()).unwrap();
    let last = sent["messages"].as_array().unwrap().last().unwrap();
    assert_eq!(last["content"][1]["image_url"]["url"], "data:image/jpeg;base64,/9j/");
    assert_eq!(sent.to_string().matches("image_url\":{").count(), 1);

    let mut blind = format();
    blind.options = ChatCompletionsOptions::ollama();
    assert!(!blind.decision_request(&prompt, Some(&picture)).unwrap().contains("image_url"));
}

#[test]
fn a_tool_is_a_function_with_a_plain_schema() {
    let tools = body(&format(), &prompt(Vec::new()))["tools"].clone();
    assert_snapshot!(tools[2], @r#"{"function":{"description":"Press a key or chord such as Enter or Control+A.","name":"press","parameters":{"properties":{"key":{"type":"string"}},"required":["key"],"type":"object"}},"type":"function"}"#);
}

#[test]
fn each_provider_gets_the_fields_it_knows() {
    let mut shown = Vec::new();
    for (name, options) in [
        ("openai", ChatCompletionsOptions::openai()),
        ("openrouter", ChatCompletionsOptions::openrouter()),
        ("groq", ChatCompletionsOptions::groq()),
        ("ollama", ChatCompletionsOptions::ollama()),
    ] {
        let mut format = format();
        let limit = if name == "ollama" { LimitName::MaxTokens } else { LimitName::MaxCompletionTokens };
        format.options = ChatCompletionsOptions { limit: Some(Limit { name: limit, tokens: 900 }), ..options };
        let mut body = body(&format, &prompt(Vec::new()));
        let role = body["messages"][0]["role"].clone();
        let fields = body.as_object_mut().unwrap();
        fields.retain(|field, _| !["messages", "tools", "model"].contains(&field.as_str()));
        shown.push(format!("{name}: {role} {body}"));
    }
    assert_snapshot!(shown.join("\n"), @r#"
    openai: "developer" {"max_completion_tokens":900,"stream":true,"stream_options":{"include_usage":true},"tool_choice":"required"}
    openrouter: "system" {"max_completion_tokens":900,"provider":{"data_collection":"deny","require_parameters":true},"stream":true,"stream_options":{"include_usage":true},"tool_choice":"auto"}
    groq: "system" {"max_completion_tokens":900,"stream":true,"stream_options":{"include_usage":true},"tool_choice":"required"}
    ollama: "system" {"max_tokens":900,"stream":true,"stream_options":{"include_usage":true}}
    "#);
}
