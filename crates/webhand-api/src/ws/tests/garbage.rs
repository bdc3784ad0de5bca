//! Ten thousand invalid messages: each gets an error, and the session lives on.

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;

use super::agent::Agent;
use crate::fake_host::RunningServer;

/// A pseudo-random generator (xorshift) with the same numbers in every run.
struct SeededRandom(u64);

impl SeededRandom {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// A valid message, to be spoiled.
fn valid_message(random: &mut SeededRandom) -> Value {
    random
        .of(&[
            json!({"id": "g", "type": "click", "params": {"ref": "e1", "count": 2, "modifiers": ["shift"]}}),
            json!({"id": "g", "type": "type", "params": {"ref": "e2", "text": "tide clock", "delay": 50}}),
            json!({"id": "g", "type": "tab", "params": {"action": "switch", "tab": "t2"}}),
            json!({"id": "g", "type": "drag_at", "params": {"from": [1, 2], "to": [3.5, 4]}}),
            json!({"id": "g", "type": "extract", "params": {"schema": {"type": "object"}}}),
        ])
        .clone()
}

/// A message that is certainly invalid.
fn garbage(random: &mut SeededRandom, number: usize) -> String {
    let mut message = valid_message(random);
    message["id"] = json!(number);
    let text = message.to_string();
    match random.below(12) {
        0 => text[..random.below(text.len())].to_owned(),
        1 => text.replacen(*random.of(&["{", "}", ":", "\""]), "", 1),
        2 => (0..random.below(200))
            .map(|_| *random.of(&['{', '[', '"', '\\', 'é', '\u{0}', ',', '}', '9', 'u']))
            .collect(),
        3 => {
            message["type"] = json!(random.of(&["clik", "", "__proto__", "CLICK", "click\u{0}", "🙂", "auth2", "run"]));
            message.to_string()
        }
        4 => {
            message[*random.of(&["extra", "Type", "method", "jsonrpc", "token"])] = json!(1);
            message.to_string()
        }
        5 => {
            message["params"]["nobody"] = json!("knows it");
            message.to_string()
        }
        6 => {
            let wrong = random.of(&[json!(7), json!(null), json!([]), json!({}), json!(true)]).clone();
            message["type"] = wrong;
            message.to_string()
        }
        7 => {
            let wrong = random.of(&[json!(7), json!("e1"), json!([1]), json!(true)]).clone();
            message["params"] = wrong;
            message.to_string()
        }
        8 => {
            let key = message["params"].as_object().unwrap().keys().next().unwrap().clone();
            message["params"][key] = random.of(&[json!([[[]]]), json!(-1e300), json!(false)]).clone();
            message.to_string()
        }
        9 => text.replacen(
            &format!("\"id\":{number}"),
            &format!("\"id\":{}", random.of(&["1e999", "-", "99999999999999999999999999", "1.5", "[]", "0x1", "NaN"])),
            1,
        ),
        10 => text.replacen("\"type\":", "\"type\":\"hover\",\"type\":", 1),
        _ => (*random.of(&["", " ", "null", "[]", "0", "\"click\"", "{}", "{\"id\":1}", "true", "\u{feff}{}"]))
            .to_owned(),
    }
}

#[tokio::test]
async fn ten_thousand_wrong_messages_are_answered_and_nothing_is_done() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"type": "snapshot"})).await;
    let mut random = SeededRandom(0x5eed);
    for batch in 0..400 {
        let messages: Vec<_> = (0..25).map(|number| garbage(&mut random, batch * 25 + number)).collect();
        for message in &messages {
            agent.send(message).await;
        }
        for message in &messages {
            let reply = agent.receive().await;
            let is_error = reply["success"] == false && reply["code"].is_string() && reply["error"].is_string();
            assert!(is_error, "{message} {reply}");
        }
    }
    assert_eq!(server.host.done("ws-1"), ["snapshot"]);
    assert_eq!(agent.ask(json!({"id": "alive", "type": "hover", "params": {"ref": "e1"}})).await["success"], true);
}

