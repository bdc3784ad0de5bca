use rmcp::{ServerHandler, ServiceExt as _};

use super::*;
use crate::mcp::tests::Client;

/// A server that can do nothing but answer what every server answers.
struct Plain;

impl ServerHandler for Plain {}

fn plain() -> Client {
    Client::of(|read, write| async move {
        let running = Plain.serve(Lines::new(read, write)).await.unwrap();
        running.waiting().await.unwrap();
    })
}

async fn introduced() -> Client {
    let mut client = plain();
    client.introduce(json!({})).await;
    client
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_the_session_lives() {
    let mut client = introduced().await;
    let deep = "[".repeat(100_000);
    let lines: [(&[u8], i64, Value); 9] = [
        (b"not JSON", -32_700, Value::Null),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,", -32_700, Value::Null),
        (b"\xff\xfe{}", -32_700, Value::Null),
        (deep.as_bytes(), -32_700, Value::Null),
        (b"[]", -32_600, Value::Null),
        (b"{}", -32_600, Value::Null),
        (br#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#, -32_600, json!(4)),
        (br#"{"jsonrpc":"2.0","id":1e99,"method":"ping"}"#, -32_600, json!(1e99)),
        (br#"{"jsonrpc":"2.0","id":"a","method":7}"#, -32_600, json!("a")),
    ];
    for (ping, (line, code, id)) in (0..).zip(lines) {
        let heard = client.answers(line, ping).await;
        let [answer] = heard.as_slice() else { panic!("{heard:?}") };
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{answer}");
    }
}

#[tokio::test]
async fn a_giant_line_is_refused_at_once_and_passed_over() {
    let mut client = introduced().await;
    let part = vec![b'x'; 1 << 20];
    for _ in 0..5 {
        client.part(&part).await;
    }
    // The line has not ended yet.
    assert_eq!(client.hear().await["error"]["code"], -32_600);
    let rest = client.answers(&part, 1).await;
    assert!(rest.is_empty(), "{rest:?}");
}

#[tokio::test]
async fn a_client_that_speaks_before_it_introduced_itself_is_put_up_with() {
    let mut client = plain();
    client.say(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.say(br#"{"jsonrpc":"2.0","id":7,"result":{}}"#).await;
    let heard = client.answers(br#"{"jsonrpc":"2.0","id":8,"method":"tools/list"}"#, 1).await;
    assert!(heard[0]["error"].is_object(), "{heard:?}");
}

#[tokio::test]
async fn ten_thousand_broken_messages_leave_the_session_alive() {
    let mut client = introduced().await;
    let mut random = Random(7);
    for number in 0..10_000 {
        let line = broken(&mut random);
        let heard = client.answers(&line, number).await;
        for answer in heard {
            assert!(answer["error"]["code"].is_i64() || answer["result"].is_object(), "{answer}");
        }
    }
}

/// A message with something wrong in it: cut, garbled, or with a value that does not belong there.
fn broken(random: &mut Random) -> Vec<u8> {
    let methods = ["tools/call", "tools/list", "initialize", "ping", "resources/read", "notifications/cancelled", "x"];
    let odd = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!([[[]]]),
        json!({"name": {"a": 1}}),
        json!("\u{0}\u{202e}"),
        json!({"name": "click", "arguments": []}),
        json!(true),
    ];
    let message = json!({
        "jsonrpc": random.of(&[json!("2.0"), json!("2.0"), json!("2.0"), json!(2.0)]),
        "id": random.of(&[json!(null), json!(1), json!("a"), json!({}), json!(-5), json!(0.5), json!([1])]),
        "method": random.of(&methods),
        "params": random.of(&odd),
    });
    let mut line = message.to_string().into_bytes();
    match random.next() % 4 {
        0 => line.truncate(usize::try_from(random.next()).unwrap() % line.len()),
        1 => {
            let at = usize::try_from(random.next()).unwrap() % line.len();
            line[at] = u8::try_from(random.next() % 256).unwrap();
        }
        _ => {}
    }
    line.retain(|byte| *byte != b'\n');
    line
}

/// Numbers that look like chance and are the same each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.next()).unwrap() % all.len()]
    }
}
