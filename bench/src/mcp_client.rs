//! A client of the Model Context Protocol, over the standard input and output of a server it starts.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;

use crate::json_lines::JsonLinesProcess;

/// A running server, after `initialize`.
#[derive(Debug)]
pub struct McpClient {
    server: JsonLinesProcess,
}

impl McpClient {
    /// # Errors
    /// When the server does not start or does not answer.
    pub async fn start(mut command: Command) -> Result<Self> {
        let mut server = JsonLinesProcess::start(&mut command)?;
        let client = json!({"name": "webhand-bench", "version": "0"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        server.ask(json!({"jsonrpc": "2.0", "method": "initialize", "params": hello})).await?;
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(Self { server })
    }

    /// The text parts of the result of a tool, as a model would read them.
    ///
    /// # Errors
    /// When the tool fails; the text says why.
    pub async fn call(&mut self, name: &str, arguments: Value) -> Result<String> {
        text(&self.result(name, arguments).await?)
    }

    /// The value of a script in the page.
    ///
    /// # Errors
    /// When it throws.
    pub async fn evaluate(&mut self, script: &str) -> Result<Value> {
        let mut result = self.result("eval", json!({"script": script})).await?;
        Ok(result["structuredContent"]["value"].take())
    }

    /// The tool definitions that a model is given.
    ///
    /// # Errors
    /// When the server does not list them.
    pub async fn definitions(&mut self) -> Result<String> {
        Ok(self.ask("tools/list", json!({})).await?["tools"].to_string())
    }

    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.server.process()
    }

    pub async fn close(&mut self) {
        self.server.close().await;
    }

    /// The result of a tool that must succeed.
    async fn result(&mut self, name: &str, arguments: Value) -> Result<Value> {
        let result = self.ask("tools/call", json!({"name": name, "arguments": arguments})).await?;
        if result["isError"] == json!(true) {
            bail!("{name}: {}", text(&result)?);
        }
        Ok(result)
    }

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        let mut answer = self.server.ask(json!({"jsonrpc": "2.0", "method": method, "params": params})).await?;
        if let Some(error) = answer.get("error") {
            bail!("{method}: {error}");
        }
        Ok(answer["result"].take())
    }
}

fn text(result: &Value) -> Result<String> {
    let parts = result["content"].as_array().context("no content")?;
    Ok(parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n"))
}
