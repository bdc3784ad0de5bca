//! Heartbeats, on a clock that runs by itself whenever everybody waits.

use futures_util::StreamExt as _;
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

use super::agent::Agent;
use crate::fake_host::RunningServer;

#[tokio::test]
async fn a_client_that_does_not_answer_pings_is_dropped_and_can_resume() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let first = agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    tokio::time::pause();
    let mut heard = Vec::new();
    // Reads as a dead machine would: bytes come in, and nobody looks at them.
    agent.socket.get_mut().read_to_end(&mut heard).await.unwrap();
    assert_eq!(heard, [0x89, 0, 0x89, 0], "two pings and the end");
    tokio::time::resume();
    let mut agent = Agent::connect(&server).await;
    let resume = json!({"id": 2, "type": "resume", "params": {"key": first["data"]["session"]["resume"]}});
    assert_eq!(agent.ask(resume).await["success"], true);
}

#[tokio::test]
async fn a_client_that_answers_pings_may_be_silent_for_long() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    tokio::time::pause();
    let started = Instant::now();
    for _ in 0..90 {
        assert!(matches!(agent.socket.next().await, Some(Ok(Message::Ping(_)))));
    }
    assert!(started.elapsed() >= Duration::from_mins(29));
    tokio::time::resume();
    assert_eq!(agent.ask(json!({"id": 2, "type": "hover", "params": {"ref": "e1"}})).await["success"], true);
}
