//! The measured interfaces, and the layers under them: each clicks a button and looks at a page.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::process::Command;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::handles::HandleStyle;
use webhand_bench::mcp_client::McpClient;
use webhand_bench::peers::agent_browser::AgentBrowser;
use webhand_bench::verbs::VerbRunner;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    /// The hands themselves, in this process: the browser's own time.
    Hands,
    /// A message to a session, without a process of its own.
    Socket,
    Verb,
    Mcp,
    /// A program that does nothing, started the same way.
    Nothing,
    AgentBrowser,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Click,
    Snapshot,
}

impl Operation {
    pub const ALL: [Self; 2] = [Self::Click, Self::Snapshot];

    pub fn name(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::Snapshot => "snapshot",
        }
    }

    fn arguments(self, handle: &str) -> Value {
        match self {
            Self::Click => json!({"ref": handle}),
            Self::Snapshot => json!({}),
        }
    }
}

impl Interface {
    pub const OWN: [Self; 5] = [Self::Hands, Self::Socket, Self::Verb, Self::Mcp, Self::Nothing];
    pub const PEERS: [Self; 1] = [Self::AgentBrowser];

    pub fn name(self) -> &'static str {
        match self {
            Self::Hands => "hands",
            Self::Socket => "socket",
            Self::Verb => "verb",
            Self::Mcp => "mcp",
            Self::Nothing => "process-that-does-nothing",
            Self::AgentBrowser => "agent-browser",
        }
    }

    pub fn is_promised(self) -> bool {
        matches!(self, Self::Verb | Self::Mcp)
    }

    /// Opens the page and finds the button.
    pub async fn start(self, paths: &ProgramPaths, url: &str) -> Result<Tool> {
        let find = |text: &str, marks: HandleStyle| marks.find(text, BUTTON).context("the button is not shown");
        let verbs = || VerbRunner::new(paths.webhand.clone());
        Ok(match self {
            Self::Hands => {
                let mut hand = Box::new(BenchBrowser::start().await?);
                hand.open(url).await?;
                let handle = find(&hand.look().await?, HandleStyle::Webhand)?;
                Tool::Hands { hand, handle }
            }
            Self::Socket | Self::Verb => {
                let verbs = verbs()?;
                verbs.run(&["open", url, "--allow", "localhost"]).await?;
                let handle = find(&verbs.run(&["snapshot"]).await?, HandleStyle::Webhand)?;
                if self == Self::Verb { Tool::Verb { verbs, handle } } else { Tool::Socket { verbs, handle } }
            }
            Self::Mcp => {
                let verbs = verbs()?;
                let mut command = verbs.command();
                command.args(["mcp", "--allow", "localhost"]);
                let mut mcp = Box::new(McpClient::start(command).await?);
                mcp.call("open", json!({"url": url})).await?;
                let handle = find(&mcp.call("snapshot", json!({})).await?, HandleStyle::Webhand)?;
                Tool::Mcp { mcp, handle, _folders: verbs }
            }
            Self::Nothing => Tool::Nothing,
            Self::AgentBrowser => {
                let tool = AgentBrowser::start(paths.peers.as_ref().context("the peers are not installed")?).await?;
                tool.run(&["open", url]).await?;
                let handle = format!("@{}", find(&tool.run(&["snapshot", "-i"]).await?, HandleStyle::Ref)?);
                Tool::AgentBrowser { tool, handle }
            }
        })
    }
}

/// Paths of the measured programs.
#[derive(Debug)]
pub struct ProgramPaths {
    pub webhand: PathBuf,
    pub peers: Option<PathBuf>,
}

/// A warm tool, with the handle of the button in its own format.
#[derive(Debug)]
pub enum Tool {
    Hands { hand: Box<BenchBrowser>, handle: String },
    Socket { verbs: VerbRunner, handle: String },
    Verb { verbs: VerbRunner, handle: String },
    Mcp { mcp: Box<McpClient>, handle: String, _folders: VerbRunner },
    Nothing,
    AgentBrowser { tool: AgentBrowser, handle: String },
}

impl Tool {
    pub async fn run(&mut self, operation: Operation) -> Result<()> {
        match self {
            Self::Hands { hand, handle } => match operation {
                Operation::Click => hand.call("click", &operation.arguments(handle)).await.map(drop),
                Operation::Snapshot => hand.look().await.map(drop),
            },
            Self::Socket { verbs, handle } => ask(verbs, operation, handle).await,
            Self::Verb { verbs, handle } => {
                let words: &[&str] = if operation == Operation::Click { &["click", handle] } else { &["snapshot"] };
                verbs.run(words).await.map(drop)
            }
            Self::Mcp { mcp, handle, .. } => mcp.call(operation.name(), operation.arguments(handle)).await.map(drop),
            Self::Nothing => {
                ensure!(Command::new("true").status().await?.success(), "it failed");
                Ok(())
            }
            Self::AgentBrowser { tool, handle } => {
                let words: &[&str] =
                    if operation == Operation::Click { &["click", handle] } else { &["snapshot", "-i"] };
                tool.run(words).await.map(drop)
            }
        }
    }

    pub async fn close(self) {
        match self {
            Self::Hands { hand, .. } => hand.close().await,
            Self::Socket { verbs, .. } | Self::Verb { verbs, .. } => verbs.close().await,
            Self::Mcp { mut mcp, .. } => mcp.close().await,
            Self::Nothing => {}
            Self::AgentBrowser { mut tool, .. } => tool.close().await,
        }
    }
}

/// Does what a verb does, without starting a process: connect, read the greeting, send, read.
async fn ask(verbs: &VerbRunner, operation: Operation, handle: &str) -> Result<()> {
    let stream = UnixStream::connect(verbs.socket("default")).await?;
    let mut lines = BufReader::new(stream).lines();
    let question = json!({"id": 1, "type": operation.name(), "params": operation.arguments(handle)});
    lines.get_mut().write_all(format!("{question}\n").as_bytes()).await?;
    lines.next_line().await?.context("no greeting")?;
    let answer: Value = serde_json::from_str(&lines.next_line().await?.context("no answer")?)?;
    ensure!(answer["success"] == json!(true), "{answer}");
    Ok(())
}

const BUTTON: &str = "Use a reader card";
