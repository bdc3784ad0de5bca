//! The measured tools: webhand, the lower bound, and the peers, each with a browser of its own.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;
use webhand_bench::json_lines::JsonLinesProcess;
use webhand_bench::peers::agent_browser::AgentBrowser;
use webhand_bench::peers::server::PeerServer;

/// A tool that looks at pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The least a look can cost: a plain pass over the document.
    Walk,
    /// As a brain sees the page by default.
    Webhand,
    /// The whole page, whatever it costs.
    WebhandWhole,
    AgentBrowser,
    PlaywrightMcp,
    ChromeDevtoolsMcp,
}

impl Subject {
    pub const OWN: [Self; 3] = [Self::Walk, Self::Webhand, Self::WebhandWhole];
    pub const PEERS: [Self; 3] = [Self::AgentBrowser, Self::PlaywrightMcp, Self::ChromeDevtoolsMcp];

    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "dom-walk",
            Self::Webhand => "webhand",
            Self::WebhandWhole => "webhand-whole",
            Self::AgentBrowser => "agent-browser",
            Self::PlaywrightMcp => "playwright-mcp",
            Self::ChromeDevtoolsMcp => "chrome-devtools-mcp",
        }
    }

    /// The beginning of a handle on the line of its element; the walk's lines have no usable handles.
    pub fn handle(self) -> Option<&'static str> {
        match self {
            Self::Walk => None,
            Self::Webhand | Self::WebhandWhole | Self::AgentBrowser | Self::PlaywrightMcp => Some("ref="),
            Self::ChromeDevtoolsMcp => Some("uid="),
        }
    }

    pub async fn start(self, paths: &ProgramPaths) -> Result<Tool> {
        let peers = || paths.peers.as_ref().context("the peers are not installed");
        Ok(match self {
            Self::Walk | Self::Webhand | Self::WebhandWhole => {
                let mut hand = JsonLinesProcess::start(&mut Command::new(&paths.hand))?;
                ok(hand.ask(json!({"op": "start"})).await?)?;
                Tool::BenchBrowser { hand, subject: self }
            }
            Self::AgentBrowser => Tool::AgentBrowser(AgentBrowser::start(peers()?).await?),
            Self::PlaywrightMcp => Tool::PeerServer(PeerServer::playwright(peers()?).await?),
            Self::ChromeDevtoolsMcp => Tool::PeerServer(PeerServer::chrome_devtools(peers()?).await?),
        })
    }
}

/// Paths of the measured programs.
pub struct ProgramPaths {
    pub hand: PathBuf,
    pub peers: Option<PathBuf>,
}

/// A running tool.
pub enum Tool {
    BenchBrowser { hand: JsonLinesProcess, subject: Subject },
    AgentBrowser(AgentBrowser),
    PeerServer(PeerServer),
}

impl Tool {
    pub async fn open(&mut self, url: &str) -> Result<()> {
        match self {
            Self::BenchBrowser { hand, .. } => ok(hand.ask(json!({"op": "open", "url": url})).await?).map(drop),
            Self::AgentBrowser(tool) => tool.run(&["open", url]).await.map(drop),
            Self::PeerServer(tool) => tool.open(url).await.map(drop),
        }
    }

    /// The text that a model would read.
    pub async fn look(&mut self) -> Result<String> {
        match self {
            Self::BenchBrowser { hand, subject } => {
                let question = match subject {
                    Subject::Walk => json!({"op": "eval", "js": WALK}),
                    Subject::WebhandWhole => json!({"op": "observe", "variant": "none"}),
                    Subject::Webhand | Subject::AgentBrowser | Subject::PlaywrightMcp | Subject::ChromeDevtoolsMcp => {
                        json!({"op": "observe"})
                    }
                };
                let answer = ok(hand.ask(question).await?)?;
                Ok(answer.as_str().context("no text")?.to_owned())
            }
            Self::AgentBrowser(tool) => tool.run(&["snapshot", "-i"]).await,
            Self::PeerServer(tool) => tool.look().await,
        }
    }

    /// Runs an expression in the page; only webhand's own programs return its value.
    pub async fn evaluate(&mut self, script: &str) -> Result<Value> {
        match self {
            Self::BenchBrowser { hand, .. } => ok(hand.ask(json!({"op": "eval", "js": script})).await?),
            Self::AgentBrowser(tool) => tool.run(&["eval", script]).await.map(Value::from),
            Self::PeerServer(tool) => tool.evaluate(script).await.map(Value::from),
        }
    }

    pub fn process(&self) -> Option<u32> {
        match self {
            Self::BenchBrowser { hand, .. } => hand.process(),
            Self::AgentBrowser(tool) => tool.process(),
            Self::PeerServer(tool) => tool.mcp.process(),
        }
    }

    pub async fn close(mut self) {
        match &mut self {
            Self::BenchBrowser { hand, .. } => hand.close().await,
            Self::AgentBrowser(tool) => tool.close().await,
            Self::PeerServer(tool) => tool.mcp.close().await,
        }
    }
}

fn ok(mut answer: Value) -> Result<Value> {
    if let Some(error) = answer.get("err") {
        bail!("{error}");
    }
    Ok(answer["ok"].take())
}

const WALK: &str = include_str!("walk.js");
