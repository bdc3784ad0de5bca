//! The server on this machine, attacked by raw requests (LS-01 to LS-16, F-40).

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::Child;
use tokio::time::timeout;
use webhand_api::http::{RouteAccess, routes};

use crate::attacks::case::Case;
use crate::attacks::machine::Machine;
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    vec![
        Case::special(
            "LS-01/token",
            "every endpoint without a token, or with a wrong one",
            &[Route::WebSocket],
            without_token,
        ),
        Case::special("LS-03/token-in-address", "the token in the address", &[Route::WebSocket], token_in_address),
        Case::special("LS-04/host", "requests under another name of the machine", &[Route::WebSocket], foreign_host),
        Case::special("LS-05/origin", "requests and preflights of pages", &[Route::WebSocket], foreign_origin),
        Case::special("LS-08/files", "files that others could read", &[Route::WebSocket], readable_files),
        Case::special("LS-11/half-sent", "half-sent requests keep others waiting", &[Route::WebSocket], half_sent),
        Case::special("LS-15/ports", "a browser listens on a debug port", &[Route::WebSocket], debug_port),
        Case::special("F-40/two-servers", "two servers on one data folder", &[Route::WebSocket], two_servers),
    ]
}

struct Served {
    machine: Machine,
    server: Child,
    address: String,
    token: String,
}

impl Served {
    async fn start(program: &Path) -> Result<Self> {
        let machine = Machine::new(program, 1)?;
        let mut command = machine.command();
        command.args(["serve", "--json", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn()?;
        let mut lines = BufReader::new(server.stdout.take().context("piped")?).lines();
        let serving: Value = serde_json::from_str(&lines.next_line().await?.context("it does not serve")?)?;
        let told =
            |name: &str| serving.pointer(&format!("/serving/{name}")).and_then(Value::as_str).context("not told");
        let address = told("agents")?.trim_start_matches("ws://").split('/').next().context("an address")?.to_owned();
        let token = std::fs::read_to_string(told("token_file")?)?.trim().to_owned();
        Ok(Self { machine, server, address, token })
    }

    /// The status of the answer to a raw request; nothing when the connection is just closed.
    async fn status(&self, request: &str) -> Result<Option<u16>> {
        Ok(self.answer(request).await?.split(' ').nth(1).and_then(|status| status.parse().ok()))
    }

    /// How a caller with this header got in, if it did.
    async fn try_in(&self, method: String, path: String, header: String) -> Result<Option<String>> {
        let status = self.status(&request(&method, &path, &self.address, &header)).await?;
        Ok(let_in(&method, &path, status))
    }

    async fn answer(&self, request: &str) -> Result<String> {
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut read = vec![0; 4096];
        let count = timeout(ANSWERED_WITHIN, stream.read(&mut read)).await.context("no answer")?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&read[..count]).into_owned())
    }

    async fn end(mut self, how: Vec<String>) -> Result<Option<String>> {
        self.server.kill().await?;
        self.machine.ended().await?;
        Ok((!how.is_empty()).then(|| how.join("; ")))
    }
}

/// More than this many would be turned away unread.
const AT_ONCE: usize = 16;

/// Every route of the server that wants a key, from the table that the router is made of; a new one enters by itself.
fn endpoints() -> impl Iterator<Item = (&'static str, String)> {
    let closed = routes().iter().filter(|route| route.access != RouteAccess::Open);
    closed.map(|route| (route.method.as_str(), filled_in(route.path)))
}

/// A path with something in the place of each part that may be any text.
fn filled_in(path: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "x".to_owned() } else { part.to_owned() };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn request(method: &str, path: &str, host: &str, headers: &str) -> String {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let upgrade = if path.starts_with("/ws") {
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    } else {
        "content-type: application/json\r\naccept: application/json, text/event-stream\r\n"
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{upgrade}content-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
}

/// Whether the server let somebody in. A WebSocket may open without a token: it wants it as the first message.
fn let_in(method: &str, path: &str, status: Option<u16>) -> Option<String> {
    let is_in = status.is_some_and(|status| status < 400 && !(status == 101 && path.starts_with("/ws")));
    is_in.then(|| format!("{method} {path} answered {status:?}"))
}

fn without_token(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut how = Vec::new();
        let tokens = ["", "authorization: Bearer x\r\n", "authorization: Bearer \r\n", "authorization: Basic eDp4\r\n"];
        // Wrong tokens wait, so all that are tried one after the other would take minutes.
        let mut tries: Vec<_> = Vec::new();
        for (method, path) in endpoints() {
            for token in tokens {
                tries.push(served.try_in(method.to_owned(), path.clone(), token.to_owned()));
            }
        }
        while !tries.is_empty() {
            let later = tries.split_off(AT_ONCE.min(tries.len()));
            for tried in join_all(std::mem::replace(&mut tries, later)).await {
                how.extend(tried?);
            }
        }
        drop(tries);
        let cut = format!("authorization: Bearer {}\r\n", &served.token[..served.token.len() - 1]);
        how.extend(let_in(
            "GET",
            "/api/v1/sessions",
            served.status(&request("GET", "/api/v1/sessions", &served.address, &cut)).await?,
        ));
        served.end(how).await
    }
    .boxed()
}

fn token_in_address(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut how = Vec::new();
        for path in ["/ws/agent", "/api/v1/sessions", "/mcp"] {
            for name in ["token", "access_token", "bearer"] {
                let path = format!("{path}?{name}={}", served.token);
                let status = served.status(&request("GET", &path, &served.address, "")).await?;
                how.extend(status.filter(|status| *status < 400).map(|status| format!("{path} answered {status}")));
            }
        }
        served.end(how).await
    }
    .boxed()
}

