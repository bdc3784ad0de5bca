//! Messages with something wrong in them, ten thousand of them.

use std::sync::Arc;

use serde_json::json;

use super::calls::client;
use super::recording_host::RecordingHost;

#[tokio::test]
async fn ten_thousand_of_them_leave_the_session_alive() {
    let host = Arc::<RecordingHost>::default();
    let mut client = client(&host);
    client.introduce(json!({})).await;
    let mut random = Lcg(7);
    for number in 0..10_000 {
        let line = broken(&mut random);
        let heard = client.answers(&line, number).await;
        for answer in heard {
            assert!(answer["error"]["code"].is_i64() || answer["result"].is_object(), "{answer}");
        }
    }
}

/// A message with something wrong in it: cut, garbled, or with a value that does not belong there.
fn broken(random: &mut Lcg) -> Vec<u8> {
    let methods = [
        "tools/call",
        "tools/call",
        "tools/list",
        "initialize",
        "ping",
        "resources/read",
        "notifications/cancelled",
        "x",
    ];
    let odd = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!([[[]]]),
        json!({"name": {"a": 1}}),
        json!("\u{0}\u{202e}"),
        json!({"name": "click", "arguments": []}),
        json!({"name": "click", "arguments": {"ref": 1e300}}),
        json!({"name": "fill", "arguments": {"ref": "e1", "value": {"a": [null]}}}),
        json!({"name": "run_task", "arguments": {"task": 7, "max_steps": -1}}),
        json!({"name": "nothing", "_meta": {"progressToken": {}}}),
        json!({"uri": "webhand://runs/../..", "name": "\u{7}"}),
        json!({"requestId": {"a": 1}}),
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

/// A linear congruential generator with the same numbers in every run.
struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.next()).unwrap() % all.len()]
    }
}
