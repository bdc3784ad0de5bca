//! One connection to the trap site: reads whatever arrives, records it, answers and closes.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::trap_site::{Arrival, ArrivalKind, Ledger};

/// The parts of a request that the site answers by.
#[derive(Debug, Default)]
pub(super) struct RequestHead {
    pub method: String,
    /// With its query.
    pub path: String,
    pub host: String,
    pub text: String,
    length: usize,
    web_socket_key: Option<String>,
}

/// An answer of the site.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Serves one connection to its end. Each answer closes it, so that a site without connections has seen everything.
pub(super) async fn serve(mut stream: TcpStream, ledger: Arc<Ledger>, answer: impl Fn(&RequestHead) -> Answer) {
    let mut read = Vec::new();
    let Ok(Ok(Some(head))) = timeout(READ_WITHIN, read_head(&mut stream, &mut read)).await else {
        if !read.is_empty() {
            ledger.record(Arrival { kind: ArrivalKind::Raw, body: lossy(&read), ..Arrival::default() });
        }
        return;
    };
    if let Some(key) = &head.web_socket_key {
        let key = derive_accept_key(key.as_bytes());
        ledger.record(arrival(&head, ArrivalKind::WebSocket, String::new()));
        let _ = converse(stream, &head, &key, &ledger).await;
        return;
    }
    let body = match timeout(READ_WITHIN, read_body(&mut stream, &mut read, head.length)).await {
        Ok(Ok(())) | Err(_) => lossy(&read),
        Ok(Err(_)) => String::from("(cut) ") + &lossy(&read),
    };
    ledger.record(arrival(&head, ArrivalKind::Request, body));
    let _ = timeout(READ_WITHIN, write(&mut stream, &answer(&head))).await;
}

/// Reads a head; the bytes behind it stay in `read`. `None` when the bytes are no request.
async fn read_head(stream: &mut TcpStream, read: &mut Vec<u8>) -> Result<Option<RequestHead>> {
    let mut buffer = [0; 4096];
    loop {
        if let Some(at) = read.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = parse(&lossy(&read[..at]));
            read.drain(..at + 4);
            return Ok(Some(head));
        }
        let count = stream.read(&mut buffer).await?;
        if count == 0 || read.len() > MOST_HEAD {
            return Ok(None);
        }
        read.extend_from_slice(&buffer[..count]);
    }
}

fn parse(text: &str) -> RequestHead {
    let mut lines = text.lines();
    let mut first = lines.next().unwrap_or_default().split(' ');
    let mut head = RequestHead {
        method: first.next().unwrap_or_default().to_owned(),
        path: first.next().unwrap_or_default().to_owned(),
        text: text.to_owned(),
        ..RequestHead::default()
    };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => value.split(':').next().unwrap_or_default().clone_into(&mut head.host),
            "content-length" => head.length = value.parse().unwrap_or_default(),
            "sec-websocket-key" => head.web_socket_key = Some(value.to_owned()),
            _ => {}
        }
    }
    head
}

async fn read_body(stream: &mut TcpStream, read: &mut Vec<u8>, length: usize) -> Result<()> {
    let mut buffer = [0; 4096];
    while read.len() < length.min(MOST_BODY) {
        let count = stream.read(&mut buffer).await?;
        anyhow::ensure!(count > 0, "the body is cut");
        read.extend_from_slice(&buffer[..count]);
    }
    Ok(())
}

async fn write(stream: &mut TcpStream, answer: &Answer) -> Result<()> {
    let mut text =
        format!("HTTP/1.1 {} X\r\ncontent-length: {}\r\nconnection: close\r\n", answer.status, answer.body.len());
    for (name, value) in &answer.headers {
        text.extend([name, ": ", value, "\r\n"]);
    }
    stream.write_all(text.as_bytes()).await?;
    stream.write_all(b"\r\n").await?;
    stream.write_all(&answer.body).await?;
    stream.shutdown().await.context("closed")
}

/// Records the frames of a WebSocket until it is closed.
async fn converse(mut stream: TcpStream, head: &RequestHead, key: &str, ledger: &Ledger) -> Result<()> {
    let hello =
        format!("HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: {key}\r\n\r\n");
    stream.write_all(hello.as_bytes()).await?;
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
    socket.send(Message::text("hello")).await?;
    while let Some(message) = socket.next().await {
        let text = match message? {
            Message::Text(text) => text.to_string(),
            Message::Binary(bytes) => lossy(&bytes),
            Message::Close(_) => break,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
        };
        ledger.record(arrival(head, ArrivalKind::Frame, text));
    }
    Ok(())
}

fn arrival(head: &RequestHead, kind: ArrivalKind, body: String) -> Arrival {
    Arrival {
        kind,
        host: head.host.clone(),
        method: head.method.clone(),
        path: head.path.clone(),
        head: head.text.clone(),
        body,
        at: None,
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const READ_WITHIN: Duration = Duration::from_secs(20);
const MOST_HEAD: usize = 64 << 10;
const MOST_BODY: usize = 4 << 20;
