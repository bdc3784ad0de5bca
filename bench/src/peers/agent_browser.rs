//! The peer with one command for each action, against a background process.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::timeout;
use webhand_chrome::find_browser;

use crate::json_lines::ANSWERED_WITHIN;

#[derive(Debug)]
pub struct AgentBrowser {
    program: PathBuf,
    browser: PathBuf,
    /// Holds its sockets and state, so that nothing is left in the user's home.
    home: TempDir,
    background: Option<u32>,
}

impl AgentBrowser {
    /// Its own browser, 1280 by 720 pixels.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(peers: &Path) -> Result<Self> {
        let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
        let system = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
        let program = peers.join(format!("node_modules/agent-browser/bin/agent-browser-{system}-{architecture}"));
        let home = tempfile::Builder::new().prefix("ab").tempdir()?;
        let mut tool = Self { program, browser: find_browser(None)?, home, background: None };
        tool.run(&["open", "about:blank"]).await?;
        tool.background = tool.find_background();
        tool.run(&["set", "viewport", "1280", "720"]).await?;
        Ok(tool)
    }

    /// The output of one command.
    ///
    /// # Errors
    /// When it fails or takes too long.
    pub async fn run(&self, arguments: &[&str]) -> Result<String> {
        let command = Command::new(&self.program)
            .args(arguments)
            .env("HOME", self.home.path())
            .env("AGENT_BROWSER_SOCKET_DIR", self.home.path())
            .env("AGENT_BROWSER_EXECUTABLE_PATH", &self.browser)
            .env("AGENT_BROWSER_ARGS", "--no-sandbox")
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output();
        let output = timeout(ANSWERED_WITHIN, command).await.context("no answer in time")??;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), "{arguments:?}: {text} {}", String::from_utf8_lossy(&output.stderr));
        Ok(text)
    }

    /// The process in the background.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.background
    }

    pub async fn close(&mut self) {
        let _ = timeout(CLOSED_WITHIN, self.run(&["close"])).await;
    }

    fn find_background(&self) -> Option<u32> {
        let files = std::fs::read_dir(self.home.path()).ok()?.flatten();
        let file = files.map(|file| file.path()).find(|path| path.extension().is_some_and(|end| end == "pid"))?;
        std::fs::read_to_string(file).ok()?.trim().parse().ok()
    }
}

const CLOSED_WITHIN: Duration = Duration::from_secs(20);
