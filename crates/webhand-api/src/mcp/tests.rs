//! A client at the far end of two pipes, which sends and receives JSON lines.

mod broken;
mod calls;
mod http;
mod recording_host;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::time::timeout;

pub struct Client {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    requests: u32,
}

impl Client {
    /// A client of the server that `serve` runs; it has not sent `initialize`.
    pub fn of<F>(serve: impl FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(near);
        tokio::spawn(serve(read, write));
        let (read, write) = tokio::io::split(far);
        Self { read: BufReader::new(read), write, requests: 0 }
    }

    /// Sends `initialize` and returns the server's info.
    pub async fn introduce(&mut self, capabilities: Value) -> Value {
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"}});
        let server = self.ask("initialize", hello).await;
        self.send_line(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        server
    }

    pub async fn send_line(&mut self, line: &[u8]) {
        self.send_part(line).await;
        self.send_part(b"\n").await;
    }

    /// A piece of a line.
    pub async fn send_part(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.unwrap();
    }

    pub async fn receive(&mut self) -> Value {
        let mut line = String::new();
        timeout(WITHIN, self.read.read_line(&mut line)).await.expect("an answer in time").unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Sends a request; returns its id.
    pub async fn send(&mut self, method: &str, params: Value) -> u32 {
        self.requests += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params});
        self.send_line(request.to_string().as_bytes()).await;
        self.requests
    }

    /// The response to a request, and the messages before it.
    pub async fn answer(&mut self, id: u32) -> (Value, Vec<Value>) {
        let mut before = Vec::new();
        loop {
            let heard = self.receive().await;
            if heard["id"] == id && heard.get("method").is_none() {
                return (heard, before);
            }
            before.push(heard);
        }
    }

    /// The result of a request.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        let (answer, _) = self.answer(id).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// Answers a request of the server.
    pub async fn reply(&mut self, to: &Value, result: Value) {
        let answer = json!({"jsonrpc": "2.0", "id": to["id"], "result": result});
        self.send_line(answer.to_string().as_bytes()).await;
    }

    /// All responses to a line, up to the one to a ping sent after it.
    pub async fn answers(&mut self, line: &[u8], ping: u32) -> Vec<Value> {
        self.send_line(line).await;
        let id = format!("ping {ping}");
        self.send_line(json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string().as_bytes()).await;
        let mut heard = Vec::new();
        loop {
            let answer = self.receive().await;
            if answer["id"] == id.as_str() {
                return heard;
            }
            heard.push(answer);
        }
    }
}

const WITHIN: Duration = Duration::from_mins(1);
