//! The cost of the egress gate and of interception, and what the browser sends by itself.
//!
//! One page with 200 scripts is loaded in turn in a bare browser, behind the gate, in webhand before a run has touched
//! anything and in webhand after a touch, so that other load on the machine affects all alike. The page itself tells how
//! long its load took. For the second part the browser stands idle behind a proxy that records what would leave this
//! machine.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::site::Site;
use webhand_bench::{median, percentile_90, print, round_to_tenth, usage};
use webhand_cdp::{Client, Filter, Session};
use webhand_chrome::{Launch, RunningBrowser, UpstreamProxy, find_browser};
use webhand_guard::NetworkPolicy;
use webhand_model::OriginPattern;

/// The cost of the gate and of interception.
#[derive(Parser)]
struct Options {
    #[arg(long, default_value_t = 30)]
    rounds: usize,
    /// How long the browser stands idle.
    #[arg(long, default_value_t = 60)]
    idle_seconds: u64,
}

const RESOURCES: usize = 200;
/// The most that a load in webhand may take before a touch, as a multiple of the bare browser's.
const MOST_LOAD_RATIO: f64 = 1.25;
const WITHIN: Duration = Duration::from_mins(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let Options { rounds, idle_seconds } = Options::parse();
    let site = Site::serve(|_| pages()).await?;
    let profile = tempfile::tempdir()?;
    let running = start(&profile, UpstreamProxy::default()).await?;
    let bare = open_tab(running.client(), Some("direct://")).await?;
    let gated = open_tab(running.client(), None).await?;
    let mut untouched = BenchBrowser::start_for_outside_agent(|_| {}).await?;
    let mut touched = BenchBrowser::start_for_outside_agent(|_| {}).await?;
    touched.open(&site.url("/")).await?;
    touched.call("press", &json!({"key": "Tab"})).await?;
    let [mut bare_ms, mut gated_ms, mut untouched_ms, mut touched_ms] = [const { Vec::new() }; 4];
    // The first round warms up the processes.
    for round in 0..=rounds {
        let mut turns = [0, 1, 2, 3];
        turns.rotate_left(round % 4);
        for turn in turns {
            let (took, into) = match turn {
                0 => (load(&bare, &site.url("/")).await?, &mut bare_ms),
                1 => (load(&gated, &site.url("/")).await?, &mut gated_ms),
                2 => (load_in(&mut untouched, &site.url("/")).await?, &mut untouched_ms),
                _ => (load_in(&mut touched, &site.url("/")).await?, &mut touched_ms),
            };
            if round > 0 {
                into.push(took);
            }
        }
    }
    running.close().await;
    untouched.close().await;
    touched.close().await;
    let own_traffic = own_traffic(Duration::from_secs(idle_seconds)).await?;
    let unit = median(bare_ms.clone());
    let ratio = |times: &[f64]| (median(times.to_vec()) / unit * 100.0).round() / 100.0;
    print(&json!({
        "bench": "egress",
        "rounds": rounds,
        "load": usage::load(),
        "resources": RESOURCES,
        "load_ms": {
            "bare": summary(&bare_ms), "gate": summary(&gated_ms), "webhand_before_touch": summary(&untouched_ms),
            "webhand_after_touch": summary(&touched_ms),
        },
        "times_the_bare_browser": {
            "gate": ratio(&gated_ms), "webhand_before_touch": ratio(&untouched_ms),
            "webhand_after_touch": ratio(&touched_ms),
        },
        "most_before_touch": MOST_LOAD_RATIO,
        "idle_seconds": idle_seconds,
        "sent_by_the_idle_browser": own_traffic,
        "met": {"load": ratio(&untouched_ms) <= MOST_LOAD_RATIO, "nothing_sent_by_itself": own_traffic.is_empty()},
    }))
}

