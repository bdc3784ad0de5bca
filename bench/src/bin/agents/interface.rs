//! The interfaces through which an agent can use a browser: each does a step and keeps its results.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_bench::handles::HandleStyle;
use webhand_bench::peers::agent_browser::AgentBrowser;
use webhand_bench::peers::server::PeerServer;
use webhand_bench::verbs::VerbRunner;

use crate::peer::{agent_browser, chrome_devtools, playwright};
use crate::steps::Step;
use crate::webhand::{LookPolicy, WebhandAgent};

/// An agent's interface to the browser, and how it looks again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    WebhandMcp,
    /// With a look at the changes after every step, although the results report them.
    WebhandMcpLooking,
    WebhandVerbs,
    AgentBrowserDelta,
    AgentBrowser,
    ChromeDevtoolsMcp,
    PlaywrightMcp,
}

impl Interface {
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

    pub async fn start(self, paths: &ProgramPaths) -> Result<Agent> {
        let peers = || paths.peers.as_ref().context("the peers are not installed");
        let verbs = || VerbRunner::new(paths.webhand.clone());
        let (tool, marks) = match self {
            Self::WebhandMcp => {
                (Tool::Webhand(WebhandAgent::mcp(verbs()?, LookPolicy::WhenNeeded).await?), HandleStyle::Webhand)
            }
            Self::WebhandMcpLooking => {
                (Tool::Webhand(WebhandAgent::mcp(verbs()?, LookPolicy::Always).await?), HandleStyle::Webhand)
            }
            Self::WebhandVerbs => (Tool::Webhand(WebhandAgent::verbs(verbs()?)), HandleStyle::Webhand),
            Self::AgentBrowserDelta => {
                let look = &["snapshot", "-i", "--delta"];
                (Tool::AgentBrowser(AgentBrowser::start(peers()?).await?, look), HandleStyle::Ref)
            }
            Self::AgentBrowser => {
                (Tool::AgentBrowser(AgentBrowser::start(peers()?).await?, &["snapshot", "-i"]), HandleStyle::Ref)
            }
            Self::ChromeDevtoolsMcp => {
                (Tool::ChromeDevtools(PeerServer::chrome_devtools(peers()?).await?), HandleStyle::Uid)
            }
            Self::PlaywrightMcp => (Tool::Playwright(PeerServer::playwright(peers()?).await?), HandleStyle::Ref),
        };
        Ok(Agent { tool, marks, results: Vec::new(), page_from: 0 })
    }
}

/// Paths of the measured programs.
#[derive(Debug)]
pub struct ProgramPaths {
    pub webhand: PathBuf,
    pub peers: Option<PathBuf>,
}

#[derive(Debug)]
enum Tool {
    Webhand(WebhandAgent),
    AgentBrowser(AgentBrowser, &'static [&'static str]),
    ChromeDevtools(PeerServer),
    Playwright(PeerServer),
}

/// An agent at work, which remembers every result.
#[derive(Debug)]
pub struct Agent {
    tool: Tool,
    marks: HandleStyle,
    /// Every result, in its order.
    pub results: Vec<String>,
    /// Index of the first result about the open page.
    page_from: usize,
}

impl Agent {
    /// The tool definitions or guide that a model gets before the first call.
    pub async fn definitions(&mut self) -> Result<String> {
        match &mut self.tool {
            Tool::Webhand(webhand) => webhand.definitions().await,
            Tool::AgentBrowser(tool, _) => tool.run(&["skills", "get", "core"]).await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.mcp.definitions().await,
        }
    }

    pub async fn open(&mut self, url: &str) -> Result<()> {
        self.page_from = self.results.len();
        let result = match &mut self.tool {
            Tool::Webhand(webhand) => webhand.open(url).await,
            Tool::AgentBrowser(tool, _) => tool.run(&["open", url]).await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.open(url).await,
        }?;
        self.record(result);
        self.look_if_needed().await
    }

    pub async fn step(&mut self, step: Step) -> Result<()> {
        let handle = match step {
            Step::Click(name) | Step::Tick(name) | Step::Fill(name, _) | Step::Choose(name, _) => {
                self.find(name).await?
            }
            Step::Open(_) | Step::Scroll | Step::Back => String::new(),
        };
        let result = match &mut self.tool {
            Tool::Webhand(webhand) => webhand.step(step, &handle).await,
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
        self.record(result);
        self.look_if_needed().await
    }

    pub async fn close(mut self) {
        match &mut self.tool {
            Tool::Webhand(webhand) => webhand.close().await,
            Tool::AgentBrowser(tool, _) => tool.close().await,
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.mcp.close().await,
        }
    }

    /// Searches the results about this page, the newest first; then asks the tool, if it can search.
    async fn find(&mut self, name: &str) -> Result<String> {
        if let Some(handle) = self.find_in_results(name) {
            return Ok(handle);
        }
        if let Tool::Webhand(webhand) = &mut self.tool {
            let result = webhand.call("find", json!({"text": name})).await?;
            self.record(result);
        }
        self.find_in_results(name).with_context(|| format!("{name:?} was not shown"))
    }

    fn find_in_results(&self, name: &str) -> Option<String> {
        self.results[self.page_from..].iter().rev().find_map(|result| self.marks.find(result, name))
    }

    /// A tool whose results do not show the page is asked to show it, as its own guide says.
    async fn look_if_needed(&mut self) -> Result<()> {
        let is_first = self.results.len() == self.page_from + 1;
        let shows = |handle: &str| self.results.last().is_some_and(|result| result.contains(handle));
        let result = match &mut self.tool {
            Tool::Webhand(webhand) => match webhand.look(is_first).await? {
                Some(result) => result,
                None => return Ok(()),
            },
            Tool::AgentBrowser(tool, look) => tool.run(look).await?,
            Tool::ChromeDevtools(_) if shows("uid=") => return Ok(()),
            Tool::Playwright(_) if shows("ref=") => return Ok(()),
            Tool::ChromeDevtools(server) | Tool::Playwright(server) => server.look().await?,
        };
        self.record(result);
        Ok(())
    }

    fn record(&mut self, result: String) {
        self.results.push(result);
    }
}
