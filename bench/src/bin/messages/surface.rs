//! The surfaces that receive messages, each with a session of its own.

use std::fs::File;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::process::Child;
use tokio::time::timeout;
use webhand_bench::verbs::VerbRunner;

use crate::make::{Dialect, Fault, request};
use crate::web_socket::WebSocket;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Mcp,
    Socket,
    WebSocket,
}

impl Surface {
    pub const ALL: [Self; 3] = [Self::Mcp, Self::Socket, Self::WebSocket];

    pub fn name(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Socket => "socket",
            Self::WebSocket => "websocket",
        }
    }

    pub fn dialect(self) -> Dialect {
        match self {
            Self::Mcp => Dialect::Mcp,
            Self::Socket | Self::WebSocket => Dialect::Agent,
        }
    }
}

/// An open connection to a surface.
pub struct OpenSurface {
    surface: Surface,
    verbs: VerbRunner,
    wire: Connection,
    /// Correct calls so far; each has an id of its own.
    good: usize,
}

enum Connection {
    Lines(Box<Pipes>),
    WebSocket(Box<WebSocket>),
}

/// Line-based input and output of a started server or a session.
struct Pipes {
    to: Box<dyn AsyncWrite + Unpin>,
    from: Lines<BufReader<Box<dyn AsyncRead + Unpin>>>,
    server: Option<Child>,
}

impl OpenSurface {
    pub async fn start(surface: Surface, webhand: PathBuf, url: &str) -> Result<Self> {
        let verbs = VerbRunner::new(webhand)?;
        let wire = match surface {
            Surface::Mcp => Connection::Lines(Box::new(Pipes::mcp(&verbs).await?)),
            Surface::Socket => Connection::Lines(Box::new(Pipes::session(&verbs).await?)),
            Surface::WebSocket => Connection::WebSocket(Box::new(WebSocket::start(&verbs).await?)),
        };
        let mut open = Self { surface, verbs, wire, good: 0 };
        open.call_ok("open", &json!({"url": url})).await?;
        Ok(open)
    }

    /// Sends a message and waits for its one answer.
    pub async fn ask(&mut self, message: &[u8], fault: Option<Fault>) -> Result<Value> {
        let asked = async {
            match &mut self.wire {
                Connection::Lines(pipes) => pipes.ask(message).await,
                Connection::WebSocket(socket) => socket.ask(message, fault).await,
            }
        };
        timeout(ANSWERED_WITHIN, asked).await.context("no answer")?
    }

    /// A call that must succeed.
    pub async fn call_ok(&mut self, name: &str, arguments: &Value) -> Result<()> {
        self.good += 1;
        let call = request(self.surface.dialect(), FIRST_GOOD + self.good, name, arguments);
        let answer = self.ask(call.to_string().as_bytes(), None).await?;
        let is_done = match self.surface.dialect() {
            Dialect::Mcp => answer.get("result").is_some_and(|result| result["isError"] != json!(true)),
            Dialect::Agent => answer["success"] == json!(true),
        };
        ensure!(is_done, "{name}: {answer}");
        Ok(())
    }

    /// Closes it and returns the panics that its program logged.
    pub async fn close(mut self) -> Vec<String> {
        let logs = ["mcp.log", "server.log", "runtime/webhand/default.log"].map(|log| self.verbs.folder(log));
        let written: Vec<String> = logs.iter().filter_map(|log| std::fs::read_to_string(log).ok()).collect();
        match &mut self.wire {
            Connection::Lines(pipes) => pipes.close().await,
            Connection::WebSocket(socket) => socket.close().await,
        }
        self.verbs.close().await;
        written.iter().flat_map(|log| log.lines()).filter(|line| line.contains("panicked")).map(str::to_owned).collect()
    }
}

impl Pipes {
    async fn mcp(verbs: &VerbRunner) -> Result<Self> {
        let mut command = verbs.command();
        command.args(["mcp", "--allow", "localhost"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.stderr(File::create(verbs.folder("mcp.log"))?).kill_on_drop(true).spawn()?;
        let to = Box::new(server.stdin.take().context("piped")?);
        let from: Box<dyn AsyncRead + Unpin> = Box::new(server.stdout.take().context("piped")?);
        let mut pipes = Self { to, from: BufReader::new(from).lines(), server: Some(server) };
        let client = json!({"name": "webhand-bench", "version": "0"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello});
        pipes.ask(hello.to_string().as_bytes()).await?;
        pipes.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string().as_bytes()).await?;
        Ok(pipes)
    }

    async fn session(verbs: &VerbRunner) -> Result<Self> {
        verbs.run(&["tab", "list", "--allow", "localhost"]).await?;
        let (from, to) = UnixStream::connect(verbs.socket("default")).await?.into_split();
        let from: Box<dyn AsyncRead + Unpin> = Box::new(from);
        let mut pipes = Self { to: Box::new(to), from: BufReader::new(from).lines(), server: None };
        pipes.from.next_line().await?.context("no greeting")?;
        Ok(pipes)
    }

    async fn ask(&mut self, message: &[u8]) -> Result<Value> {
        self.say(message).await?;
        Ok(serde_json::from_str(&self.from.next_line().await?.context("it ended")?)?)
    }

    async fn say(&mut self, message: &[u8]) -> Result<()> {
        self.to.write_all(message).await?;
        self.to.write_all(b"\n").await?;
        Ok(self.to.flush().await?)
    }

    async fn close(&mut self) {
        // A pipe is closed by dropping it.
        self.to = Box::new(tokio::io::sink());
        if let Some(server) = &mut self.server {
            let _ = timeout(ENDED_WITHIN, server.wait()).await;
        }
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
const ENDED_WITHIN: Duration = Duration::from_secs(10);
/// Ids beyond those of bad messages.
const FIRST_GOOD: usize = 1 << 30;
