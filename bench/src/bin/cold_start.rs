//! From process start to the first snapshot, compared with the bare browser.
//!
//! All figures are measured in turn in the same run, so that other load on the machine affects all alike: the browser's
//! first answer, a page loaded and read in it by protocol calls alone, webhand's first look, and its first look at that
//! page.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use webhand_bench::{median, print, release_binary, round_to_tenth};
use webhand_cdp::{Client, Filter, Received, Session};
use webhand_chrome::{Launch, find_browser};
use webhand_guard::NetworkPolicy;
use webhand_model::OriginPattern;

const ROUNDS: usize = 15;
/// The most webhand may add.
const MOST_MS: f64 = 150.0;
const WITHIN: Duration = Duration::from_secs(20);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let binary = release_binary()?;
    let site = Site::start(&binary)?;
    let [mut answers, mut pages, mut looks, mut visits] = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let (answer, page) = bare_browser(&site.url).await?;
        answers.push(answer);
        pages.push(page);
        looks.push(first_snapshot(&binary, None)?);
        visits.push(first_snapshot(&binary, Some(&site.url))?);
    }
    let [answer, page, look, visit] = [answers, pages, looks, visits].map(median);
    print(&json!({
        "bench": "cold_start",
        "rounds": ROUNDS,
        "bare_browser": {"first_answer_ms": round_to_tenth(answer), "page_loaded_and_read_ms": round_to_tenth(page)},
        "webhand": {"first_snapshot_ms": round_to_tenth(look), "first_snapshot_of_the_page_ms": round_to_tenth(visit)},
        "added_ms": {
            "first_snapshot_over_first_answer": round_to_tenth(look - answer),
            "snapshot_of_the_page_over_first_answer": round_to_tenth(visit - answer),
            "snapshot_of_the_page_over_page_read": round_to_tenth(visit - page),
        },
        "most_added_ms": MOST_MS,
        "met": {
            "first_snapshot_over_first_answer": look - answer <= MOST_MS,
            "snapshot_of_the_page_over_first_answer": visit - answer <= MOST_MS,
            "snapshot_of_the_page_over_page_read": visit - page <= MOST_MS,
        },
    }))
}

/// From the start of the process to its first answer, and to the text of a page in it.
async fn bare_browser(url: &str) -> Result<(f64, f64)> {
    let profile = tempfile::tempdir()?;
    let program = find_browser(None)?;
    let began = Instant::now();
    let mut launch = Launch::headless(program, profile.path().to_owned());
    launch.egress.policy = NetworkPolicy::granting(vec![OriginPattern::parse("localhost")?]);
    let running = launch.start().await?;
    let answered = millis(began);
    read_page(running.client(), url).await?;
    let read = millis(began);
    running.close().await;
    Ok((answered, read))
}

async fn read_page(client: &Client, url: &str) -> Result<()> {
    let made = call(&client.browser(), "Target.createTarget", json!({"url": "about:blank"})).await?;
    let attached =
        call(&client.browser(), "Target.attachToTarget", json!({"targetId": made["targetId"], "flatten": true}))
            .await?;
    let id = attached["sessionId"].as_str().context("a session")?.to_owned();
    let session = client.session(id.into());
    let mut loaded = session.events(Filter::Methods(&["Page.domContentEventFired"]));
    call(&session, "Page.enable", json!({})).await?;
    call(&session, "Page.navigate", json!({"url": url})).await?;
    let event = tokio::time::timeout(WITHIN, loaded.next()).await?.context("the page was not loaded")?;
    if matches!(event, Received::Lost(_)) {
        bail!("events were lost");
    }
    let text = call(&session, "Runtime.evaluate", json!({"expression": "document.body.innerText"})).await?;
    text.pointer("/result/value").and_then(Value::as_str).map(drop).context("the page has no text")
}

async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    Ok(serde_json::from_str(session.call_raw(method, &params, WITHIN).await?.get())?)
}

/// Start of webhand to the line that says what it saw.
fn first_snapshot(binary: &Path, url: Option<&str>) -> Result<f64> {
    let home = tempfile::tempdir()?;
    let began = Instant::now();
    let mut child = Command::new(binary)
        .arg("--data-dir")
        .arg(home.path())
        .args(["run", "tell me what this page says", "--json", "--no-report"])
        .args(url.iter().flat_map(|url| ["--url", url]))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let lines = BufReader::new(child.stdout.take().context("piped")?).lines();
    let mut took = None;
    for line in lines {
        let event: Value = serde_json::from_str(&line?)?;
        if took.is_none() && event.pointer("/what/input/input/observed").is_some() {
            took = Some(millis(began));
        }
    }
    child.wait()?;
    took.context("webhand never said what it saw")
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The built-in site, served by webhand itself in another process.
struct Site {
    process: Child,
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
