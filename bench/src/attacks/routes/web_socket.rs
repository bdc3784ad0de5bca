//! A program on the WebSocket of `webhand serve`.

use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Reply, agent_reply};
use crate::attacks::machine::Machine;
use crate::json_lines::ANSWERED_WITHIN;

#[derive(Debug)]
pub struct WebSocketRoute {
    /// The server that this client started.
    server: Option<Child>,
    url: String,
    token: String,
    socket: WebSocketStream<TcpStream>,
    calls: u64,
}

impl WebSocketRoute {
    pub async fn start(machine: &Machine, grants: &[String]) -> Result<Self> {
        let mut command = machine.command();
        command.args(["serve", "--json", "--listen", "127.0.0.1:0"]).args(grants);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut lines = BufReader::new(server.stdout.take().context("piped")?).lines();
        let serving: Value = serde_json::from_str(&lines.next_line().await?.context("it does not serve")?)?;
        let told =
            |name: &str| serving.pointer(&format!("/serving/{name}")).and_then(Value::as_str).context("not told");
        let (url, token) = (told("agents")?.to_owned(), std::fs::read_to_string(told("token_file")?)?);
        let socket = connect(&url, &token).await?;
        Ok(Self { server: Some(server), url, token, socket, calls: 0 })
    }

    /// Another connection to the same server, which has a session of its own.
    pub async fn second(&self) -> Result<Self> {
        let (url, token) = (self.url.clone(), self.token.clone());
        let socket = connect(&url, &token).await?;
        Ok(Self { server: None, url, token, socket, calls: 0 })
    }

    pub async fn call(&mut self, tool: &str, args: &Value) -> Result<Reply> {
        self.calls += 1;
        let id = self.calls;
        let request = json!({"id": id, "type": tool, "params": args});
        self.socket.send(Message::text(request.to_string())).await?;
        let answered = async {
            while let Some(message) = self.socket.next().await {
                let Message::Text(text) = message? else { continue };
                let reply: Value = serde_json::from_str(&text)?;
                if reply["id"] == json!(id) {
                    return Ok(agent_reply(&reply));
                }
            }
            bail!("the connection was closed")
        };
        timeout(ANSWERED_WITHIN, answered).await.context("no answer in time")?
    }

    pub fn process(&self) -> Result<u32> {
        self.server.as_ref().and_then(Child::id).context("the server has ended")
    }

    pub async fn close(&mut self) {
        let _ = self.socket.close(None).await;
        let Some(server) = &mut self.server else { return };
        if let Some(id) = server.id() {
            let _ = Command::new("kill").arg(id.to_string()).status().await;
        }
        let _ = server.wait().await;
    }
}

async fn connect(url: &str, token: &str) -> Result<WebSocketStream<TcpStream>> {
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("authorization", format!("Bearer {}", token.trim()).parse()?);
    let address = url.trim_start_matches("ws://").split('/').next().context("an address")?;
    Ok(client_async(request, TcpStream::connect(address).await?).await?.0)
}
