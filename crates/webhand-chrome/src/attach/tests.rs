use super::{Endpoint, path_in};

#[test]
fn endpoints_are_addresses_of_a_debugging_port() {
    for written in ["http://127.0.0.1:9222", "http://localhost:9222", "http://[::1]:9222"] {
        let endpoint = Endpoint::parse(written).unwrap();
        assert!(endpoint.is_loopback() && endpoint.path.is_none(), "{written}");
        assert_eq!(endpoint.to_string(), written);
    }
    let named = Endpoint::parse("ws://192.168.1.7:9222/devtools/browser/1-2").unwrap();
    assert!(!named.is_loopback());
    assert_eq!(named.to_string(), "ws://192.168.1.7:9222/devtools/browser/1-2");
    assert!(!Endpoint::parse("http://localhost.evil.test:9222").unwrap().is_loopback());
    for written in [
        "9222",
        "127.0.0.1:9222",
        "https://127.0.0.1:9222",
        "wss://127.0.0.1:9222/devtools/browser/1",
        "ws://127.0.0.1:9222",
        "ws://127.0.0.1:9222/devtools/page/1",
        "http://127.0.0.1:9222/json",
        "http://ann:pw@127.0.0.1:9222",
    ] {
        assert!(Endpoint::parse(written).is_err(), "{written}");
    }
}

#[test]
fn only_the_path_of_the_answer_is_used() {
    let answer = |url: &str| format!("HTTP/1.1 200 OK\r\nA: b\r\n\r\n{{\"webSocketDebuggerUrl\": \"{url}\"}}");
    let path = |url: &str| path_in(answer(url).as_bytes());
    assert_eq!(path("ws://evil.test/devtools/browser/1-2").as_deref(), Some("/devtools/browser/1-2"));
    assert_eq!(path("http://127.0.0.1/devtools/browser/1-2"), None);
    assert_eq!(path_in(b"HTTP/1.1 404 Not Found\r\n\r\n"), None);
    assert_eq!(path_in(b"nonsense"), None);
}
