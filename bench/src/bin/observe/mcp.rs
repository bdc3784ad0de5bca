//! Peers that are servers of the Model Context Protocol, spoken to over their standard input and output.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;
use webhand_chrome::find_browser;

use crate::lines::Talker;

pub struct Mcp {
    server: Talker,
    tools: Tools,
}

/// What a server calls the three things that are needed of it.
struct Tools {
    open: (&'static str, fn(&str) -> Value),
    look: &'static str,
    evaluate: &'static str,
    /// Arguments of every call.
    common: Value,
}

impl Mcp {
    pub async fn playwright(peers: &Path) -> Result<Self> {
        let mut command = Command::new("node");
        command.arg(peers.join("node_modules/@playwright/mcp/cli.js"));
        command.arg("--executable-path").arg(find_browser(None)?);
        command.args(["--headless", "--no-sandbox", "--isolated", "--viewport-size", "1280,720"]);
        command.arg("--output-dir").arg(peers.join("playwright-output"));
        let open: (_, fn(&str) -> Value) = ("browser_navigate", |url| json!({"url": url}));
        let tools = Tools { open, look: "browser_snapshot", evaluate: "browser_evaluate", common: json!({}) };
        Self::start(command, tools).await
    }

    pub async fn chrome_devtools(peers: &Path) -> Result<Self> {
        let mut command = Command::new("node");
        command.arg(peers.join("node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"));
        command.arg("--executablePath").arg(find_browser(None)?);
        command.args(["--headless", "--isolated", "--no-usage-statistics", "--no-performance-crux"]);
        command.args(["--viewport", "1280x720", "--chromeArg=--no-sandbox"]);
        let open: (_, fn(&str) -> Value) = ("navigate_page", |url| json!({"type": "url", "url": url}));
        let common = json!({"pageId": 1});
        let tools = Tools { open, look: "take_snapshot", evaluate: "evaluate_script", common };
        Self::start(command, tools).await
    }

    async fn start(mut command: Command, tools: Tools) -> Result<Self> {
        let mut server = Talker::start(&mut command)?;
        let client = json!({"name": "webhand-bench", "version": "0"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        server.ask(json!({"jsonrpc": "2.0", "method": "initialize", "params": hello})).await?;
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(Self { server, tools })
    }

    pub async fn open(&mut self, url: &str) -> Result<()> {
        let (name, arguments) = self.tools.open;
        self.call(name, arguments(url)).await.map(drop)
    }

    pub async fn look(&mut self) -> Result<String> {
        self.call(self.tools.look, json!({})).await
    }

    pub async fn evaluate(&mut self, script: &str) -> Result<String> {
        self.call(self.tools.evaluate, json!({"function": format!("() => ({script})")})).await
    }

    pub fn process(&self) -> Option<u32> {
        self.server.process()
    }

    pub async fn close(&mut self) {
        self.server.close().await;
    }

    /// The text parts of the result, as a model would read them.
    async fn call(&mut self, name: &str, mut arguments: Value) -> Result<String> {
        let common = self.tools.common.as_object().cloned().unwrap_or_default();
        arguments.as_object_mut().context("an object")?.extend(common);
        let params = json!({"name": name, "arguments": arguments});
        let answer = self.server.ask(json!({"jsonrpc": "2.0", "method": "tools/call", "params": params})).await?;
        if let Some(error) = answer.get("error") {
            bail!("{name}: {error}");
        }
        let parts = answer.pointer("/result/content").and_then(Value::as_array).context("no content")?;
        let text: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        if answer.pointer("/result/isError") == Some(&json!(true)) {
            bail!("{name}: {}", text.join("\n"));
        }
        Ok(text.join("\n"))
    }
}
