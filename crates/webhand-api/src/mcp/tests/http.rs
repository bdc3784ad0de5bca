//! A session over HTTP lives as long as its client.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tower_service::Service as _;

use super::recording_host::RecordingHost;
use crate::mcp::http::{HttpService, http_service};
use crate::mcp::tools::Profile;

/// A client of the service.
struct HttpClient {
    service: HttpService,
    session: Option<String>,
}

impl HttpClient {
    async fn of(host: &Arc<RecordingHost>) -> Self {
        Self::at(&http_service(Arc::clone(host) as _, Profile::Core, CancellationToken::new())).await
    }

    async fn at(service: &HttpService) -> Self {
        let mut client = Self { service: service.clone(), session: None };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "web", "version": "1"}});
        client.post(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})).await;
        assert!(client.session.is_some());
        client
    }

    async fn post(&mut self, message: Value) -> String {
        let (status, body) = self.send(Method::POST, message.to_string()).await;
        assert!(status.is_success(), "{status}: {body}");
        body
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> String {
        let params = json!({"name": tool, "arguments": arguments});
        self.post(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})).await
    }

    async fn send(&mut self, method: Method, body: String) -> (StatusCode, String) {
        let mut request = Request::builder()
            .method(method)
            .uri("http://127.0.0.1/mcp")
            .header("Host", "127.0.0.1")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("Mcp-Session-Id", session);
        }
        let answer = self.service.call(request.body(Full::new(Bytes::from(body))).unwrap()).await.unwrap();
        let session = answer.headers().get("Mcp-Session-Id").map(|id| id.to_str().unwrap().to_owned());
        self.session = session.or(self.session.take());
        let status = answer.status();
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&body).into_owned())
    }
}

#[tokio::test]
async fn each_client_has_a_session_that_ends_with_it() {
    let host = Arc::<RecordingHost>::default();
    let mut one = HttpClient::of(&host).await;
    let mut two = HttpClient::of(&host).await;
    assert!(one.call("click", json!({"ref": "e1"})).await.contains("click done"));
    assert!(two.call("hover", json!({"ref": "e1"})).await.contains("hover done"));
    assert_eq!((host.opened(), host.done()), (2, vec!["click".to_owned()]));

    let sessions = host.sessions.lock().unwrap().clone();
    let (status, _) = one.send(Method::DELETE, String::new()).await;
    assert!(status.is_success(), "{status}");
    sessions[0].ended().await;
    assert!(!sessions[1].is_over());
    assert!(two.call("click", json!({"ref": "e2"})).await.contains("click done"));
}

#[tokio::test]
async fn clients_that_call_themselves_the_same_are_told_apart() {
    let host = Arc::<RecordingHost>::default();
    let service = http_service(Arc::clone(&host) as _, Profile::Core, CancellationToken::new());
    for _ in 0..2 {
        HttpClient::at(&service).await.call("click", json!({"ref": "e1"})).await;
    }
    assert_eq!(host.owners.lock().unwrap().as_slice(), ["mcp-1 web", "mcp-2 web"]);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_says_nothing_for_half_an_hour_is_given_up() {
    let host = Arc::<RecordingHost>::default();
    let mut silent = HttpClient::of(&host).await;
    silent.call("click", json!({"ref": "e1"})).await;
    let session = host.sessions.lock().unwrap()[0].clone();

    let kept = tokio::time::timeout(Duration::from_mins(29), session.ended()).await;
    assert!(kept.is_err(), "a client may think for a while");
    let given_up = tokio::time::timeout(Duration::from_mins(2), session.ended()).await;
    assert!(given_up.is_ok());
    let (status, _) = silent.send(Method::POST, r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#.to_owned()).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "as the protocol tells a client to begin anew");
}
