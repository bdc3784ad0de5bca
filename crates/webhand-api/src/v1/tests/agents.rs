//! The runs that an agent's key sees and steers: those that an agent ordered, and none of the person's.

use serde_json::{Value, json};

use super::{send, send_as, start, until_state};
use crate::fake_host::RunningServer;

#[tokio::test]
async fn an_agents_key_does_not_find_the_runs_of_the_person() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    let run = until_state(&server, &id, "waiting").await;
    let answer = json!({"question": run["question"]["no"], "answer": "text", "text": "mine"});
    for (method, rest, body) in [
        ("GET", "", Value::Null),
        ("GET", "/events", Value::Null),
        ("GET", "/events/1", Value::Null),
        ("GET", "/report", Value::Null),
        ("GET", "/screen", Value::Null),
        ("GET", "/pictures/1.jpg", Value::Null),
        ("POST", "/answer", answer),
        ("POST", "/cancel", Value::Null),
        ("POST", "/pause", Value::Null),
        ("POST", "/resume", Value::Null),
        ("POST", "/again", json!({})),
        ("POST", "/brain", json!({"brain": "literal"})),
    ] {
        let path = format!("/api/v1/runs/{id}{rest}");
        let (status, problem) = send_as(&server, &server.bearer(), method, &path, &body).await;
        assert_eq!((status, &problem["code"]), (404, &json!("not_found")), "{method} {path}");
    }
    let (_, listed) = send_as(&server, &server.bearer(), "GET", "/api/v1/runs", &Value::Null).await;
    assert_eq!(listed["runs"], json!([]));
    let order = json!({"task": "ask me"});
    let (_, started) = send_as(&server, &server.bearer(), "POST", "/api/v1/runs", &order).await;
    let (_, listed) = send_as(&server, &server.bearer(), "GET", "/api/v1/runs", &Value::Null).await;
    assert_eq!(listed["runs"][0]["id"], started["id"], "{listed}");
    let (_, listed) = send(&server, "GET", "/api/v1/runs", &Value::Null).await;
    assert_eq!(listed["runs"].as_array().unwrap().len(), 2, "the person sees all");
}

#[tokio::test]
async fn an_agent_goes_on_with_a_run_that_it_paused_and_not_with_one_that_the_person_paused() {
    let server = RunningServer::start().await;
    let order = json!({"task": "press for ever", "url": "https://shop.test/"});
    let (_, started) = send_as(&server, &server.bearer(), "POST", "/api/v1/runs", &order).await;
    let id = started["id"].as_str().unwrap();
    until_state(&server, id, "working").await;
    let [pause, resume] = ["pause", "resume"].map(|word| format!("/api/v1/runs/{id}/{word}"));
    assert_eq!(send_as(&server, &server.bearer(), "POST", &pause, &Value::Null).await.0, 204);
    until_state(&server, id, "paused").await;
    assert_eq!(send_as(&server, &server.bearer(), "POST", &resume, &Value::Null).await.0, 204);
    until_state(&server, id, "working").await;
    assert_eq!(send(&server, "POST", &pause, &Value::Null).await.0, 204);
    until_state(&server, id, "paused").await;
    let (status, problem) = send_as(&server, &server.bearer(), "POST", &resume, &Value::Null).await;
    assert_eq!((status, &problem["code"]), (403, &json!("owner_only")));
    assert_eq!(send(&server, "POST", &resume, &Value::Null).await.0, 204);
}
