//! The live picture of a run over a real socket.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{send, send_as, start, until_state};
use crate::fake_host::RunningServer;

/// Opens the stream of a run's screen and reads until `wanted` has come.
async fn watch_until(server: &RunningServer, bearer: &str, id: &str, wanted: &str) -> (TcpStream, String) {
    let request = format!(
        "GET /api/v1/runs/{id}/screen HTTP/1.1\r\nHost: {}\r\nAuthorization: {bearer}\r\n\r\n",
        server.host_header()
    );
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let seen = read_until(&mut stream, wanted).await;
    (stream, seen)
}

async fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut seen = String::new();
    let mut piece = [0; 4096];
    while !seen.contains(wanted) {
        let length = stream.read(&mut piece).await.unwrap();
        assert!(length > 0, "the stream ended before {wanted}: {seen}");
        seen.push_str(&String::from_utf8_lossy(&piece[..length]));
    }
    seen
}

#[tokio::test]
async fn pictures_and_dialogs_come_until_the_run_is_over() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    let (mut stream, seen) = watch_until(&server, &server.owner_bearer(), &id, "second picture").await;
    let place = |text: &str| seen.find(text).unwrap_or_else(|| panic!("no {text} in {seen}"));
    assert!(place("first picture") < place("Leave?") && place("Leave?") < place("second picture"));
    until_state(&server, &id, "waiting").await;
    send(&server, "POST", &format!("/api/v1/runs/{id}/cancel"), &Value::Null).await;
    // The end of the chunks: nobody waits for pictures of a run that is over.
    read_until(&mut stream, "0\r\n\r\n").await;
    let (status, _) = send(&server, "GET", &format!("/api/v1/runs/{id}/screen"), &Value::Null).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn an_agent_sees_nothing_of_what_the_person_does_in_the_browser() {
    let server = RunningServer::start().await;
    let order = serde_json::json!({"task": "ask me"});
    let (_, started) = send_as(&server, &server.bearer(), "POST", "/api/v1/runs", &order).await;
    let id = started["id"].as_str().unwrap();
    until_state(&server, id, "waiting").await;
    send(&server, "POST", &format!("/api/v1/runs/{id}/take"), &Value::Null).await;
    until_state(&server, id, "taken_over").await;
    let (_agent, by_agent) = watch_until(&server, &server.bearer(), id, "\r\n4\r\n").await;
    assert!(!by_agent.contains("picture"), "only signs of life: {by_agent}");
    watch_until(&server, &server.owner_bearer(), id, "second picture").await;
}
