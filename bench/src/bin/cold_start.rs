//! From process start to the first snapshot, beside what the bare browser takes to answer its first call.
//!
//! Both are measured in turn in the same run, so that what else the machine does hits both alike.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use webhand_bench::{median, print, release_binary, tenth};
use webhand_chrome::{Launch, find_browser};

const ROUNDS: usize = 15;
/// The most webhand may add.
const MOST_MS: f64 = 150.0;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let binary = release_binary()?;
    let site = Site::start(&binary)?;
    let (mut bare, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(bare_browser().await?);
        whole.push(first_snapshot(&binary, &site.url)?);
    }
    let added = median(whole.clone()) - median(bare.clone());
    print(&json!({
        "bench": "cold_start",
        "rounds": ROUNDS,
        "bare_browser_first_answer_ms": tenth(median(bare)),
        "webhand_first_snapshot_ms": tenth(median(whole)),
        "added_ms": tenth(added),
        "most_added_ms": MOST_MS,
        "met": added <= MOST_MS,
    }))
}

/// Start of the process to the answer to its first call.
async fn bare_browser() -> Result<f64> {
    let profile = tempfile::tempdir()?;
    let program = find_browser(None)?;
    let began = Instant::now();
    let browser = Launch::headless(program, profile.path().to_owned()).start().await?;
    let took = began.elapsed().as_secs_f64() * 1e3;
    browser.close().await;
    Ok(took)
}

/// Start of webhand to the line that says what it saw.
fn first_snapshot(binary: &Path, url: &str) -> Result<f64> {
    let home = tempfile::tempdir()?;
    let began = Instant::now();
    let mut child = Command::new(binary)
        .args(["--data-dir"])
        .arg(home.path())
        .args(["run", "tell me what this page says", "--url", url, "--json", "--no-report"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let lines = BufReader::new(child.stdout.take().context("piped")?).lines();
    let mut took = None;
    for line in lines {
        let event: Value = serde_json::from_str(&line?)?;
        if took.is_none() && event.pointer("/what/input/input/observed").is_some() {
            took = Some(began.elapsed().as_secs_f64() * 1e3);
        }
    }
    child.wait()?;
    took.context("webhand never said what it saw")
}

/// The built-in site, served by webhand itself in another process.
struct Site {
    process: std::process::Child,
    url: String,
}

impl Site {
    fn start(binary: &Path) -> Result<Self> {
        let mut process = Command::new(binary).arg("site").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("piped")?).read_line(&mut line)?;
        let Some(url) = line.split_whitespace().find(|word| word.starts_with("http://")) else {
            bail!("the site did not say its address: {line}");
        };
        Ok(Self { process, url: format!("{}/contact", url.trim_end_matches('/')) })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
