//! The ways in which an agent can use a browser: each does a step and keeps what it is told.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_bench::handles::Marks;
use webhand_bench::peers::agent_browser::AgentBrowser;
use webhand_bench::peers::server::Server;
use webhand_bench::verbs::Verbs;

use crate::peer::{agent_browser, chrome_devtools, playwright};
use crate::steps::Step;
use crate::webhand::{Hand, Looks};

/// Who uses the browser, and how it looks again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    WebhandMcp,
    /// With a look at what changed after every step, though the results tell it.
    WebhandMcpLooking,
    WebhandVerbs,
    AgentBrowserDelta,
    AgentBrowser,
    ChromeDevtoolsMcp,
    PlaywrightMcp,
}

impl Way {
    pub const OWN: [Self; 3] = [Self::WebhandMcp, Self::WebhandMcpLooking, Self::WebhandVerbs];
    pub const PEERS: [Self; 4] =
        [Self::AgentBrowserDelta, Self::AgentBrowser, Self::ChromeDevtoolsMcp, Self::PlaywrightMcp];

    pub fn name(self) -> &'static str {
        match self {
            Self::WebhandMcp => "webhand-mcp",
            Self::WebhandMcpLooking => "webhand-mcp-looking",
            Self::WebhandVerbs => "webhand-verbs",
            Self::AgentBrowserDelta => "agent-browser-delta",
            Self::AgentBrowser => "agent-browser",
            Self::ChromeDevtoolsMcp => "chrome-devtools-mcp",
            Self::PlaywrightMcp => "playwright-mcp",
        }
    }

    pub async fn start(self, places: &Places) -> Result<Agent> {
        let peers = || places.peers.as_ref().context("the peers are not installed");
        let verbs = || Verbs::new(places.webhand.clone());
        let (tool, marks) = match self {
            Self::WebhandMcp => (Tool::Webhand(Hand::mcp(verbs()?, Looks::WhenNeeded).await?), Marks::Webhand),
            Self::WebhandMcpLooking => (Tool::Webhand(Hand::mcp(verbs()?, Looks::Always).await?), Marks::Webhand),
            Self::WebhandVerbs => (Tool::Webhand(Hand::verbs(verbs()?)), Marks::Webhand),
            Self::AgentBrowserDelta => {
                let look = &["snapshot", "-i", "--delta"];
                (Tool::AgentBrowser(AgentBrowser::start(peers()?).await?, look), Marks::Ref)
            }
            Self::AgentBrowser => {
                (Tool::AgentBrowser(AgentBrowser::start(peers()?).await?, &["snapshot", "-i"]), Marks::Ref)
            }
            Self::ChromeDevtoolsMcp => (Tool::ChromeDevtools(Server::chrome_devtools(peers()?).await?), Marks::Uid),
            Self::PlaywrightMcp => (Tool::Playwright(Server::playwright(peers()?).await?), Marks::Ref),
        };
        Ok(Agent { tool, marks, told: Vec::new(), page_from: 0 })
    }
}

/// Where the programs lie.
#[derive(Debug)]
pub struct Places {
    pub webhand: PathBuf,
    pub peers: Option<PathBuf>,
}

#[derive(Debug)]
enum Tool {
    Webhand(Hand),
    AgentBrowser(AgentBrowser, &'static [&'static str]),
    ChromeDevtools(Server),
    Playwright(Server),
}

/// One that works, and remembers everything.
#[derive(Debug)]
pub struct Agent {
    tool: Tool,
    marks: Marks,
    /// Every result, in its order.
    pub told: Vec<String>,
    /// From where on results are of the page that is open.
    page_from: usize,
}

impl Agent {
    /// What a model must be given before the first call.
    pub async fn definitions(&mut self) -> Result<String> {
        match &mut self.tool {
            Tool::Webhand(hand) => hand.definitions().await,
            Tool::AgentBrowser(tool, _) => tool.run(&["skills", "get", "core"]).await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.mcp.definitions().await,
        }
    }

    pub async fn open(&mut self, url: &str) -> Result<()> {
        self.page_from = self.told.len();
        let told = match &mut self.tool {
            Tool::Webhand(hand) => hand.open(url).await,
            Tool::AgentBrowser(tool, _) => tool.run(&["open", url]).await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.open(url).await,
        }?;
        self.keep(told);
        self.look_if_needed().await
    }

    pub async fn step(&mut self, step: Step) -> Result<()> {
        let handle = match step {
            Step::Click(name) | Step::Tick(name) | Step::Fill(name, _) | Step::Choose(name, _) => {
                self.find(name).await?
            }
            Step::Open(_) | Step::Scroll | Step::Back => String::new(),
        };
        let told = match &mut self.tool {
            Tool::Webhand(hand) => hand.step(step, &handle).await,
            Tool::AgentBrowser(tool, _) => tool.run(&agent_browser(step, &format!("@{handle}"))).await,
            Tool::ChromeDevtools(server) => {
                let (name, arguments) = chrome_devtools(step, &handle);
                server.call(name, arguments).await
            }
            Tool::Playwright(server) => {
                let (name, arguments) = playwright(step, &handle);
                server.call(name, arguments).await
            }
        }?;
        self.keep(told);
        self.look_if_needed().await
    }

    pub async fn close(mut self) {
        match &mut self.tool {
            Tool::Webhand(hand) => hand.close().await,
            Tool::AgentBrowser(tool, _) => tool.close().await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.mcp.close().await,
        }
    }

    /// In what was told of this page, the newest first; where the tool can search, it is asked at last.
    async fn find(&mut self, name: &str) -> Result<String> {
        if let Some(handle) = self.remembered(name) {
            return Ok(handle);
        }
        if let Tool::Webhand(hand) = &mut self.tool {
            let told = hand.call("find", json!({"text": name})).await?;
            self.keep(told);
        }
        self.remembered(name).with_context(|| format!("{name:?} was not shown"))
    }

    fn remembered(&self, name: &str) -> Option<String> {
        self.told[self.page_from..].iter().rev().find_map(|told| self.marks.find(told, name))
    }

    /// A tool whose results do not show the page is asked to show it, as its own guide says.
    async fn look_if_needed(&mut self) -> Result<()> {
        let is_first = self.told.len() == self.page_from + 1;
        let shows = |handle: &str| self.told.last().is_some_and(|told| told.contains(handle));
        let told = match &mut self.tool {
            Tool::Webhand(hand) => match hand.look(is_first).await? {
                Some(told) => told,
                None => return Ok(()),
            },
            Tool::AgentBrowser(tool, look) => tool.run(look).await?,
            Tool::ChromeDevtools(_) if shows("uid=") => return Ok(()),
            Tool::Playwright(_) if shows("ref=") => return Ok(()),
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.look().await?,
        };
        self.keep(told);
        Ok(())
    }

    fn keep(&mut self, told: String) {
        self.told.push(told);
    }
}
