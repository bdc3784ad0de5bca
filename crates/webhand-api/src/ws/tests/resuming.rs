//! A session outlives its connection, and no request is performed twice.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::agent::Agent;
use crate::fake_host::{FakeHost, RunningServer, fake_agent_runs};
use crate::ws::Sessions;
use crate::ws::resumable_session::RESUMABLE_FOR;

fn key(reply: &Value) -> String {
    reply["data"]["session"]["resume"].as_str().unwrap_or_else(|| panic!("no key in {reply}")).to_owned()
}

async fn resume(server: &RunningServer, key: &str, got: Value) -> (Agent, Value) {
    let mut agent = Agent::connect(server).await;
    let reply = agent.ask(json!({"id": "again", "type": "resume", "params": {"key": key, "got": got}})).await;
    (agent, reply)
}

#[tokio::test]
async fn requests_under_way_are_answered_on_the_next_connection() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let key = key(&agent.ask(json!({"id": 1, "type": "snapshot"})).await);
    server.host.journal.stall();
    for number in 2..=4 {
        agent.send(json!({"id": number, "type": "click", "params": {"ref": "e1"}})).await;
    }
    // Answered at once, so the three before it have come in.
    agent.ask(json!({"id": "now", "type": "ping"})).await;
    agent.disconnect();
    server.host.journal.resume();

    let (mut agent, welcome) = resume(&server, &key, json!(1)).await;
    assert_eq!(welcome["data"]["session"]["received"], 4, "{welcome}");
    for number in 2..=4 {
        let reply = agent.receive().await;
        assert_eq!((&reply["id"], &reply["success"]), (&json!(number), &json!(true)));
    }
    // The same request again gets the same reply, and is not performed again.
    let again = agent.ask(json!({"id": 3, "type": "click", "params": {"ref": "e1"}})).await;
    assert_eq!((&again["id"], &again["success"]), (&json!(3), &json!(true)));
    assert_eq!(server.host.done("ws-1"), ["snapshot", "click", "click", "click"]);
    assert_eq!(server.host.opened(), 1);
}

#[tokio::test]
async fn an_id_belongs_to_one_request() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    agent.ask(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await;
    let reused = agent.ask(json!({"id": 2, "type": "click", "params": {"ref": "e2"}})).await;
    assert_eq!(reused["code"], "bad_message", "{reused}");
    assert_eq!(server.host.done("ws-1"), ["snapshot", "click"]);
}

#[tokio::test]
async fn a_connection_that_only_seems_to_live_is_replaced() {
    let server = RunningServer::start().await;
    let mut first = Agent::connect(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    let (mut second, welcome) = resume(&server, &key, Value::Null).await;
    assert_eq!(welcome["success"], true, "{welcome}");
    assert_eq!(first.close_code().await, 4001);
    assert_eq!(second.ask(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await["success"], true);
}

#[tokio::test]
async fn a_session_is_not_found_by_guessing() {
    let server = RunningServer::start().await;
    let mut owner = Agent::connect(&server).await;
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
    let mut first = Agent::connect(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    let mut second = Agent::connect(&server).await;
    second.ask(json!({"id": 1, "type": "snapshot"})).await;
    let reply = second.ask(json!({"id": 2, "type": "resume", "params": {"key": key}})).await;
    assert_eq!(reply["code"], "bad_message", "{reply}");
}

#[tokio::test]
async fn after_the_token_a_session_can_be_resumed_too() {
    let server = RunningServer::start().await;
    let mut first = Agent::connect(&server).await;
    let key = key(&first.ask(json!({"id": 1, "type": "snapshot"})).await);
    first.disconnect();
    let mut second = Agent::open_without_token(&server).await;
    second.ask(json!({"id": 1, "type": "auth", "params": {"token": server.token.as_secret_text()}})).await;
    let welcome = second.ask(json!({"id": 2, "type": "resume", "params": {"key": key}})).await;
    assert_eq!(welcome["data"]["session"]["name"], "ws-1", "{welcome}");
    assert_eq!(second.ask(json!({"id": 3, "type": "click", "params": {"ref": "e1"}})).await["success"], true);
    assert_eq!(server.host.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_session_without_a_connection_ends_after_two_minutes() {
    let sessions = Sessions::new(Arc::new(FakeHost::default()), fake_agent_runs());
    let session = sessions.start().unwrap();
    let (outbox, _replies) = mpsc::channel(1);
    let (attachment, _) = session.attach(outbox, None).unwrap();
    tokio::time::sleep(RESUMABLE_FOR * 10).await;
    assert!(sessions.find(&session.key).is_some(), "somebody is there");
    session.detach(attachment, std::collections::VecDeque::new()).await;
    tokio::time::sleep(RESUMABLE_FOR / 2).await;
    assert!(sessions.find(&session.key).is_some(), "they may come back");
    tokio::time::sleep(RESUMABLE_FOR).await;
    assert!(sessions.find(&session.key).is_none(), "they did not");
}
