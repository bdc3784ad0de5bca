//! Runs of the server over the WebSocket.

use serde_json::{Value, json};

use super::agent::Agent;
use crate::fake_host::RunningServer;

/// Reads messages until one fits.
async fn until(agent: &mut Agent, fits: impl Fn(&Value) -> bool) -> (Vec<Value>, Value) {
    let mut before = Vec::new();
    loop {
        let message = agent.receive().await;
        if fits(&message) {
            return (before, message);
        }
        before.push(message);
    }
}

async fn start(agent: &mut Agent, task: &str) -> String {
    let started = agent.ask(json!({"id": "r", "type": "run", "params": {"task": task}})).await;
    assert_eq!(started["data"]["value"]["created"], true, "{started}");
    started["data"]["value"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_agent_starts_a_run_follows_it_and_answers_what_its_brain_asks() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let run = start(&mut agent, "ask me").await;
    let followed = agent.ask(json!({"id": 2, "type": "follow", "params": {"run": run}})).await;
    assert_eq!((&followed["id"], &followed["success"]), (&json!(2), &json!(true)), "{followed}");
    let (before, asked) = until(&mut agent, |told| told["event"]["what"]["type"] == "asked").await;
    let numbers: Vec<_> = before.iter().map(|told| told["event"]["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers.first(), Some(&1));
    assert!(numbers.is_sorted(), "{before:?}");
    assert_eq!(asked["run"], run.as_str());
    let question = &asked["event"]["what"]["question"];
    assert_eq!((&question["topic"], &question["text"]), (&json!("brain"), &json!("Which one?")));
    let answer = json!({"run": run, "question": question["no"], "text": "the first"});
    agent.send(json!({"id": 3, "type": "answer", "params": answer})).await;
    let (before, end) = until(&mut agent, |told| told["end"].is_string()).await;
    assert_eq!(end, json!({"run": run, "end": "over"}));
    assert!(before.iter().any(|told| told["id"] == 3 && told["success"] == true), "{before:?}");

    // A reader that was cut off goes on from the last number it knows.
    let last = before.iter().filter_map(|told| told["event"]["seq"].as_u64()).max().unwrap();
    let mut later = Agent::connect(&server).await;
    later.ask(json!({"id": 1, "type": "follow", "params": {"run": run, "after": last - 1}})).await;
    assert_eq!(later.receive().await["event"]["seq"], last);
    assert_eq!(later.receive().await["end"], "over");
}

#[tokio::test]
async fn an_agent_answers_no_approval_and_sets_nothing_that_is_the_persons() {
    let server = RunningServer::start().await;
    let protocols = format!("webhand, bearer.{}", server.owner.as_secret_text());
    let mut owner = Agent::connect_with(&server, Some(&protocols)).await.unwrap();
    let run = start(&mut owner, "need me").await;
    owner.ask(json!({"id": 2, "type": "follow", "params": {"run": run}})).await;
    let (_, asked) = until(&mut owner, |told| told["event"]["what"]["type"] == "asked").await;
    let no = &asked["event"]["what"]["question"]["no"];
    let yes = json!({"id": 3, "type": "answer", "params": {"run": run, "question": no, "text": "yes"}});
    owner.send(yes).await;
    let (_, refused) = until(&mut owner, |told| told["id"] == 3).await;
    assert_eq!(refused["code"], "owner_only", "{refused}");
    for (at, (kind, params, code)) in [
        ("run", json!({"task": "x", "allow": ["a.test"]}), "bad_call"),
        ("run", json!({}), "bad_call"),
        ("follow", json!({"run": "nowhere"}), "not_found"),
        ("answer", json!({"run": run, "question": 999, "text": "x"}), "not_waiting"),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = owner.ask(json!({"id": 10 + at, "type": kind, "params": params})).await;
        assert_eq!(refused["code"], code, "{refused}");
    }
    assert_eq!(server.host.opened(), 0, "no session was opened for any of it");
}
