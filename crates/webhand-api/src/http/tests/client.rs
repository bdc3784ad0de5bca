//! A client that sends exactly the bytes that a test writes.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Everything before the body, in lower case.
    pub head: String,
    pub body: String,
}

/// Sends a request of these header lines and reads the answer's head, and its body unless that streams on.
pub async fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in headers {
        write!(text, "{name}: {value}\r\n").unwrap();
    }
    text.push_str("\r\n");
    text.push_str(body);
    send(address, text.as_bytes()).await
}

pub async fn send(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut read = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let length = timeout(ANSWERED_WITHIN, stream.read(&mut piece)).await.expect("an answer").unwrap_or(0);
        read.extend_from_slice(&piece[..length]);
        if let Some(answer) = parse(&String::from_utf8_lossy(&read), length == 0) {
            return answer;
        }
    }
}

/// The answer, once as much of it is there as its head promises.
fn parse(text: &str, ended: bool) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n").or_else(|| ended.then_some((text, "")))?;
    let head = head.to_ascii_lowercase();
    let status = head.split(' ').nth(1).unwrap_or_default().parse().unwrap_or(0);
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).map(|text| text.parse().unwrap());
    let whole = status == 101 || ended || length.is_some_and(|length: usize| body.len() >= length);
    whole.then(|| Answer { status, head: head.clone(), body: body.to_owned() })
}

/// Longer than anything the server waits for, on whichever clock.
const ANSWERED_WITHIN: Duration = Duration::from_mins(10);
