//! A bare HTTP client for the fake server's tests: no adapter stands between the test and the bytes.

use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use webhand_fake_llm::FakeServer;

/// Posts a body with a key and waits a bounded time for the head of the answer.
pub async fn post(server: &FakeServer, body: &Value) -> reqwest::Result<reqwest::Response> {
    let url = format!("{}/chat/completions", server.base_url());
    client().post(url).bearer_auth("sk-test").json(body).send().await
}

pub async fn status_and_body(server: &FakeServer, body: &Value) -> (u16, Value) {
    let response = post(server, body).await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

/// The pieces as they came in, and how the stream ended.
pub async fn pieces(server: &FakeServer, body: &Value) -> (Vec<Vec<u8>>, Result<(), reqwest::Error>) {
    let mut stream = post(server, body).await.unwrap().bytes_stream();
    let mut pieces = Vec::new();
    while let Some(piece) = stream.next().await {
        match piece {
            Ok(piece) => pieces.push(piece.to_vec()),
            Err(error) => return (pieces, Err(error)),
        }
    }
    (pieces, Ok(()))
}

/// The data of a complete stream's events.
pub fn data(pieces: &[Vec<u8>]) -> Vec<Value> {
    let text = String::from_utf8(pieces.concat()).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("data: "));
    lines.filter(|data| *data != "[DONE]").map(|data| serde_json::from_str(data).unwrap()).collect()
}

pub fn client() -> reqwest::Client {
    // The first test of the process installs it; for the others it is there already.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::builder().timeout(DEADLINE).no_proxy().build().unwrap()
}

/// A good request that asks for one thing.
pub fn ask(text: &str) -> Value {
    json!({"model": "fake", "messages": [{"role": "user", "content": text}]})
}

pub fn ask_stream(text: &str) -> Value {
    let mut body = ask(text);
    body["stream"] = json!(true);
    body
}

// Far above what a loopback answer takes, and the end of a test that would otherwise wait forever.
pub const DEADLINE: Duration = Duration::from_secs(20);
