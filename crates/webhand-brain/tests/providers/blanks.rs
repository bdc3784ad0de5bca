//! A blank to fill: whoever is asked has one call to answer with, and its schema is one that the provider takes.

use serde_json::{Value, json};
use webhand_brain::client::{OpenContext, open};
use webhand_brain::prices::Prices;
use webhand_fake_llm::{Script, ScriptedTurn};
use webhand_model::{AnswerSchema, Prompt};
use webhand_port::{BrainRequest, Role};

use crate::asking::{KEY, ask, done, prompt, serve};
use crate::{PROVIDERS, brain};

fn asked() -> Prompt {
    let schema = json!({"type": "object", "required": ["items"], "properties": {
        "items": {"type": "array", "description": "every line", "items": {"type": "object", "properties": {
            "name": {"type": "string"}, "price": {"type": ["number", "null"], "minimum": 0},
            "kind": {"enum": ["lamp", "bulb"]}, "url": {"type": "string", "format": "uri"},
        }}},
    }});
    let data = AnswerSchema::read(schema.as_object().unwrap()).unwrap().schema();
    let blank = json!({"type": "object", "properties": {"data": data, "missing": {"type": "string"}}, "required": []});
    Prompt { answer_schema: Some(blank), ..prompt() }
}

#[tokio::test]
async fn a_blank_is_asked_for_twice_of_a_strict_provider() {
    let filled = json!({"data": {"items": [{"name": "Blue lamp"}]}});
    for (name, path) in PROVIDERS {
        let server = serve(Script::from_turns([
            ScriptedTurn::calls("answer", json!({"data": {"items": "none"}})),
            ScriptedTurn::calls("answer", filled.clone()),
        ]));
        let brain = brain(name, path, &server);
        let mut prompt = asked();
        let first = ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        prompt.turns.push(done(first));
        let second = ask(&brain, &prompt).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(second.calls[0].arguments, filled, "{name}");
        let sent = server.requests().last().unwrap().body.clone();
        assert!(sent.contains("every line") && !sent.contains("Any action"), "{name}: {sent}");
    }
}

#[tokio::test]
async fn a_model_without_tools_is_held_to_the_blank() {
    let written = json!({"tool_call": {"name": "answer", "arguments": {"data": {"items": []}}}}).to_string();
    let server = serve(Script::from_turns([ScriptedTurn::says(&written)]));
    let spec = format!("openai:{}/v1#fake?tools=json", server.origin());
    let brain = open(&spec, OpenContext::new(&|_| Some(KEY.to_owned()), &Prices::known())).unwrap();
    let prompt = asked();
    let request = BrainRequest { prompt: &prompt, role: Role::Extract, picture: None, live: &|_| {} };
    let answer = brain.answer(request).await.unwrap();
    assert_eq!(answer.calls[0].arguments, json!({"data": {"items": []}}));
    let sent = server.requests()[0].json();
    let call = &sent["response_format"]["json_schema"]["schema"]["properties"]["tool_call"]["properties"];
    assert_eq!(call["name"]["enum"], json!(["answer"]));
    assert_eq!(call["arguments"]["properties"]["data"]["required"], json!(["items"]));
    assert_eq!(sent.get("tools"), None::<&Value>);
}
