//! The messages of the founding document, and every action of the catalogue.

use serde_json::{Value, json};
use webhand_model::{ActionGroup, catalogue};

use super::agent::Agent;
use crate::fake_host::RunningServer;

#[tokio::test]
async fn the_messages_of_the_founding_document_are_understood() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let messages = [
        json!({"type": "snapshot"}),
        json!({"type": "click", "params": {"ref": "e1"}}),
        json!({"type": "dblclick", "params": {"ref": "e1"}}),
        json!({"type": "fill", "params": {"ref": "e1", "value": "text"}}),
        json!({"type": "type", "params": {"ref": "e1", "text": "text", "delay": 50}}),
        json!({"type": "press", "params": {"key": "Enter", "ref": "e1"}}),
        json!({"type": "hover", "params": {"ref": "e1"}}),
        json!({"type": "focus", "params": {"ref": "e1"}}),
        json!({"type": "check", "params": {"ref": "e1"}}),
        json!({"type": "uncheck", "params": {"ref": "e1"}}),
        json!({"type": "select", "params": {"ref": "e1", "value": "option1"}}),
        json!({"type": "tab", "params": {"action": "list"}}),
        json!({"type": "tab", "params": {"action": "new", "url": "https://shop.test/lamps"}}),
        json!({"type": "open", "params": {"url": "https://example.com"}}),
        json!({"type": "get", "params": {"what": "text", "ref": "e1"}}),
        json!({"type": "is", "params": {"what": "visible", "ref": "e1"}}),
    ];
    for (number, message) in messages.iter().enumerate() {
        let mut message = message.clone();
        let without = agent.ask(&message).await;
        assert_eq!((&without["id"], &without["success"]), (&Value::Null, &json!(true)), "{message} {without}");
        message["id"] = json!(number.to_string());
        let with = agent.ask(&message).await;
        assert_eq!((&with["id"], &with["success"]), (&message["id"], &json!(true)), "{message} {with}");
        assert!(with["data"]["text"].is_string(), "{with}");
        assert!(with.get("error").is_none() && with.get("code").is_none(), "{with}");
    }
}

#[tokio::test]
async fn a_failure_says_what_to_do() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"id": 0, "type": "snapshot"})).await;
    for (message, code) in [
        (json!({"id": 1, "type": "click", "params": {"ref": "e999"}}), "unknown_ref"),
        (json!({"id": 2, "type": "clik", "params": {"ref": "e1"}}), "bad_call"),
        (json!({"id": 3, "type": "click", "params": {"ref": "e1", "force": true}}), "bad_call"),
        (json!({"id": 4, "type": "click"}), "bad_call"),
        (json!({"id": 5, "type": "type", "params": {"ref": "e1", "text": "x", "delay": 1e99}}), "bad_call"),
    ] {
        let reply = agent.ask(&message).await;
        assert_eq!((&reply["id"], &reply["success"]), (&message["id"], &json!(false)), "{reply}");
        assert_eq!(reply["code"], code, "{reply}");
        assert!(reply["error"].as_str().unwrap().len() > 10, "{reply}");
    }
}

#[tokio::test]
async fn every_action_and_alias_of_the_catalogue_is_known() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"type": "snapshot"})).await;
    for spec in catalogue().filter(|spec| spec.group != ActionGroup::Talk) {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        for name in [spec.name].into_iter().chain(spec.aliases.iter().map(|alias| alias.name)) {
            let reply = agent.ask(json!({"type": name, "params": example})).await;
            let known = reply["success"] == true || reply["code"] == "needs_approval" || reply["code"] == "refused";
            assert!(known, "{name} {example} {reply}");
        }
    }
    for spec in catalogue().filter(|spec| spec.group == ActionGroup::Talk) {
        let reply = agent.ask(json!({"type": spec.name, "params": {}})).await;
        assert!(!reply["error"].as_str().unwrap_or_default().contains("there is no action"), "{reply}");
    }
}
