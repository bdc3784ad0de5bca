use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::{End, Prompt};
use webhand_port::Picture;

use super::super::Translator;
use super::{content, message, translator};
use crate::format::Format as _;
use crate::format::tests::{answered, prompt, turn};

fn body(translator: &Translator, prompt: &Prompt) -> Value {
    serde_json::from_str(&translator.request(prompt, None).unwrap()).unwrap()
}

fn messages(translator: &Translator, prompt: &Prompt) -> String {
    let body = body(translator, prompt);
    let messages = body["messages"].as_array().unwrap().iter().map(Value::to_string);
    messages.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_first_request_marks_what_stays() {
    let mut body = body(&translator(), &prompt(Vec::new()));
    let tools = body["tools"].take();
    assert_snapshot!(serde_json::to_string_pretty(&body).unwrap(), @r#"
    {
      "max_tokens": 8192,
      "messages": [
        {
          "content": [
            {
              "cache_control": {
                "type": "ephemeral"
              },
              "text": "Press Pay.",
              "type": "text"
            },
            {
              "text": "<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 0 of 40.",
              "type": "text"
            }
          ],
          "role": "user"
        }
      ],
      "model": "m1",
      "stream": true,
      "system": [
        {
          "cache_control": {
            "type": "ephemeral"
          },
          "text": "You drive a browser.",
          "type": "text"
        }
      ],
      "tool_choice": {
        "type": "auto"
      },
      "tools": null
    }
    "#);
    let press = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "press").unwrap();
    assert_snapshot!(press, @r#"{"description":"Press a key or chord such as Enter or Control+A.","input_schema":{"properties":{"key":{"type":"string"},"ref":{"type":"string"}},"required":["key"],"type":"object"},"name":"press"}"#);
}

#[test]
fn results_come_first_and_the_newest_observation_after_them() {
    let mut failed = turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]);
    failed.results[1].end = End::Refused;
    let turns = vec![failed, turn("", &[("click", json!({"ref": "e7"}))])];
    assert_snapshot!(messages(&translator(), &prompt(turns)), @r#"
    {"content":[{"text":"Press Pay.","type":"text"}],"role":"user"}
    {"content":[{"text":"I look.","type":"text"},{"id":"call_0_0","input":{"action":"find","with":{"text":"Pay"}},"name":"act","type":"tool_use"},{"id":"call_0_1","input":{"key":"Enter"},"name":"press_key","type":"tool_use"}],"role":"assistant"}
    {"content":[{"content":"<page>\nfind done\n</page>","tool_use_id":"call_0_0","type":"tool_result"},{"cache_control":{"type":"ephemeral"},"content":"press key done","is_error":true,"tool_use_id":"call_0_1","type":"tool_result"}],"role":"user"}
    {"content":[{"id":"call_1_0","input":{"ref":"e7"},"name":"click","type":"tool_use"}],"role":"assistant"}
    {"content":[{"cache_control":{"type":"ephemeral"},"content":"click done","tool_use_id":"call_1_0","type":"tool_result"},{"text":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 2 of 40.","type":"text"}],"role":"user"}
    "#);
}

#[test]
fn thinking_goes_back_letter_by_letter_to_its_own_model_only() {
    let ours = translator();
    let answer = ours.answer(0, message(&content()).to_string().as_bytes()).unwrap();
    let prompt = prompt(vec![answered(answer)]);
    assert_eq!(body(&ours, &prompt)["messages"][1]["content"], content());

    let mut other = ours;
    other.source.model = "m2".to_owned();
    let rebuilt = &body(&other, &prompt)["messages"][1]["content"];
    assert_eq!(rebuilt[0], json!({"type": "text", "text": "I pay."}));
    assert_eq!(rebuilt[1]["id"], "call_0_0");
}

#[test]
fn a_turn_that_said_nothing_leaves_no_message() {
    let nothing = translator().answer(0, message(&json!([{"type": "text", "text": " "}])).to_string().as_bytes());
    let messages = &body(&translator(), &prompt(vec![answered(nothing.unwrap())]))["messages"];
    assert_eq!(messages.as_array().unwrap().len(), 1, "task and observation are one message");
}

#[test]
fn at_most_three_marks_are_set() {
    let turns = vec![turn("", &[("back", json!({}))]); 5];
    let text = translator().request(&prompt(turns), None).unwrap();
    assert_eq!(text.matches("cache_control").count(), 3);
}

#[test]
fn without_its_marks_a_request_begins_like_the_one_before() {
    let unmarked = |turns| {
        let text = translator().request(&prompt(turns), None).unwrap();
        text.replace(r#""cache_control":{"type":"ephemeral"},"#, "")
    };
    let answer = translator().answer(0, message(&content()).to_string().as_bytes()).unwrap();
    let mut turns = Vec::new();
    let mut before = unmarked(turns.clone());
    for _ in 0..3 {
        turns.push(answered(answer.clone()));
        let after = unmarked(turns.clone());
        // A list goes on where it ended before: its last bracket and what follows are no part of the beginning.
        let stable = &before[..before.rfind(r#",{"text":"<page>"#).unwrap()];
        assert!(after.starts_with(stable), "{stable}\n{after}");
        before = after;
    }
}

#[test]
fn a_picture_stands_at_the_very_end() {
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff] };
    let prompt = prompt(vec![turn("", &[("screenshot", json!({}))])]);
    let sent: Value = serde_json::from_str(&translator().request(&prompt, Some(&picture)).unwrap()).unwrap();
    assert_snapshot!(sent["messages"][2]["content"][2], @r#"{"source":{"data":"/9j/","media_type":"image/jpeg","type":"base64"},"type":"image"}"#);
    let mut blind = translator();
    blind.options.pictures = false;
    assert!(!blind.request(&prompt, Some(&picture)).unwrap().contains("base64"));
}
