//! The steps as calls of webhand's MCP server, and as verbs.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_bench::mcp_client::McpClient;
use webhand_bench::verbs::VerbRunner;

use crate::steps::Step;

/// When the page is looked at again: results report changes, so one look at each page is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookPolicy {
    WhenNeeded,
    Always,
}

#[derive(Debug)]
pub struct WebhandAgent {
    verbs: VerbRunner,
    /// The MCP server, if that interface is used.
    mcp: Option<McpClient>,
    looks: LookPolicy,
}

impl WebhandAgent {
    pub async fn mcp(verbs: VerbRunner, looks: LookPolicy) -> Result<Self> {
        let mut command = verbs.command();
        command.args(["mcp", "--allow", "localhost"]);
        let mcp = McpClient::start(command).await?;
        Ok(Self { verbs, mcp: Some(mcp), looks })
    }

    pub fn verbs(verbs: VerbRunner) -> Self {
        Self { verbs, mcp: None, looks: LookPolicy::WhenNeeded }
    }

    pub async fn definitions(&mut self) -> Result<String> {
        match &mut self.mcp {
            Some(mcp) => mcp.definitions().await,
            None => self.verbs.run(&["skill"]).await,
        }
    }

    pub async fn open(&mut self, url: &str) -> Result<String> {
        self.call("open", json!({"url": url})).await
    }

    pub async fn look(&mut self, is_first: bool) -> Result<Option<String>> {
        Ok(match self.looks {
            _ if is_first => Some(self.call("snapshot", json!({})).await?),
            LookPolicy::WhenNeeded => None,
            LookPolicy::Always => Some(self.call("snapshot", json!({"delta": true})).await?),
        })
    }

    pub async fn step(&mut self, step: Step, handle: &str) -> Result<String> {
        let (name, arguments) = match step {
            Step::Open(page) => ("open", json!({"url": page})),
            Step::Click(_) => ("click", json!({"ref": handle})),
            Step::Tick(_) => ("check", json!({"ref": handle})),
            Step::Fill(_, value) => ("fill", json!({"ref": handle, "value": value})),
            Step::Choose(_, value) => ("select", json!({"ref": handle, "value": value})),
            Step::Scroll => ("scroll", json!({"direction": "down"})),
            Step::Back => ("back", json!({})),
        };
        self.call(name, arguments).await
    }

    pub async fn call(&mut self, name: &str, arguments: Value) -> Result<String> {
        if let Some(mcp) = &mut self.mcp {
            return mcp.call(name, arguments).await;
        }
        let words = words(name, &arguments).context("no such verb")?;
        self.verbs.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).await
    }

    pub async fn close(&mut self) {
        match &mut self.mcp {
            Some(mcp) => mcp.close().await,
            None => self.verbs.close().await,
        }
    }
}

/// The values in the order of the catalogue, which is that of every step here; terms of the session go with its first verb.
fn words(name: &str, arguments: &Value) -> Option<Vec<String>> {
    let written = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut words = vec![name.to_owned()];
    words.extend(arguments.as_object()?.values().map(written));
    if name == "open" {
        words.extend(["--allow", "localhost"].map(str::to_owned));
    }
    Some(words)
}
