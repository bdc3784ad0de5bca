//! Requests that browsers send for pages of other origins.

use super::client::ask;
use crate::fake_host::RunningServer;
use crate::http::routes;

/// Thirty origins that are not this server's, many of which look like it.
pub fn foreign(port: u16) -> Vec<String> {
    let mut origins: Vec<String> = [
        "null",
        "",
        "http://evil.example",
        "https://evil.example",
        "http://127.0.0.1",
        "http://localhost",
        "file://",
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
        "moz-extension://8e2f4a30-2f6c-4a5b-9c7e-1d2b3a4c5d6e",
        "vscode-webview://1a2b3c",
        "capacitor://localhost",
        "app://obsidian.md",
        "data:text/html,x",
        "about:blank",
        "http://[::1]",
        "http://0.0.0.0",
        "http://169.254.169.254",
    ]
    .map(str::to_owned)
    .into();
    for like_ours in [
        "https://127.0.0.1:{}",
        "https://localhost:{}",
        "http://evil.example:{}",
        "http://127.0.0.1.evil.example:{}",
        "http://localhost.evil.example:{}",
        "http://evil-localhost:{}",
        "http://127.0.0.1:{}0",
        "http://127.0.0.1:{}.evil.example",
        "http://127.0.0.1:{}@evil.example",
        "http://evil.example#127.0.0.1:{}",
        "http://127.0.0.1:{}/",
        "http://127.0.0.2:{}",
        "http://127.1:{}",
        "http://[::ffff:127.0.0.1]:{}",
        "ws://127.0.0.1:{}",
        "HTTP://127.0.0.1:{}",
        "http://127.0.0.1:{} http://evil.example",
        "http://LOCALHOST.:{}",
    ] {
        origins.push(like_ours.replace("{}", &port.to_string()));
    }
    origins
}

#[tokio::test]
async fn no_preflight_is_granted() {
    let server = RunningServer::start().await;
    let host = server.host_header();
    let own = format!("http://{host}");
    let origins = foreign(server.address.port());
    assert!(origins.len() >= 30);
    for origin in origins.iter().chain([&own]) {
        for route in routes() {
            let headers = [
                ("Host", host.as_str()),
                ("Origin", origin),
                ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "authorization, content-type"),
                ("Access-Control-Request-Private-Network", "true"),
            ];
            let answer = ask(server.address, "OPTIONS", route.path, &headers, "").await;
            assert_eq!(answer.status, if origin == &own { 401 } else { 403 }, "{origin} {answer:?}");
            assert!(!answer.head.contains("access-control-"), "{answer:?}");
        }
    }
}

#[tokio::test]
async fn no_post_of_a_foreign_page_is_read() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let kinds = [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
        "application/octet-stream",
    ];
    for kind in kinds {
        for path in routes().iter().map(|route| route.path) {
            for origin in ["http://evil.example", "null"] {
                // Even with the token, which no foreign page can have; and the body never comes.
                let headers = [
                    ("Host", host.as_str()),
                    ("Origin", origin),
                    ("Authorization", &bearer),
                    ("Content-Type", kind),
                    ("Content-Length", "500"),
                    ("Sec-Fetch-Mode", "no-cors"),
                    ("Sec-Fetch-Site", "cross-site"),
                ];
                let answer = ask(server.address, "POST", path, &headers, "").await;
                assert_eq!(answer.status, 403, "{kind} {path} {answer:?}");
            }
        }
    }
}

#[tokio::test]
async fn no_web_socket_opens_for_a_foreign_page() {
    let server = RunningServer::start().await;
    let (host, token) = (server.host_header(), server.token.as_secret_text().to_owned());
    for origin in foreign(server.address.port()) {
        for protocol in ["webhand".to_owned(), format!("webhand, bearer.{token}"), format!("bearer.{token}")] {
            let headers = [
                ("Host", host.as_str()),
                ("Origin", &origin),
                ("Connection", "Upgrade"),
                ("Upgrade", "websocket"),
                ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "AAECAwQFBgcICQoLDA0ODw=="),
                ("Sec-WebSocket-Protocol", &protocol),
            ];
            let answer = ask(server.address, "GET", "/ws/agent", &headers, "").await;
            assert_eq!(answer.status, 403, "{origin} {answer:?}");
        }
    }
}
