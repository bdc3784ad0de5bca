//! Requests take turns, and nobody's session is another's.

use serde_json::json;

use super::agent::Agent;
use crate::fake_host::RunningServer;

#[tokio::test]
async fn replies_come_in_the_order_of_the_requests() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let messages = (0..300).map(|number| match number % 4 {
        0 => json!({"id": number, "type": "snapshot"}).to_string(),
        1 => json!({"id": number, "type": "sessions"}).to_string(),
        2 => json!({"id": number, "type": "click", "params": {"ref": "e1"}}).to_string(),
        _ => format!(r#"{{"id": {number}, "type": 7}}"#),
    });
    for message in messages {
        agent.send(message).await;
    }
    for number in 0..300 {
        assert_eq!(agent.receive().await["id"], number);
    }
}

#[tokio::test]
async fn a_heartbeat_does_not_wait_for_its_turn() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    server.host.journal.stall();
    agent.send(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await;
    assert_eq!(agent.ask(json!({"id": 3, "type": "ping"})).await["id"], 3);
    server.host.journal.resume();
    assert_eq!(agent.receive().await["id"], 2);
}

#[tokio::test]
async fn a_client_with_too_many_requests_waits_and_loses_nothing() {
    let server = RunningServer::start().await;
    let (mut busy, mut other) = (Agent::connect(&server).await, Agent::connect(&server).await);
    busy.ask(json!({"id": "first", "type": "snapshot"})).await;
    server.host.journal.stall();
    for number in 0..500 {
        busy.send(json!({"id": number, "type": "click", "params": {"ref": "e1"}})).await;
    }
    let listed = other.ask(json!({"type": "sessions"})).await;
    let taken = listed["data"]["value"][0]["requests"].as_u64().unwrap();
    assert!(taken < 50, "{listed}");
    server.host.journal.resume();
    for number in 0..500 {
        assert_eq!(busy.receive().await["id"], number);
    }
    assert_eq!(server.host.done("ws-1").iter().filter(|name| *name == "click").count(), 500);
}

#[tokio::test]
async fn two_agents_have_two_browsers() {
    let server = RunningServer::start().await;
    let (mut one, mut other) = (Agent::connect(&server).await, Agent::connect(&server).await);
    for agent in [&mut one, &mut other] {
        agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    }
    one.ask(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await;
    other.ask(json!({"id": 2, "type": "hover", "params": {"ref": "e1"}})).await;
    let done = |owner: &str| server.host.done(owner).last().cloned();
    assert_eq!((done("ws-1").as_deref(), done("ws-2").as_deref()), (Some("click"), Some("hover")));
}

#[tokio::test]
async fn sessions_are_listed_without_their_keys() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let first = agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    let key = first["data"]["session"]["resume"].as_str().unwrap();
    let listed = agent.ask(json!({"id": 2, "type": "sessions"})).await;
    assert_eq!(listed["data"]["value"], json!([{"name": "ws-1", "connected": true, "requests": 2}]));
    assert!(!listed.to_string().contains(key));
}

#[tokio::test]
async fn the_number_of_sessions_is_bounded() {
    let server = RunningServer::start().await;
    let mut agents = Vec::new();
    let refused = loop {
        let mut agent = Agent::connect(&server).await;
        let reply = agent.ask(json!({"id": 1, "type": "sessions"})).await;
        if reply["success"] == false {
            break reply;
        }
        agents.push(agent);
    };
    assert_eq!((agents.len(), &refused["code"]), (32, &json!("busy")));
    // One that was left alone makes room.
    agents.remove(0).disconnect();
    let mut patient = Agent::connect(&server).await;
    while patient.ask(json!({"type": "sessions"})).await["success"] == false {}
}
