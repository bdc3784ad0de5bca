//! How sessions, connections and the server end.

use serde_json::json;

use super::agent::Agent;
use crate::fake_host::RunningServer;

#[tokio::test]
async fn an_agent_closes_its_session() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    assert_eq!(agent.ask(json!({"id": 2, "type": "close"})).await["success"], true);
    assert_eq!(agent.close_code().await, 1000);
    assert_eq!((server.host.opened(), server.host.open()), (1, 0));
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_answers_what_was_asked() {
    let mut server = RunningServer::start().await;
    let (mut idle, mut busy) = (Agent::connect(&server).await, Agent::connect(&server).await);
    idle.ask(json!({"id": 1, "type": "ping"})).await;
    busy.ask(json!({"id": 1, "type": "snapshot"})).await;
    server.host.journal.stall();
    busy.send(json!({"id": 2, "type": "click", "params": {"ref": "e1"}})).await;
    busy.ask(json!({"id": 3, "type": "ping"})).await;
    server.begin_stop();
    assert_eq!(idle.close_code().await, 1001);
    server.host.journal.resume();
    assert_eq!(busy.receive().await["id"], 2);
    assert_eq!(busy.close_code().await, 1001);
    let host = std::sync::Arc::clone(&server.host);
    server.stop().await;
    assert_eq!(host.open(), 0);
}
