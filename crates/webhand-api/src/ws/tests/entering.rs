//! Authentication of a connection.

use serde_json::json;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::agent::Agent;
use crate::fake_host::RunningServer;

#[tokio::test]
async fn the_token_is_never_said_back() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    assert_eq!(agent.protocol.clone().unwrap(), "webhand");
    let reply = agent.ask(json!({"id": 1, "type": "snapshot"})).await;
    assert_eq!(reply["success"], true, "{reply}");
    assert!(!reply.to_string().contains(server.token.as_secret_text()));
}

#[tokio::test]
async fn the_token_may_be_the_first_message() {
    let server = RunningServer::start().await;
    let mut agent = Agent::open_without_token(&server).await;
    assert_eq!(agent.protocol, None);
    let token = server.token.as_secret_text();
    let welcome = agent.ask(json!({"id": "a", "type": "auth", "params": {"token": token}})).await;
    assert_eq!((&welcome["id"], &welcome["success"]), (&json!("a"), &json!(true)), "{welcome}");
    assert_eq!(welcome["data"]["session"]["received"], 0);
    assert_eq!(agent.ask(json!({"id": 2, "type": "snapshot"})).await["success"], true);
}

#[tokio::test]
async fn the_token_may_be_a_header() {
    let server = RunningServer::start().await;
    let mut request = format!("ws://{}/ws/agent", server.host_header()).into_client_request().unwrap();
    request.headers_mut().insert("authorization", server.bearer().parse().unwrap());
    let mut agent = Agent::connect_by(&server, request).await.unwrap();
    assert_eq!(agent.ask(json!({"id": 1, "type": "snapshot"})).await["success"], true);
}

#[tokio::test]
async fn without_the_token_nothing_is_done() {
    let server = RunningServer::start().await;
    let first_text = [
        json!({"id": 1, "type": "snapshot"}),
        json!({"id": 1, "type": "auth", "params": {"token": "0".repeat(64)}}),
        json!({"id": 1, "type": "auth", "params": {"token": ""}}),
        json!({"id": 1, "type": "auth"}),
        json!({"id": 1, "type": "resume", "params": {"key": "x"}}),
        json!({"id": 1, "type": "ping"}),
        json!({"id": 1, "type": "sessions"}),
        json!("nonsense"),
    ];
    for messages in first_text {
        let mut agent = Agent::open_without_token(&server).await;
        let reply = agent.ask(&messages).await;
        assert_eq!((&reply["success"], &reply["code"]), (&json!(false), &json!("unauthorized")), "{messages} {reply}");
        assert_eq!(agent.close_code().await, 1008);
    }
    assert_eq!(server.host.opened(), 0);
}

#[tokio::test]
async fn a_client_that_sends_nothing_is_disconnected() {
    let server = RunningServer::start().await;
    let mut agent = Agent::open_without_token(&server).await;
    tokio::time::pause();
    assert_eq!(agent.receive().await["code"], "unauthorized");
    assert_eq!(agent.close_code().await, 1008);
}

#[tokio::test]
async fn a_wrong_token_opens_no_socket() {
    let server = RunningServer::start().await;
    for protocols in ["webhand, bearer.", "bearer.0000", "webhand, bearer.x, bearer.y"] {
        match Agent::connect_with(&server, Some(protocols)).await.err() {
            Some(Error::Http(response)) => assert_eq!(response.status(), 401),
            other => panic!("{other:?}"),
        }
    }
    let mut request = format!("ws://{}/ws/agent?token={}", server.host_header(), server.token.as_secret_text())
        .into_client_request()
        .unwrap();
    request.headers_mut().insert("authorization", server.bearer().parse().unwrap());
    match Agent::connect_by(&server, request).await.err() {
        Some(Error::Http(response)) => assert_eq!(response.status(), 400),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn strangers_cannot_keep_the_owner_out() {
    let server = RunningServer::start().await;
    let mut strangers = Vec::new();
    loop {
        match Agent::connect_with(&server, None).await {
            Ok(stranger) => strangers.push(stranger),
            Err(Error::Http(response)) => {
                assert_eq!(response.status(), 503);
                break;
            }
            Err(other) => panic!("{other}"),
        }
    }
    let mut owner = Agent::connect(&server).await;
    assert_eq!(owner.ask(json!({"id": 1, "type": "ping"})).await["data"]["text"], "pong");
}