#[tokio::test]
async fn messages_that_are_deep_large_or_binary_are_answered_too() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    agent.ask(json!({"type": "snapshot"})).await;
    let deep = |open: &str, close: &str| {
        format!(r#"{{"id":1,"type":"click","params":{{"ref":{}{}}}}}"#, open.repeat(100_000), close.repeat(100_000))
    };
    let large = |bytes: usize| format!(r#"{{"id":1,"type":"click","params":{{"ref":"{}"}}}}"#, "e".repeat(bytes));
    for (message, code) in [
        (deep("[", "]"), "bad_message"),
        (deep(r#"{"a":"#, "}"), "bad_message"),
        (deep("[", ""), "bad_message"),
        (large(900_000), "unknown_ref"),
        (large(1_100_000), "too_large"),
        (large(4_000_000), "too_large"),
    ] {
        let reply = agent.ask(&message).await;
        assert_eq!(reply["code"], code, "{}", &reply.to_string()[..300.min(reply.to_string().len())]);
    }
    let binary = agent.send_binary(b"\x00\xff{}").await;
    assert_eq!(binary["code"], "bad_message", "{binary}");
    assert_eq!(agent.ask(json!({"id": "alive", "type": "hover", "params": {"ref": "e1"}})).await["success"], true);
}

/// Bytes that are no frame, or a frame that breaks the rules; a server must end the connection over them.
fn broken_frames() -> Vec<(&'static str, Vec<u8>, Option<&'static str>)> {
    let masked = |first: u8, payload: &[u8]| {
        let length = u8::try_from(payload.len()).unwrap();
        [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
    };
    vec![
        ("a text that is not UTF-8", masked(0x81, b"\"\xff\xfe\""), Some("bad_message")),
        ("half a character", masked(0x81, "\"é".as_bytes().split_last().unwrap().1), Some("bad_message")),
        ("a continuation of nothing", masked(0x80, b"{}"), Some("bad_message")),
        ("an unknown kind of frame", masked(0x83, b"{}"), Some("bad_message")),
        ("a bit that means nothing", masked(0xC1, b"{}"), Some("bad_message")),
        ("a frame without a mask", vec![0x81, 2, b'{', b'}'], Some("bad_message")),
        ("a ping in pieces", masked(0x09, b"x"), Some("bad_message")),
        ("a text within a text", [masked(0x01, b"{"), masked(0x81, b"{}")].concat(), Some("bad_message")),
        (
            "a frame of a terabyte",
            [&[0x81, 0xFF], &(1_u64 << 40).to_be_bytes()[..], &[0; 4]].concat(),
            Some("too_large"),
        ),
        ("half a frame", masked(0x81, b"{\"id\":1}")[..7].to_vec(), None),
        ("half a message", masked(0x01, b"{\"id\":1,"), None),
        ("half a head", vec![0x81], None),
    ]
}

#[tokio::test]
async fn a_connection_that_breaks_the_rules_ends_and_its_session_lives_on() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let first = agent.ask(json!({"type": "snapshot"})).await;
    let key = first["data"]["session"]["resume"].clone();
    for (what, bytes, code) in broken_frames() {
        agent.socket.get_mut().write_all(&bytes).await.unwrap();
        match code {
            Some(code) => {
                let reply = agent.receive().await;
                assert_eq!((&reply["success"], &reply["code"]), (&json!(false), &json!(code)), "{what}: {reply}");
                let told = agent.close_code().await;
                assert!([1002, 1007, 1009].contains(&told), "{what}: {told}");
            }
            None => agent.disconnect(),
        }
        agent = Agent::connect(&server).await;
        let welcome = agent.ask(json!({"type": "resume", "params": {"key": key}})).await;
        assert_eq!(welcome["success"], true, "{what}: {welcome}");
        let alive = agent.ask(json!({"type": "hover", "params": {"ref": "e1"}})).await;
        assert_eq!(alive["success"], true, "{what}: {alive}");
    }
    assert_eq!(server.host.opened(), 1);
}

#[tokio::test]
async fn a_message_may_come_in_pieces() {
    let server = RunningServer::start().await;
    let mut agent = Agent::connect(&server).await;
    let text = json!({"id": 1, "type": "snapshot"}).to_string();
    let bytes = text.as_bytes();
    let mut frames = Vec::new();
    for (number, byte) in bytes.iter().enumerate() {
        let first = if number == 0 {
            0x01
        } else if number + 1 == bytes.len() {
            0x80
        } else {
            0x00
        };
        frames.extend([first, 0x81, 0, 0, 0, 0, *byte]);
    }
    agent.socket.get_mut().write_all(&frames).await.unwrap();
    assert_eq!(agent.receive().await["success"], true);
}
