//! The fake server's faults, as a client meets them.
#![expect(clippy::unwrap_used, reason = "the helpers of a test may panic as the test itself may")]

mod client;

use std::{net::TcpStream, time::Duration};

use client::{DEADLINE, ask, ask_stream, client, data, pieces, post, status_and_body};
use serde_json::{Value, json};
use webhand_fake_llm::{FakeServer, Fault, FaultKind, LineEnding, RetryHint, Script, ScriptedTurn, StreamShape};

#[tokio::test]
async fn overload_says_when_to_come_back_and_then_is_over() {
    let limit = FaultKind::retry(429, RetryHint::Milliseconds(20));
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::times(2, limit)));
    for _ in 0..2 {
        let response = post(&server, &ask("Hi")).await.unwrap();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()["retry-after-ms"], "20");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["error"]["type"], "rate_limit_error");
    }
    assert_eq!(status_and_body(&server, &ask("Hi")).await.0, 200);
    let statuses: Vec<_> = server.requests().iter().map(|request| request.status).collect();
    assert_eq!(statuses, [Some(429), Some(429), Some(200)]);
}

#[tokio::test]
async fn every_status_has_its_error_body() {
    for (status, kind) in [(500, "server_error"), (503, "server_error"), (529, "overloaded_error")] {
        let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::status(status))));
        let (got, body) = status_and_body(&server, &ask_stream("Hi")).await;
        assert_eq!((got, &body["error"]["type"]), (status, &json!(kind)));
    }
}

#[tokio::test]
async fn a_hanging_server_ends_with_its_owner() {
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::Hang { after: None })));
    let address = server.origin().replace("http://", "");
    let url = format!("{}/chat/completions", server.base_url());
    let asking = tokio::spawn(client().post(url).bearer_auth("k").json(&ask("Hi")).send());
    tokio::time::timeout(DEADLINE, async {
        while server.requests().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
    assert_eq!(server.requests()[0].status, None);
    drop(server);
    assert!(asking.await.unwrap().is_err(), "the connection is closed");
    assert!(TcpStream::connect(address).is_err(), "nobody listens any more");
}

#[tokio::test]
async fn a_stream_falls_silent_after_its_first_events() {
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::Hang { after: Some(2) })));
    let mut response = post(&server, &ask_stream("Hi")).await.unwrap();
    for _ in 0..2 {
        assert!(response.chunk().await.unwrap().unwrap().starts_with(b"data: {"));
    }
    let more = tokio::time::timeout(Duration::from_millis(50), response.chunk()).await;
    assert!(more.is_err(), "nothing more comes");
}

#[tokio::test]
async fn a_broken_stream_delivers_what_came_before_the_break() {
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::Reset { after: 2 })));
    let (pieces, end) = pieces(&server, &ask_stream("Hi")).await;
    assert!(end.is_err());
    assert_eq!(pieces.len(), 3, "two events and a part of the third");
    assert_eq!(data(&pieces[..2])[1]["choices"][0]["delta"]["content"], "Hi");
    assert!(!pieces[2].ends_with(b"\n\n"));
}

#[tokio::test]
async fn a_body_breaks_off() {
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::Reset { after: 0 })));
    let response = post(&server, &ask("Hi")).await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.bytes().await.is_err());
}

#[tokio::test]
async fn errors_hide_under_status_200() {
    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::ErrorInside { code: 502 })));
    let (status, body) = status_and_body(&server, &ask("Hi")).await;
    assert_eq!((status, &body["error"]["code"]), (200, &json!(502)));

    let server = start(ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::ErrorEvent { code: 503, after: 1 })));
    let (pieces, end) = pieces(&server, &ask_stream("Hi")).await;
    assert!(end.is_ok());
    let events = data(&pieces);
    assert_eq!((events.len(), &events[1]["error"]["code"]), (2, &json!(503)));
}

#[tokio::test]
async fn truncated_json_looks_complete_to_http() {
    let turn = || ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::TruncatedJson));
    let text = post(&start(turn()), &ask("Hi")).await.unwrap().text().await.unwrap();
    assert!(serde_json::from_str::<Value>(&text).unwrap_err().is_eof());
    let (pieces, end) = pieces(&start(turn()), &ask_stream("Hi")).await;
    assert!(end.is_ok());
    assert!(!String::from_utf8(pieces.concat()).unwrap().contains("[DONE]"));
}

#[tokio::test]
async fn answers_spoiled_once_are_good_the_next_time() {
    let spoiled = async |what: FaultKind| {
        let turn = ScriptedTurn::calls("a", json!({"text": "long"})).and_calls("b", json!({"text": "longer"}));
        let server = start(turn.with_fault(Fault::once(what)));
        let (_, first) = status_and_body(&server, &ask("go")).await;
        let (_, second) = status_and_body(&server, &ask("go")).await;
        assert_eq!(second["choices"][0]["finish_reason"], "tool_calls");
        first["choices"][0].clone()
    };
    let empty = spoiled(FaultKind::Empty).await;
    assert_eq!(empty["message"], json!({"role": "assistant", "content": null, "refusal": null}));
    let twins = spoiled(FaultKind::DuplicateIds).await;
    assert_eq!(twins["message"]["tool_calls"][0]["id"], twins["message"]["tool_calls"][1]["id"]);
    let cut = spoiled(FaultKind::LengthStop).await;
    assert_eq!(cut["finish_reason"], "length");
    let arguments = cut["message"]["tool_calls"][1]["function"]["arguments"].as_str().unwrap();
    assert!(serde_json::from_str::<Value>(arguments).is_err(), "{arguments}");
}

#[tokio::test]
async fn a_refusal_and_a_missing_finish_reason_are_turns_like_others() {
    let shape = StreamShape { line_end: LineEnding::Crlf, ..StreamShape::default() };
    let turn = Script::parse(r#"{"plan": {"mode": "script", "turns": [{"refusal": "No.", "finish": "missing"}]}}"#);
    let server = FakeServer::start(Script { stream: shape, ..turn.unwrap() }).unwrap();
    let (pieces, _) = pieces(&server, &ask_stream("Hi")).await;
    assert!(pieces.concat().ends_with(b"data: [DONE]\r\n\r\n"));
    let chunks = data(&pieces);
    assert_eq!(chunks[1]["choices"][0]["delta"]["refusal"], "No.");
    assert!(chunks.iter().all(|chunk| chunk["choices"][0]["finish_reason"].is_null()));
}

#[test]
fn an_unplayable_script_does_not_start() {
    let script = Script::from_turns([ScriptedTurn::says("Hi").with_fault(Fault::once(FaultKind::status(200)))]);
    let error = FakeServer::start(script).unwrap_err();
    assert_eq!(error.to_string(), "turn 0: status 200 is no error; use one from 400 to 599");
}

fn start(turn: ScriptedTurn) -> FakeServer {
    FakeServer::start(Script::from_turns([turn])).unwrap()
}
