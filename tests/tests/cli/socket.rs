//! Malformed messages to a session.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;

use serde_json::Value;

use crate::support::{DEADLINE, Machine};
use crate::verbs::run_ok;

struct SocketClient(BufReader<UnixStream>);

impl SocketClient {
    fn open(machine: &Machine) -> Self {
        let stream = UnixStream::connect(machine.sessions().join("default.sock")).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let mut line = Self(BufReader::new(stream));
        assert_eq!(line.read()["session"], "default");
        line
    }

    fn send(&mut self, message: &[u8]) -> Value {
        self.0.get_mut().write_all(&[message, b"\n"].concat()).unwrap();
        self.read()
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }
}

/// A seeded generator of numbers.
struct SeededRng(u64);

impl SeededRng {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    /// A message with a fault, or random bytes.
    fn message(&mut self) -> Vec<u8> {
        let good = [
            r#"{"id":1,"type":"get","params":{"what":"title"}}"#,
            r#"{"id":"a","type":"session.call","params":{"type":"get","params":{"what":"url"},"within_ms":1000}}"#,
            r#"{"id":3,"type":"session.decide","params":{"id":"3f2a91c0-12","reply":"yes"}}"#,
            r#"{"id":4,"type":"click","params":{"ref":"e3","count":2}}"#,
        ];
        let mut bytes = good[self.below(good.len())].as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(6) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = u8::try_from(self.below(256)).unwrap(),
                2 => bytes.insert(at, b"{}[]\",:0\\"[self.below(9)]),
                3 => bytes.splice(at..at, b"99999999999999999999999999".iter().copied()).for_each(drop),
                4 => bytes.splice(at..at, "[".repeat(self.below(2_000)).into_bytes()).for_each(drop),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                bytes.push(b'x');
            }
        }
        bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        if bytes.trim_ascii().is_empty() { b"{".to_vec() } else { bytes }
    }
}

#[test]
fn messages_nobody_should_send_are_answered_and_the_session_lives_on() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list"]);
    let mut line = SocketClient::open(&machine);
    let deep = "[".repeat(100_000);
    let large = format!("{{\"id\":1,\"type\":\"{}\"}}", "x".repeat(2_000_000));
    for (message, code) in [
        (b"{".as_slice(), "bad_message"),
        (b"\xff\xfe", "bad_message"),
        (br#"{"id":1,"type":"nonsense"}"#, "bad_call"),
        (br#"{"id":1,"type":"get","params":{"what":"title"},"extra":1}"#, "bad_message"),
        (br#"{"id":1,"type":"session.call","params":{}}"#, "bad_message"),
        (deep.as_bytes(), "bad_message"),
        (large.as_bytes(), "too_large"),
    ] {
        let reply = line.send(message);
        assert_eq!(reply["code"], code, "{reply}");
    }
    let mut seeded = SeededRng(4);
    for _ in 0..1_000 {
        let message = seeded.message();
        let reply = line.send(&message);
        let typed = reply["success"] == true || reply["code"].is_string() && reply["error"].is_string();
        assert!(typed, "{}: {reply}", String::from_utf8_lossy(&message));
    }
    drop(line);
    let half = UnixStream::connect(machine.sessions().join("default.sock")).unwrap();
    (&half).write_all(b"{\"id\":1,\"type\":\"ge").unwrap();
    drop(half);
    run_ok(&machine, &["get", "title"]);
}

#[test]
fn a_session_is_for_its_owner_alone() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list"]);
    let mode = |path: &std::path::Path| std::fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&machine.sessions()), 0o700);
    assert_eq!(mode(&machine.sessions().join("default.sock")), 0o600);
    run_ok(&machine, &["close"]);
    std::fs::set_permissions(machine.sessions(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let refused = machine.run(&["tab", "list"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("only you can use"), "{}", refused.err);
    std::fs::remove_dir(machine.sessions()).unwrap();
    std::os::unix::fs::symlink(machine.data(), machine.sessions()).unwrap();
    assert_eq!(machine.run(&["tab", "list"]).code, Some(1), "not through a link");
    std::fs::remove_file(machine.sessions()).unwrap();
}
