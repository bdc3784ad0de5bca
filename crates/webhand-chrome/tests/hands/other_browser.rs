//! A browser that a person started with a debugging port.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_cdp::Session;
use webhand_chrome::{Chrome, Endpoint, Options, find_browser};

pub struct OtherBrowser {
    process: Child,
    address: String,
}

impl OtherBrowser {
    pub fn start(profile: &Path) -> Result<Self> {
        let mut process = Command::new(find_browser(None)?)
            .args(["--headless=new", "--no-sandbox", "--no-first-run", "--site-per-process"])
            .args(["--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let errors = process.stderr.take().context("no error output")?;
        let mut lines = BufReader::new(errors).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned));
        // A full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { process, address: address.context("the browser did not start")? })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The addresses of its tabs, as another tool sees them.
    pub async fn tabs(&self) -> Result<Vec<String>> {
        let chrome = Chrome::attach_empty(&Endpoint::parse(&self.address)?, Options::default()).await?;
        let session: Session = chrome.browser_session().context("no session")?;
        let listed = session.call_raw("Target.getTargets", &json!({}), Duration::from_mins(1)).await?;
        let listed: Value = serde_json::from_str(listed.get())?;
        let targets = listed["targetInfos"].as_array().cloned().unwrap_or_default();
        let pages = targets.iter().filter(|target| target["type"] == "page");
        Ok(pages.filter_map(|page| page["url"].as_str().map(str::to_owned)).collect())
    }
}

impl Drop for OtherBrowser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
