//! A WebSocket to `webhand serve`. A message that violates the framing rules ends the connection, and the session is
//! resumed on another.

use std::fs::File;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::Child;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use webhand_bench::verbs::VerbRunner;

use crate::make::Fault;

pub struct WebSocket {
    server: Child,
    url: String,
    token: String,
    socket: WebSocketStream<TcpStream>,
    /// The key with which the session is resumed.
    key: Option<String>,
}

impl WebSocket {
    pub async fn start(verbs: &VerbRunner) -> Result<Self> {
        let mut command = verbs.command();
        command.args(["serve", "--json", "--listen", "127.0.0.1:0", "--allow", "localhost"]).stdout(Stdio::piped());
        let mut server = command.stderr(File::create(verbs.folder("server.log"))?).kill_on_drop(true).spawn()?;
        let mut lines = BufReader::new(server.stdout.take().context("piped")?).lines();
        let serving: Value = serde_json::from_str(&lines.next_line().await?.context("it does not serve")?)?;
        let address_of = |name: &str| {
            let address_of = serving.pointer(&format!("/serving/{name}")).and_then(Value::as_str);
            address_of.map(str::to_owned).with_context(|| format!("{name} is not told"))
        };
        let url = address_of("agents")?;
        let token = std::fs::read_to_string(address_of("token_file")?)?.trim().to_owned();
        let socket = connect(&url, &token).await?;
        Ok(Self { server, url, token, socket, key: None })
    }

    /// Sends a message and waits for a reply or the end of the connection. The end may be caused by an earlier message, so
    /// it counts only if it comes twice.
    pub async fn ask(&mut self, message: &[u8], fault: Option<Fault>) -> Result<Value> {
        let answer = self.ask_once(message, fault).await?;
        if answer["error"] == CLOSED { self.ask_once(message, fault).await } else { Ok(answer) }
    }

    async fn ask_once(&mut self, message: &[u8], fault: Option<Fault>) -> Result<Value> {
        // A connection that the server has closed cannot be written to, and is read to its end.
        for frame in frames(message, fault) {
            if self.socket.send(frame).await.is_err() {
                break;
            }
        }
        let own: Option<Value> =
            serde_json::from_slice(message).ok().and_then(|message: Value| message.get("id").cloned());
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let reply: Value = serde_json::from_str(&text)?;
                    if let Some(key) = reply.pointer("/data/session/resume").and_then(Value::as_str) {
                        self.key = Some(key.to_owned());
                    }
                    // Replies that were under way when a connection was cut come again.
                    if reply["id"].is_null() || own.as_ref().is_none_or(|own| *own == reply["id"]) {
                        return Ok(reply);
                    }
                }
                Some(Ok(Message::Close(Some(close)))) => {
                    return self.resume(&format!("closed with {}", u16::from(close.code))).await;
                }
                None
                | Some(Ok(Message::Close(None)) | Err(Error::ConnectionClosed | Error::Io(_) | Error::Protocol(_))) => {
                    return self.resume("cut").await;
                }
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => bail!(error),
            }
        }
    }

    pub async fn close(&mut self) {
        let _ = self.socket.close(None).await;
        if let Some(id) = self.server.id() {
            let _ = tokio::process::Command::new("kill").arg(id.to_string()).status().await;
        }
        let _ = self.server.wait().await;
    }

    /// Resumes the session, which must survive the end of a connection.
    async fn resume(&mut self, how: &str) -> Result<Value> {
        let key = self.key.as_ref().context("cut before there was a session")?;
        self.socket = connect(&self.url, &self.token).await?;
        let resume = json!({"id": "resume", "type": "resume", "params": {"key": key}});
        self.socket.send(Message::text(resume.to_string())).await?;
        while let Some(message) = self.socket.next().await {
            let Message::Text(text) = message? else { continue };
            let reply: Value = serde_json::from_str(&text)?;
            if reply["id"] == "resume" {
                ensure!(reply["success"] == json!(true), "not resumed: {reply}");
                return Ok(json!({"success": false, "error": CLOSED, "code": how}));
            }
        }
        bail!("cut again")
    }
}

async fn connect(url: &str, token: &str) -> Result<WebSocketStream<TcpStream>> {
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let address = url.trim_start_matches("ws://").split('/').next().context("an address")?;
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(client_async(request, stream).await?.0)
}

/// Some faults are in the frames: invalid text, binary data, fragments.
fn frames(message: &[u8], fault: Option<Fault>) -> Vec<Message> {
    let frame = |part: &[u8], code, is_last| Message::Frame(Frame::message(part.to_vec(), OpCode::Data(code), is_last));
    let (one, other) = message.split_at(message.len() / 2);
    match fault {
        Some(Fault::Noise) => vec![frame(message, Data::Binary, true)],
        Some(Fault::Cut) if message.len().is_multiple_of(10) => {
            vec![frame(one, Data::Text, false), frame(other, Data::Text, true)]
        }
        Some(Fault::Cut | Fault::UnknownType) => {
            vec![frame(one, Data::Text, false), frame(other, Data::Continue, true)]
        }
        _ => vec![frame(message, Data::Text, true)],
    }
}

const CLOSED: &str = "the connection was closed";
