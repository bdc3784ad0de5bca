//! Requests that are cut, endless or nonsense: their client gets an error or is dropped, and others are served.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::client::{ask, send};
use crate::fake_host::RunningServer;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
    "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

#[tokio::test]
async fn nonsense_for_mcp_is_refused_and_the_next_client_is_served() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let post = async |body: String, kind: &str| {
        let length = body.len().to_string();
        let headers = [
            ("Host", host.as_str()),
            ("Authorization", &bearer),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", kind),
            ("Content-Length", &length),
            ("Connection", "close"),
        ];
        ask(server.address, "POST", "/mcp", &headers, &body).await
    };
    let whole = INITIALIZE.len();
    let cut = (0..whole).map(|end| INITIALIZE[..end].to_owned());
    let nested = ["[", "{\"a\":"].map(|open| open.repeat(100_000));
    let others =
        ["null", "[]", "7", "{\"jsonrpc\":\"1.0\"}", "{\"jsonrpc\":\"2.0\",\"id\":1}", "\u{feff}"].map(str::to_owned);
    let spoiled = (0..whole).map(|at| format!("{}\u{0}{}", &INITIALIZE[..at], &INITIALIZE[at..]));
    for body in cut.chain(nested).chain(others).chain(spoiled) {
        let answer = post(body.clone(), "application/json").await;
        assert!((400..500).contains(&answer.status), "{} {answer:?}", &body[..body.len().min(100)]);
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let answer = post(INITIALIZE.to_owned(), kind).await;
        assert!((400..500).contains(&answer.status), "{kind} {answer:?}");
    }
    let answer = post(INITIALIZE.to_owned(), "application/json").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(server.host.opened(), 0);
    let session = answer.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap();
    let headers =
        [("Host", host.as_str()), ("Authorization", &bearer), ("Mcp-Session-Id", session), ("Connection", "close")];
    let ended = ask(server.address, "DELETE", "/mcp", &headers, "").await;
    assert_eq!((ended.status, ended.body.as_str()), (204, ""), "it is over, not only accepted");
}

#[tokio::test]
async fn heads_are_bounded() {
    let server = RunningServer::start().await;
    let many = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.host_header(), "X: 1\r\n".repeat(100_000));
    let long = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", server.host_header(), "x".repeat(1 << 20));
    let address = format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "x".repeat(1 << 20), server.host_header());
    for head in [many, long, address, "\r\n\r\n\u{1}".repeat(50), "GET / HTTP/9.9\r\n\r\n".to_owned()] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // The server may hang up before it has read everything.
        let _ = stream.write_all(head.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let (host, bearer) = (server.host_header(), server.bearer());
    let answer = ask(server.address, "GET", "/healthz", &[("Host", &host), ("Authorization", &bearer)], "").await;
    assert_eq!(answer.body, json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}).to_string());
}

#[tokio::test]
async fn a_client_that_sends_slowly_is_dropped() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let half_a_head = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n");
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"
    );
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut go_on = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    // From here on the server waits for the body, however long the head took to get there.
    stream.read_exact(&mut go_on).await.unwrap();
    stream.write_all(b"{\"jsonrpc\"").await.unwrap();
    tokio::time::pause();
    let mut answer = String::new();
    let (head, body) = tokio::join!(send(server.address, half_a_head.as_bytes()), stream.read_to_string(&mut answer));
    body.unwrap();
    assert_eq!(head.status, 0, "{head:?}");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}
