//! What is measured: webhand, the floor under it, and its peers, each with a browser of its own.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;
use webhand_bench::lines::Talker;
use webhand_bench::peers::agent_browser::AgentBrowser;
use webhand_bench::peers::server::Server;

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
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

impl Who {
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

    /// How a handle begins on the line of its element; the walk's lines have none that could be used.
    pub fn handle(self) -> Option<&'static str> {
        match self {
            Self::Walk => None,
            Self::Webhand | Self::WebhandWhole | Self::AgentBrowser | Self::PlaywrightMcp => Some("ref="),
            Self::ChromeDevtoolsMcp => Some("uid="),
        }
    }

    pub async fn start(self, places: &Places) -> Result<Tool> {
        let peers = || places.peers.as_ref().context("the peers are not installed");
        Ok(match self {
            Self::Walk | Self::Webhand | Self::WebhandWhole => {
                let mut hand = Talker::start(&mut Command::new(&places.hand))?;
                ok(hand.ask(json!({"op": "start"})).await?)?;
                Tool::Hand { hand, who: self }
            }
            Self::AgentBrowser => Tool::AgentBrowser(AgentBrowser::start(peers()?).await?),
            Self::PlaywrightMcp => Tool::Server(Server::playwright(peers()?).await?),
            Self::ChromeDevtoolsMcp => Tool::Server(Server::chrome_devtools(peers()?).await?),
        })
    }
}

/// Where the programs lie.
pub struct Places {
    pub hand: PathBuf,
    pub peers: Option<PathBuf>,
}

/// One that runs.
pub enum Tool {
    Hand { hand: Talker, who: Who },
    AgentBrowser(AgentBrowser),
    Server(Server),
}

impl Tool {
    pub async fn open(&mut self, url: &str) -> Result<()> {
        match self {
            Self::Hand { hand, .. } => ok(hand.ask(json!({"op": "open", "url": url})).await?).map(drop),
            Self::AgentBrowser(tool) => tool.run(&["open", url]).await.map(drop),
            Self::Server(tool) => tool.open(url).await.map(drop),
        }
    }

    /// What a model would read.
    pub async fn look(&mut self) -> Result<String> {
        match self {
            Self::Hand { hand, who } => {
                let question = match who {
                    Who::Walk => json!({"op": "eval", "js": WALK}),
                    Who::WebhandWhole => json!({"op": "observe", "variant": "none"}),
                    Who::Webhand | Who::AgentBrowser | Who::PlaywrightMcp | Who::ChromeDevtoolsMcp => {
                        json!({"op": "observe"})
                    }
                };
                let answer = ok(hand.ask(question).await?)?;
                Ok(answer.as_str().context("no text")?.to_owned())
            }
            Self::AgentBrowser(tool) => tool.run(&["snapshot", "-i"]).await,
            Self::Server(tool) => tool.look().await,
        }
    }

    /// Runs an expression in the page; what it is worth is told by our own programs only.
    pub async fn evaluate(&mut self, script: &str) -> Result<Value> {
        match self {
            Self::Hand { hand, .. } => ok(hand.ask(json!({"op": "eval", "js": script})).await?),
            Self::AgentBrowser(tool) => tool.run(&["eval", script]).await.map(Value::from),
            Self::Server(tool) => tool.evaluate(script).await.map(Value::from),
        }
    }

    pub fn process(&self) -> Option<u32> {
        match self {
            Self::Hand { hand, .. } => hand.process(),
            Self::AgentBrowser(tool) => tool.process(),
            Self::Server(tool) => tool.mcp.process(),
        }
    }

    pub async fn close(mut self) {
        match &mut self {
            Self::Hand { hand, .. } => hand.close().await,
            Self::AgentBrowser(tool) => tool.close().await,
            Self::Server(tool) => tool.mcp.close().await,
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