fn pages() -> Vec<(String, String)> {
    let scripts: Vec<_> = (0..RESOURCES).map(|number| format!("<script src=/part/{number}></script>")).collect();
    let many = ("/".to_owned(), format!("<h1>Many</h1>{}", scripts.concat()));
    let part = |number| (format!("/part/{number}"), format!("// {}", "x".repeat(2_000)));
    std::iter::once(many).chain((0..RESOURCES).map(part)).collect()
}

async fn start(profile: &tempfile::TempDir, proxy: UpstreamProxy) -> Result<RunningBrowser> {
    let mut launch = Launch::headless(find_browser(None)?, profile.path().to_owned());
    launch.egress.policy = NetworkPolicy::granting(vec![OriginPattern::parse("localhost")?]);
    launch.egress.proxy = proxy;
    Ok(launch.start().await?)
}

/// A tab in a context of its own, with another way to the network if one is named.
async fn open_tab(client: &Client, proxy: Option<&str>) -> Result<Session> {
    let browser = client.browser();
    let context = match proxy {
        Some(proxy) => json!({"proxyServer": proxy, "proxyBypassList": "<-loopback>"}),
        None => json!({}),
    };
    let context = call(&browser, "Target.createBrowserContext", context).await?;
    let target = json!({"url": "about:blank", "browserContextId": context["browserContextId"]});
    let made = call(&browser, "Target.createTarget", target).await?;
    let attached =
        call(&browser, "Target.attachToTarget", json!({"targetId": made["targetId"], "flatten": true})).await?;
    let session = client.session(attached["sessionId"].as_str().context("a session")?.to_owned().into());
    call(&session, "Page.enable", json!({})).await?;
    Ok(session)
}

async fn load(tab: &Session, url: &str) -> Result<f64> {
    let mut loaded = tab.events(Filter::Methods(&["Page.loadEventFired"]));
    let navigated = call(tab, "Page.navigate", json!({"url": url})).await?;
    anyhow::ensure!(navigated.get("errorText").is_none(), "{navigated}");
    tokio::time::timeout(WITHIN, loaded.next()).await?.context("the page was not loaded")?;
    let expression = json!({"expression": LOAD_TIME, "awaitPromise": true, "returnByValue": true});
    let answer = call(tab, "Runtime.evaluate", expression).await?;
    answer.pointer("/result/value").and_then(Value::as_f64).context("a time")
}

async fn load_in(browser: &mut BenchBrowser, url: &str) -> Result<f64> {
    browser.open(url).await?;
    browser.evaluate(LOAD_TIME).await?.as_f64().context("a time")
}

async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    Ok(serde_json::from_str(session.call_raw(method, &params, WITHIN).await?.get())?)
}

fn summary(times: &[f64]) -> Value {
    json!({"median": round_to_tenth(median(times.to_vec())), "p90": round_to_tenth(percentile_90(times.to_vec()))})
}

/// The request lines that leave while nobody uses the browser.
async fn own_traffic(idle: Duration) -> Result<BTreeSet<String>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let named = format!("http://{}", listener.local_addr()?);
    let seen: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let recorded = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut line = String::new();
            if BufReader::new(stream).read_line(&mut line).await.is_ok() {
                recorded.lock().unwrap_or_else(PoisonError::into_inner).insert(line.trim_end().to_owned());
            }
        }
    });
    let profile = tempfile::tempdir()?;
    let proxy = UpstreamProxy::from_environment(&|name| (name == "all_proxy").then(|| named.clone()))?;
    let running = start(&profile, proxy).await?;
    let _tab = call(&running.client().browser(), "Target.createTarget", json!({"url": "about:blank"})).await?;
    tokio::time::sleep(idle).await;
    running.close().await;
    Ok(std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// From the start of the navigation to the end of the load event, in milliseconds.
const LOAD_TIME: &str = "new Promise((done) => {
    const tell = () => { const [load] = performance.getEntriesByType('navigation'); load.loadEventEnd ? done(load.loadEventEnd) : setTimeout(tell, 5) };
    tell();
})";
