//! A client of the Model Context Protocol, over the standard input and output of a server it starts.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;

use crate::lines::Talker;

/// A server that runs and has been greeted.
#[derive(Debug)]
pub struct Mcp {
    server: Talker,
}

impl Mcp {
    /// # Errors
    /// When the server does not start or does not answer.
    pub async fn start(mut command: Command) -> Result<Self> {
        let mut server = Talker::start(&mut command)?;
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
        let params = json!({"name": name, "arguments": arguments});
        let answer = self.ask("tools/call", params).await?;
        let parts = answer["content"].as_array().context("no content")?;
        let text: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        if answer["isError"] == json!(true) {
            bail!("{name}: {}", text.join("\n"));
        }
        Ok(text.join("\n"))
    }

    /// What a model is given to know the tools by.
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

    async fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        let mut answer = self.server.ask(json!({"jsonrpc": "2.0", "method": method, "params": params})).await?;
        if let Some(error) = answer.get("error") {
            bail!("{method}: {error}");
        }
        Ok(answer["result"].take())
    }
}
