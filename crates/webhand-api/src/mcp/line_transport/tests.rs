use rmcp::{ServerHandler, ServiceExt as _};

use super::*;
use crate::mcp::tests::Client;

/// A server without tools.
struct MinimalServer;

impl ServerHandler for MinimalServer {}

fn client() -> Client {
    Client::of(|read, write| async move {
        let running = MinimalServer.serve(LineTransport::new(read, write)).await.unwrap();
        running.waiting().await.unwrap();
    })
}

async fn introduced() -> Client {
    let mut client = client();
    client.introduce(json!({})).await;
    client
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_the_session_lives() {
    let mut client = introduced().await;
    let deep = "[".repeat(100_000);
    let lines: [(&[u8], i64, Value); 11] = [
        (b"not JSON", -32_700, Value::Null),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,", -32_700, Value::Null),
        (b"\xff\xfe{}", -32_700, Value::Null),
        (deep.as_bytes(), -32_700, Value::Null),
        (b"[]", -32_600, Value::Null),
        (b"{}", -32_600, Value::Null),
        (br#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#, -32_600, json!(4)),
        (br#"{"jsonrpc":"2.0","id":1e99,"method":"ping"}"#, -32_600, json!(1e99)),
        (br#"{"jsonrpc":"2.0","id":"a","method":7}"#, -32_600, json!("a")),
        (br#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"click"}}"#, -32_600, Value::Null),
        (br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}"#, -32_602, Value::Null),
    ];
    for (ping, (line, code, id)) in (0..).zip(lines) {
        let heard = client.answers(line, ping).await;
        let [answer] = heard.as_slice() else { panic!("{heard:?}") };
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{answer}");
    }
}

#[tokio::test]
async fn a_giant_line_is_refused_at_once_and_skipped() {
    let mut client = introduced().await;
    let part = vec![b'x'; 1 << 20];
    for _ in 0..5 {
        client.send_part(&part).await;
    }
    // The line has not ended yet.
    assert_eq!(client.receive().await["error"]["code"], -32_600);
    let rest = client.answers(&part, 1).await;
    assert!(rest.is_empty(), "{rest:?}");
}

#[tokio::test]
async fn messages_before_initialize_do_not_end_the_session() {
    let mut client = client();
    client.send_line(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.send_line(br#"{"jsonrpc":"2.0","id":7,"result":{}}"#).await;
    let heard = client.answers(br#"{"jsonrpc":"2.0","id":8,"method":"tools/list"}"#, 1).await;
    assert!(heard[0]["error"].is_object(), "{heard:?}");
}
