use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::{OutcomeStatus, Prompt};
use webhand_port::Picture;

use super::super::GeminiFormat;
use super::{format, parts, whole};
use crate::format::ExpectedAnswer;
use crate::format::Format as _;
use crate::format::tests::{answered, has_a_stable_beginning, prompt, turn};

fn body(format: &GeminiFormat, prompt: &Prompt) -> Value {
    serde_json::from_str(&format.decision_request(prompt, None).unwrap()).unwrap()
}

#[test]
fn a_request_in_full() {
    let mut failed = turn("I look.", &[("find", json!({"text": "Pay"})), ("press key", json!({"key": "Enter"}))]);
    failed.results[1].status = OutcomeStatus::Refused;
    let mut format = format();
    format.options.effort = Some("low".to_owned());
    format.options.max_tokens = Some(900);
    let mut body = body(&format, &prompt(vec![turn("Hm.", &[]), failed]));
    body["tools"].take();
    let contents = body["contents"].take();
    let contents = contents.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    assert_snapshot!(body, @r#"{"contents":null,"generationConfig":{"maxOutputTokens":900,"thinkingConfig":{"thinkingLevel":"LOW"}},"systemInstruction":{"parts":[{"text":"You drive a browser."}]},"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}},"tools":null}"#);
    assert_snapshot!(contents, @r#"
    {"parts":[{"text":"Press Pay."},{"text":"You: Hm."}],"role":"user"}
    {"parts":[{"text":"I look."},{"functionCall":{"args":{"action":"find","with":{"text":"Pay"}},"name":"act"},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"args":{"key":"Enter"},"name":"press_key"}}],"role":"model"}
    {"parts":[{"functionResponse":{"name":"act","response":{"output":"<page>\nfind done\n</page>"}}},{"functionResponse":{"name":"press_key","response":{"error":"press key done"}}}],"role":"user"}
    {"parts":[{"text":"<page>\npage \"Shop\" https://shop.test/\n- button \"Pay\" [ref=e7]\n</page>\nStep 2 of 40."}],"role":"user"}
    "#);
}

#[test]
fn functions_use_only_what_the_provider_reads() {
    let body = body(&format(), &prompt(Vec::new()));
    let functions = body["tools"][0]["functionDeclarations"].as_array().unwrap();
    let shown =
        |name: &str| functions.iter().find(|function| function["name"] == name).unwrap()["parameters"].to_string();
    assert_snapshot!(["press", "done", "act"].map(shown).join("\n"), @r#"
    {"properties":{"key":{"type":"STRING"}},"required":["key"],"type":"OBJECT"}
    {"properties":{"answer":{"type":"STRING"},"evidence":{"items":{"type":"STRING"},"type":"ARRAY"},"partly":{"type":"BOOLEAN"}},"required":["answer"],"type":"OBJECT"}
    {"properties":{"action":{"type":"STRING"},"with":{"description":"a JSON object","type":"STRING"}},"required":["action"],"type":"OBJECT"}
    "#);
    let text = body["tools"].to_string();
    for unknown in ["additionalProperties", "[\"string\"", "\"type\":\"string\"", "$ref"] {
        assert!(!text.contains(unknown), "{unknown}");
    }
}

#[test]
fn signed_parts_go_back_as_they_came_to_their_own_model_only() {
    let ours = format();
    let answer = ours.parse_answer(ExpectedAnswer::Calls(0), whole(&parts()).to_string().as_bytes()).unwrap();
    let prompt = prompt(vec![answered(answer)]);
    let sent = body(&ours, &prompt)["contents"].clone();
    assert_eq!(sent[1]["parts"], parts());
    assert_snapshot!(sent[2], @r#"{"parts":[{"functionResponse":{"id":"fc1","name":"fill","response":{"output":"fill done"}}},{"functionResponse":{"name":"press","response":{"output":"press done"}}}],"role":"user"}"#);

    let mut other = ours;
    for (model, signature) in [("gemini-4", json!("skip_thought_signature_validator")), ("gemini-2.5-pro", Value::Null)]
    {
        other.source.model = model.to_owned();
        let rebuilt = body(&other, &prompt)["contents"][1]["parts"].clone();
        assert_eq!(rebuilt[0], json!({"text": "I pay."}));
        assert_eq!(rebuilt[1]["thoughtSignature"], signature, "{model}");
        assert_eq!(rebuilt[2].get("thoughtSignature"), None, "only the first of several is signed");
    }
}

#[test]
fn a_request_begins_like_the_one_before() {
    has_a_stable_beginning(&format(), &vec![whole(&parts()); 4]);
}

#[test]
fn the_model_stands_in_the_address() {
    let mut format = format();
    format.source.model = "models/gemini-3-x".to_owned();
    let place = format.request_path();
    assert_eq!((place.path.as_str(), place.query), ("models/gemini-3-x:streamGenerateContent", Some("alt=sse")));
    format.options.streams = false;
    assert_eq!(format.request_path().path, "models/gemini-3-x:generateContent");
}

#[test]
fn a_picture_stands_beside_the_newest_observation() {
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0xff] };
    let sent: Value =
        serde_json::from_str(&format().decision_request(&prompt(Vec::new()), Some(&picture)).unwrap()).unwrap();
    assert_eq!(sent["contents"][1]["parts"][1], json!({"inlineData": {"mimeType": "image/jpeg", "data": "/9j/"}}));
}
