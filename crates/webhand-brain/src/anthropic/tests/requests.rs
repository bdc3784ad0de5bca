use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::{EarlierObservation, OutcomeStatus, Prompt};
use webhand_port::Picture;

use super::super::AnthropicFormat;
use super::{content, format, message};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{answered, has_a_stable_beginning, prompt, turn};

fn body(format: &AnthropicFormat, prompt: &Prompt) -> Value {
    serde_json::from_str(&format.decision_request(prompt, None).unwrap()).unwrap()
}

fn messages(format: &AnthropicFormat, prompt: &Prompt) -> String {
    let body = body(format, prompt);
    let messages = body["messages"].as_array().unwrap().iter().map(Value::to_string);
    messages.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_first_request_marks_what_stays() {
    let mut body = body(&format(), &prompt(Vec::new()));
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
              "cache_control": {
                "type": "ephemeral"
              },
              "text": "<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>",
              "type": "text"
            },
            {
              "text": "Step 0 of 40.",
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
    assert_snapshot!(press, @r#"{"description":"Press a key or chord such as Enter or Control+A.","input_schema":{"properties":{"key":{"type":"string"}},"required":["key"],"type":"object"},"name":"press"}"#);
}

#[test]
fn results_come_first_and_the_newest_observation_after_them() {
    let mut failed = turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]);
    failed.results[1].status = OutcomeStatus::Refused;
    let turns = vec![turn("I pay.", &[("click", json!({"ref": "e7"}))]), failed];
    assert_snapshot!(messages(&format(), &prompt(turns)), @r#"
    {"content":[{"text":"Press Pay.","type":"text"},{"cache_control":{"type":"ephemeral"},"text":"You: I pay. → click done","type":"text"}],"role":"user"}
    {"content":[{"text":"I look.","type":"text"},{"id":"call_1_0","input":{"action":"find","with":{"text":"Pay"}},"name":"act","type":"tool_use"},{"id":"call_1_1","input":{"key":"Enter"},"name":"press_key","type":"tool_use"}],"role":"assistant"}
    {"content":[{"content":"<page>\nfind done\n</page>","tool_use_id":"call_1_0","type":"tool_result"},{"content":"press key done","is_error":true,"tool_use_id":"call_1_1","type":"tool_result"},{"cache_control":{"type":"ephemeral"},"text":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>","type":"text"},{"text":"Step 2 of 40.","type":"text"}],"role":"user"}
    "#);
}

#[test]
fn thinking_goes_back_letter_by_letter_to_its_own_model_only() {
    let ours = format();
    let answer = ours.parse_answer(ExpectedAnswer::Calls(0), message(&content()).to_string().as_bytes()).unwrap();
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
    let nothing = format().parse_answer(
        ExpectedAnswer::Calls(0),
        message(&json!([{"type": "text", "text": " "}])).to_string().as_bytes(),
    );
    let messages = &body(&format(), &prompt(vec![answered(nothing.unwrap())]))["messages"];
    assert_eq!(messages.as_array().unwrap().len(), 1, "task and observation are one message");
}

/// The texts that end with a mark.
fn marked(prompt: &Prompt) -> Vec<String> {
    let body = body(&format(), prompt);
    let messages =
        body["messages"].as_array().unwrap().iter().flat_map(|message| message["content"].as_array().unwrap());
    let blocks = body["system"].as_array().unwrap().iter().chain(messages);
    let marked = blocks.filter(|block| block.get("cache_control").is_some());
    marked.map(|block| block["text"].as_str().unwrap_or("no text").to_owned()).collect()
}

#[test]
fn what_the_next_request_begins_with_is_marked_and_a_whole_look_too() {
    let mut prompt = prompt(vec![turn("I go.", &[("back", json!({}))]); 5]);
    let look = "<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>";
    assert_eq!(marked(&prompt), ["You drive a browser.", "You: I go. → back done", look]);
    prompt.observation.since = Some(EarlierObservation { turns: 0, text: "page".to_owned() });
    assert_eq!(marked(&prompt), ["You drive a browser.", "You: I go. → back done"], "what changed is not told again");
    prompt.observation.since = Some(EarlierObservation { turns: 4, text: "page".to_owned() });
    assert_eq!(marked(&prompt), ["You drive a browser.", "<page>\npage\n</page>"]);
}

#[test]
fn a_request_begins_like_the_one_before() {
    has_a_stable_beginning(&format(), &vec![message(&content()); 4]);
}

#[test]
fn a_picture_stands_at_the_very_end() {
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff] };
    let prompt = prompt(vec![turn("", &[("screenshot", json!({}))])]);
    let sent: Value = serde_json::from_str(&format().decision_request(&prompt, Some(&picture)).unwrap()).unwrap();
    assert_snapshot!(sent["messages"][2]["content"][3], @r#"{"source":{"data":"/9j/","media_type":"image/jpeg","type":"base64"},"type":"image"}"#);
    let mut blind = format();
    blind.options.pictures = false;
    assert!(!blind.decision_request(&prompt, Some(&picture)).unwrap().contains("base64"));
}