fn foreign_host(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut how = Vec::new();
        let token = format!("authorization: Bearer {}\r\n", served.token);
        let port = served.address.rsplit(':').next().unwrap_or_default().to_owned();
        let hosts = [
            "rebind.test".to_owned(),
            format!("rebind.test:{port}"),
            String::new(),
            format!("127.0.0.1.rebind.test:{port}"),
            "127.0.0.1:1".to_owned(),
        ];
        for host in &hosts {
            for (method, path) in endpoints() {
                let status = served.status(&request(method, &path, host, &token)).await?;
                how.extend(foreign(method, &path, host, status));
            }
        }
        let twice = format!("{token}host: rebind.test\r\n");
        how.extend(foreign(
            "GET",
            "/api/v1/sessions",
            "two hosts",
            served.status(&request("GET", "/api/v1/sessions", &served.address, &twice)).await?,
        ));
        served.end(how).await
    }
    .boxed()
}

fn foreign(method: &str, path: &str, from: &str, status: Option<u16>) -> Option<String> {
    status.filter(|status| *status < 400).map(|status| format!("{method} {path} for {from:?} answered {status}"))
}

fn foreign_origin(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut how = Vec::new();
        let port = served.address.rsplit(':').next().unwrap_or_default().to_owned();
        let origins = ["http://evil.test".to_owned(), "null".to_owned(), "chrome-extension://abcdefghijklmnop".to_owned(), format!("http://127.0.0.1.evil.test:{port}"), "https://localhost".to_owned(), "file://".to_owned()];
        for origin in &origins {
            let headers = format!("authorization: Bearer {}\r\norigin: {origin}\r\n", served.token);
            for (method, path) in endpoints() {
                let status = served.status(&request(method, &path, &served.address, &headers)).await?;
                how.extend(foreign(method, &path, origin, status));
            }
            let preflight = format!("origin: {origin}\r\naccess-control-request-method: POST\r\naccess-control-request-headers: authorization\r\n");
            let answer = served.answer(&request("OPTIONS", "/mcp", &served.address, &preflight)).await?;
            if answer.to_ascii_lowercase().contains("access-control-allow-origin") {
                how.push(format!("a preflight of {origin} is allowed"));
            }
        }
        served.end(how).await
    }
    .boxed()
}

fn readable_files(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        use std::os::unix::fs::PermissionsExt as _;
        let served = Served::start(program).await?;
        let mut how = Vec::new();
        let mut folders = vec![served.machine.verbs().folder("home")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder)?.flatten() {
                let is_folder = entry.file_type()?.is_dir();
                let mode = entry.metadata()?.permissions().mode() & 0o777;
                // Files inside a folder that is closed to others cannot be reached by them.
                if is_folder && mode & 0o077 != 0 {
                    folders.push(entry.path());
                } else if !is_folder && mode & 0o077 != 0 {
                    how.push(format!("{} has mode {mode:o}", entry.path().display()));
                }
            }
        }
        let line = std::fs::read(format!("/proc/{}/cmdline", served.server.id().context("running")?))?;
        if String::from_utf8_lossy(&line).contains(&served.token) {
            how.push("the token is in the command line".to_owned());
        }
        served.end(how).await
    }
    .boxed()
}

fn half_sent(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut half = Vec::new();
        for _ in 0..HALF_SENT {
            let mut stream = TcpStream::connect(&served.address).await?;
            // The server may close it at once, which is an answer too.
            let _ = stream.write_all(b"GET /api/v1/sessions HTTP/1.1\r\nhost: x\r\nx-a: ").await;
            half.push(stream);
        }
        let token = format!("authorization: Bearer {}\r\n", served.token);
        let sessions = request("GET", "/api/v1/sessions", &served.address, &token);
        let answered = timeout(OTHERS_WITHIN, served.status(&sessions)).await;
        let how = match answered {
            Ok(Ok(Some(200))) => Vec::new(),
            Ok(other) => vec![format!("another client was answered {other:?}")],
            Err(_) => vec![format!("another client was not answered within {OTHERS_WITHIN:?}")],
        };
        drop(half);
        served.end(how).await
    }
    .boxed()
}

fn debug_port(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let token = format!("authorization: Bearer {}\r\n", served.token);
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
        let begin = format!("POST /mcp HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n{token}content-length: {}\r\n\r\n{hello}", served.address, hello.len());
        served.answer(&begin).await?;
        let flags = std::fs::read_dir("/proc")?.flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        let place = served.machine.place().display().to_string();
        let opens = flags
            .map(|line| String::from_utf8_lossy(&line).into_owned())
            .find(|line| line.contains(&place) && line.contains("--remote-debugging-port"));
        let how = opens.into_iter().map(|line| format!("a debug port is asked for: {line}")).collect();
        served.end(how).await
    }
    .boxed()
}

fn two_servers(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let served = Served::start(program).await?;
        let mut command = served.machine.command();
        command.args(["serve", "--json", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut second = command.spawn()?;
        let mut lines = BufReader::new(second.stdout.take().context("piped")?).lines();
        let line = timeout(ANSWERED_WITHIN, lines.next_line()).await.context("it neither serves nor ends")??;
        let is_serving = line.is_some_and(|line| line.contains("serving"));
        // It may have ended by itself.
        let _ = second.kill().await;
        served.end(is_serving.then(|| "a second server serves the same folder".to_owned()).into_iter().collect()).await
    }
    .boxed()
}

const HALF_SENT: usize = 300;
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);
const OTHERS_WITHIN: Duration = Duration::from_secs(5);
