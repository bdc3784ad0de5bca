//! A session outlives the cut of its connection, and nothing is done twice.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::agent::Agent;
use crate::fake_host::{FakeHost, RunningServer};
use crate::ws::Sessions;
use crate::ws::kept::KEPT_FOR;

fn key(reply: &Value) -> String {
    reply["data"]["session"]["resume"].as_str().unwrap_or_else(|| panic!("no key in {reply}")).to_owned()
}

async fn resume(server: &RunningServer, key: &str, got: Value) -> (Agent, Value) {
    let mut agent = Agent::enter(server).await;
    let reply = agent.ask(json!({"id": "again", "type": "resume", "params": {"key": key, "got": got}})).await;
    (agent, reply)
}

#[tokio::test]
async fn requests_under_way_are_answered_on_the_next_connection() {
    let server = RunningServer::start().await;
    let mut agent = Agent::enter(&server).await;
    let key = key(&agent.ask(json!({"id": 1, "type": "snapshot"})).await);
    server.host.journal.hold_up();
    for number in 2..=4 {
        agent.say(json!({"id": number, "type": "click", "params": {"ref": "e1"}})).await;
    }
    // Answered at once, so the three before it have come in.
    agent.ask(json!({"id": "now", "type": "ping"})).await;
    agent.cut();
    server.host.journal.let_go();

    let (mut agent, welcome) = resume(&server, &key, json!(1)).await;
    assert_eq!(welcome["data"]["session"]["received"], 4, "{welcome}");
    for number in 2..=4 {
        let reply = agent.hear().await;
        assert_eq!((&reply["id"], &reply["success"]), (&json!(number), &json!(true)));
    }
    // Asked again to be sure: the reply is the same, and nothing was done again.
    let again = agent.ask(json!({"id": 3, "type": "click", "params": {"ref": "e1"}})).await;
    assert_eq!((&again["id"], &again["success"]), (&json!(3), &json!(true)));
    assert_eq!(server.host.done("ws-1"), ["snapshot", "click", "click", "click"]);
    assert_eq!(server.host.opened(), 1);
}

#[tokio::test]
async fn an_id_belongs_to_one_request() {
    let server = RunningServer::start().await;
    let mut agent = Agent::enter(&server).await;
    agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    agent.ask(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await;
    let reused = agent.ask(json!({"id": 2, "type": "click", "params": {"ref": "e2"}})).await;
    assert_eq!(reused["code"], "bad_message", "{reused}");
    assert_eq!(server.host.done("ws-1"), ["snapshot", "click"]);
}

#[tokio::test]
async fn a_connection_that_only_seems_to_live_is_replaced() {
    let server = RunningServer::start().await;
    let mut first = Agent::enter(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    let (mut second, welcome) = resume(&server, &key, Value::Null).await;
    assert_eq!(welcome["success"], true, "{welcome}");
    assert_eq!(first.hear_goodbye().await, 4001);
    assert_eq!(second.ask(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await["success"], true);
}

#[tokio::test]
async fn a_session_is_not_found_by_guessing() {
    let server = RunningServer::start().await;
    let mut owner = Agent::enter(&server).await;
    owner.ask(json!({"id": 1, "type": "snapshot"})).await;
    for guess in ["", "ws-1", "0", &"0".repeat(64)] {
        let (_, reply) = resume(&server, guess, Value::Null).await;
        assert_eq!((&reply["success"], &reply["code"]), (&json!(false), &json!("closed")), "{reply}");
    }
    assert_eq!(owner.ask(json!({"id": 2, "type": "ping"})).await["success"], true);
}

#[tokio::test]
async fn a_connection_has_one_session() {
    let server = RunningServer::start().await;
    let mut first = Agent::enter(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    let mut second = Agent::enter(&server).await;
    second.ask(json!({"id": 1, "type": "snapshot"})).await;
    let reply = second.ask(json!({"id": 2, "type": "resume", "params": {"key": key}})).await;
    assert_eq!(reply["code"], "bad_message", "{reply}");
}

#[tokio::test]
async fn after_the_token_a_session_can_be_resumed_too() {
    let server = RunningServer::start().await;
    let mut first = Agent::enter(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    first.cut();
    let mut second = Agent::knock(&server).await;
    second.ask(json!({"id": 1, "type": "auth", "params": {"token": server.token.as_secret_text()}})).await;
    let welcome = second.ask(json!({"id": 2, "type": "resume", "params": {"key": key}})).await;
    assert_eq!(welcome["data"]["session"]["name"], "ws-1", "{welcome}");
    assert_eq!(second.ask(json!({"id": 3, "type": "click", "params": {"ref": "e1"}})).await["success"], true);
    assert_eq!(server.host.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_than_two_minutes_for_an_agent() {
    let sessions = Sessions::new(Arc::new(FakeHost::default()));
    let kept = sessions.begin().unwrap();
    let (outbox, _replies) = mpsc::channel(1);
    let (hold, _) = kept.attach(outbox, None).unwrap();
    tokio::time::sleep(KEPT_FOR * 10).await;
    assert!(sessions.find(&kept.key).is_some(), "somebody is there");
    kept.detach(hold, std::collections::VecDeque::new()).await;
    tokio::time::sleep(KEPT_FOR / 2).await;
    assert!(sessions.find(&kept.key).is_some(), "they may come back");
    tokio::time::sleep(KEPT_FOR).await;
    assert!(sessions.find(&kept.key).is_none(), "they did not");
}
