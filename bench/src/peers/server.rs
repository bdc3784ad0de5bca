//! The peers that are servers of the Model Context Protocol.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::process::Command;
use webhand_chrome::find_browser;

use crate::mcp_client::McpClient;

/// A running server, with its own browser of 1280 by 720 pixels.
#[derive(Debug)]
pub struct PeerServer {
    pub mcp: McpClient,
    words: ToolNames,
}

/// The names of the three tools that the bench needs.
#[derive(Debug)]
struct ToolNames {
    open: (&'static str, fn(&str) -> Value),
    look: &'static str,
    evaluate: &'static str,
    /// Arguments of every call.
    common: Value,
}

impl PeerServer {
    /// # Errors
    /// When it does not start.
    pub async fn playwright(peers: &Path) -> Result<Self> {
        let mut command = Command::new("node");
        command.arg(peers.join("node_modules/@playwright/mcp/cli.js"));
        command.arg("--executable-path").arg(find_browser(None)?);
        command.args(["--headless", "--no-sandbox", "--isolated", "--viewport-size", "1280,720"]);
        command.arg("--output-dir").arg(peers.join("playwright-output"));
        let open: (_, fn(&str) -> Value) = ("browser_navigate", |url| json!({"url": url}));
        let words = ToolNames { open, look: "browser_snapshot", evaluate: "browser_evaluate", common: json!({}) };
        Ok(Self { mcp: McpClient::start(command).await?, words })
    }

    /// # Errors
    /// When it does not start.
    pub async fn chrome_devtools(peers: &Path) -> Result<Self> {
        let mut command = Command::new("node");
        command.arg(peers.join("node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"));
        command.arg("--executablePath").arg(find_browser(None)?);
        command.args(["--headless", "--isolated", "--no-usage-statistics", "--no-performance-crux"]);
        command.args(["--viewport", "1280x720", "--chromeArg=--no-sandbox"]);
        let open: (_, fn(&str) -> Value) = ("navigate_page", |url| json!({"type": "url", "url": url}));
        let words =
            ToolNames { open, look: "take_snapshot", evaluate: "evaluate_script", common: json!({"pageId": 1}) };
        Ok(Self { mcp: McpClient::start(command).await?, words })
    }

    /// # Errors
    /// When the address cannot be opened.
    pub async fn open(&mut self, url: &str) -> Result<String> {
        let (name, arguments) = self.words.open;
        self.call(name, arguments(url)).await
    }

    /// # Errors
    /// When the page cannot be looked at.
    pub async fn look(&mut self) -> Result<String> {
        self.call(self.words.look, json!({})).await
    }

    /// # Errors
    /// When the script fails.
    pub async fn evaluate(&mut self, script: &str) -> Result<String> {
        self.call(self.words.evaluate, json!({"function": format!("() => ({script})")})).await
    }

    /// Calls any of its tools, with the arguments that all of them need.
    ///
    /// # Errors
    /// When the tool fails.
    pub async fn call(&mut self, name: &str, mut arguments: Value) -> Result<String> {
        let common = self.words.common.as_object().cloned().unwrap_or_default();
        arguments.as_object_mut().context("an object")?.extend(common);
        self.mcp.call(name, arguments).await
    }
}
