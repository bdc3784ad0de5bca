//! An agent's way in: `webhand mcp` in a process of its own, spoken to line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;

/// One client with its server and a home that is gone afterwards.
#[derive(Debug)]
pub struct Agent {
    process: Child,
    write: Option<ChildStdin>,
    read: BufReader<ChildStdout>,
    requests: u32,
    _home: TempDir,
}

impl Agent {
    /// Starts the server and introduces itself. Loopback sites may be used freely, scripts included.
    ///
    /// # Errors
    /// When the server does not start or does not answer.
    pub fn start(program: &Path, options: &[&str]) -> Result<Self> {
        let home = TempDir::new()?;
        let mut process = Command::new(program)
            .args(["mcp", "--allow", "localhost", "--allow-code", "localhost"])
            .args(options)
            .env("WEBHAND_HOME", home.path().join("data"))
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (write, read) = (process.stdin.take(), process.stdout.take().context("it was asked for")?);
        let mut agent = Self { process, write, read: BufReader::new(read), requests: 0, _home: home };
        let client = json!({"name": "webhand-bench", "version": "0"});
        agent.ask("initialize", &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}))?;
        agent.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(agent)
    }

    /// The result of a request.
    ///
    /// # Errors
    /// When the server is gone or answers with an error.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        self.requests += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            if self.read.read_line(&mut line)? == 0 {
                bail!("the server is gone");
            }
            let mut heard: Value = serde_json::from_str(&line)?;
            if heard["id"] == self.requests {
                return heard.get_mut("result").map(Value::take).with_context(|| format!("{method}: {line}"));
            }
        }
    }

    /// The result of a tool, whatever it is.
    ///
    /// # Errors
    /// When the server is gone.
    pub fn tool(&mut self, name: &str, arguments: &Value) -> Result<Value> {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    /// What a tool that must succeed tells.
    ///
    /// # Errors
    /// When it fails; the text says why.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Result<String> {
        let result = self.tool(name, arguments)?;
        let text = result.pointer("/content/0/text").and_then(Value::as_str).context("no text")?;
        if result["isError"] == true {
            bail!("{text}");
        }
        Ok(text.to_owned())
    }

    /// What a script in the page answers.
    ///
    /// # Errors
    /// When it throws.
    pub fn evaluate(&mut self, script: &str) -> Result<Value> {
        let result = self.tool("eval", &json!({"script": script}))?;
        if result["isError"] == true {
            bail!("{}", result["content"]);
        }
        Ok(result.pointer("/structuredContent/value").cloned().unwrap_or_default())
    }

    fn say(&mut self, message: &Value) -> Result<()> {
        Ok(writeln!(self.write.as_mut().context("the server is being left")?, "{message}")?)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // The server ends with its input; its home is deleted after that.
        drop(self.write.take());
        let _ = self.process.wait();
    }
}
