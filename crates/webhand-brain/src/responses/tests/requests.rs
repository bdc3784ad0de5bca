use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::Prompt;
use webhand_port::Picture;

use super::super::{ResponsesFormat, ResponsesOptions};
use super::{call, format, output, response};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{answered, has_a_stable_beginning, prompt, turn};

fn body(format: &ResponsesFormat, prompt: &Prompt) -> Value {
    serde_json::from_str(&format.decision_request(prompt, None).unwrap()).unwrap()
}

#[test]
fn a_request_stores_nothing_and_holds_everything() {
    let turns = vec![
        turn("Hm.", &[]),
        turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]),
    ];
    let mut body = body(&format(), &prompt(turns));
    let tools = body["tools"].take();
    assert_snapshot!(serde_json::to_string_pretty(&body).unwrap(), @r#"
    {
      "include": [
        "reasoning.encrypted_content"
      ],
      "input": [
        {
          "content": "Press Pay.\nYou: Hm.",
          "role": "user"
        },
        {
          "content": "I look.",
          "role": "assistant"
        },
        {
          "arguments": "{\"action\":\"find\",\"with\":{\"text\":\"Pay\"}}",
          "call_id": "call_1_0",
          "name": "act",
          "type": "function_call"
        },
        {
          "arguments": "{\"key\":\"Enter\"}",
          "call_id": "call_1_1",
          "name": "press_key",
          "type": "function_call"
        },
        {
          "call_id": "call_1_0",
          "output": "<page>\nfind done\n</page>",
          "type": "function_call_output"
        },
        {
          "call_id": "call_1_1",
          "output": "press key done",
          "type": "function_call_output"
        },
        {
          "content": [
            {
              "text": "<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 2 of 40.",
              "type": "input_text"
            }
          ],
          "role": "user"
        }
      ],
      "instructions": "You drive a browser.",
      "model": "m1",
      "parallel_tool_calls": true,
      "store": false,
      "stream": true,
      "tool_choice": "required",
      "tools": null,
      "truncation": "disabled"
    }
    "#);
    let press = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "press").unwrap();
    assert_snapshot!(press, @r#"{"description":"Press a key or chord such as Enter or Control+A.","name":"press","parameters":{"properties":{"key":{"type":"string"}},"required":["key"],"type":"object"},"strict":false,"type":"function"}"#);
}

#[test]
fn reasoning_goes_back_as_it_came_to_its_own_model_only() {
    let ours = format();
    let answer = ours.parse_answer(ExpectedAnswer::Calls(0), response(&output()).to_string().as_bytes()).unwrap();
    let prompt = prompt(vec![answered(answer)]);
    let sent = body(&ours, &prompt)["input"].clone();
    assert_eq!(sent.as_array().unwrap()[1..5], *output().as_array().unwrap());
    assert_eq!(sent[5], json!({"type": "function_call_output", "call_id": "call_a", "output": "fill done"}));

    let mut other = ours;
    other.source.model = "m2".to_owned();
    let rebuilt = body(&other, &prompt)["input"].clone();
    assert_eq!(rebuilt[1], json!({"role": "assistant", "content": "I pay."}));
    assert_eq!(rebuilt[2]["call_id"], "call_0_0");
}

#[test]
fn reasoning_without_its_secret_is_left_out_with_every_tie_to_it() {
    let lost = json!([{"type": "reasoning", "id": "rs_1", "summary": []}, call("a", "back", "{}")]);
    let answer = format().parse_answer(ExpectedAnswer::Calls(0), response(&lost).to_string().as_bytes()).unwrap();
    let sent = body(&format(), &prompt(vec![answered(answer)]))["input"].clone();
    assert_eq!((&sent[1]["type"], sent[1].get("id")), (&json!("function_call"), None));
}

#[test]
fn a_request_begins_like_the_one_before() {
    has_a_stable_beginning(&format(), &vec![response(&output()); 4]);
}

#[test]
fn old_models_are_not_asked_for_reasoning() {
    for (model, expected) in [("gpt-4.1", false), ("gpt-5.2", true), ("o4-mini", true), ("gpt-3.5-turbo", false)] {
        let format = ResponsesFormat { options: ResponsesOptions::of(model), ..format() };
        assert_eq!(
            format.decision_request(&prompt(Vec::new()), None).unwrap().contains("encrypted_content"),
            expected,
            "{model}"
        );
    }
}

#[test]
fn a_picture_stands_in_the_last_item() {
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff] };
    let prompt = prompt(vec![turn("", &[("screenshot", json!({}))])]);
    let sent: Value = serde_json::from_str(&format().decision_request(&prompt, Some(&picture)).unwrap()).unwrap();
    assert_snapshot!(sent["input"].as_array().unwrap().last().unwrap()["content"][1], @r#"{"detail":"high","image_url":"data:image/jpeg;base64,/9j/","type":"input_image"}"#);
}
