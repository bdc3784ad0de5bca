//! The cost of the egress gate, and what the browser sends by itself.
//!
//! Pages are loaded in two contexts of one browser in turn: one goes through the gate, the other connects directly, so
//! that other load on the machine affects both alike. For the second part the browser stands idle behind a proxy that
//! records what would leave this machine.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use webhand_bench::site::Site;
use webhand_bench::{median, print, round_to_tenth};
use webhand_cdp::{Client, Filter, Session};
use webhand_chrome::{Launch, RunningBrowser, UpstreamProxy, find_browser};
use webhand_guard::NetworkPolicy;
use webhand_model::OriginPattern;

const ROUNDS: usize = 30;
const RESOURCES: usize = 200;
/// The most that a load through the gate may take, as a multiple of a direct one.
const MOST_LOAD_RATIO: f64 = 1.25;
const WITHIN: Duration = Duration::from_mins(1);
const IDLE_FOR: Duration = Duration::from_secs(20);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let site = Site::serve(|_| pages()).await?;
    let profile = tempfile::tempdir()?;
    let running = start(&profile, UpstreamProxy::default()).await?;
    let gated = open_tab(running.client(), None).await?;
    let direct = open_tab(running.client(), Some("direct://")).await?;
    let [mut gated_ms, mut direct_ms, mut gated_fetch, mut direct_fetch] = [const { Vec::new() }; 4];
    // The first loads of each warm up its processes.
    for tab in [&gated, &direct] {
        load(tab, &site.url("/many")).await?;
    }
    for round in 0..ROUNDS {
        let mut pairs = [(&gated, &mut gated_ms, &mut gated_fetch), (&direct, &mut direct_ms, &mut direct_fetch)];
        if round % 2 == 1 {
            pairs.reverse();
        }
        for (tab, loads, fetches) in pairs {
            loads.push(load(tab, &site.url("/many")).await?);
            fetches.push(fetch(tab).await?);
        }
    }
    running.close().await;
    let own_traffic = own_traffic().await?;
    let ratio = median(gated_ms.clone()) / median(direct_ms.clone());
    print(&json!({
        "bench": "egress",
        "rounds": ROUNDS,
        "resources": RESOURCES,
        "load_ms": {"gate": summary(&gated_ms), "direct": summary(&direct_ms)},
        "load_ratio": (ratio * 100.0).round() / 100.0,
        "most_load_ratio": MOST_LOAD_RATIO,
        "fetch_ms": {"gate": summary(&gated_fetch), "direct": summary(&direct_fetch)},
        "idle_seconds": IDLE_FOR.as_secs(),
        "sent_by_the_idle_browser": own_traffic,
        "met": {"load": ratio <= MOST_LOAD_RATIO, "nothing_sent_by_itself": own_traffic.is_empty()},
    }))
}

fn pages() -> Vec<(String, String)> {
    let scripts: Vec<_> = (0..RESOURCES).map(|number| format!("<script src=/part/{number}></script>")).collect();
    let many = ("/many".to_owned(), format!("<h1>Many</h1>{}", scripts.concat()));
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
    call(&session, "Network.enable", json!({})).await?;
    call(&session, "Network.setCacheDisabled", json!({"cacheDisabled": true})).await?;
    Ok(session)
}

async fn load(tab: &Session, url: &str) -> Result<f64> {
    let mut loaded = tab.events(Filter::Methods(&["Page.loadEventFired"]));
    let began = Instant::now();
    let navigated = call(tab, "Page.navigate", json!({"url": url})).await?;
    anyhow::ensure!(navigated.get("errorText").is_none(), "{navigated}");
    tokio::time::timeout(WITHIN, loaded.next()).await?.context("the page was not loaded")?;
    Ok(began.elapsed().as_secs_f64() * 1e3)
}

async fn fetch(tab: &Session) -> Result<f64> {
    let script = "(async () => { const began = performance.now(); await (await fetch('/part/1?' + began)).text(); return performance.now() - began })()";
    let call_it = json!({"expression": script, "awaitPromise": true, "returnByValue": true});
    let answer = call(tab, "Runtime.evaluate", call_it).await?;
    answer.pointer("/result/value").and_then(Value::as_f64).context("a time")
}

async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    Ok(serde_json::from_str(session.call_raw(method, &params, WITHIN).await?.get())?)
}

fn summary(times: &[f64]) -> Value {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: usize| sorted.get(sorted.len() * part / 10).copied().map_or(0.0, round_to_tenth);
    json!({"median": round_to_tenth(median(times.to_vec())), "p10": at(1), "p90": at(9)})
}

/// The request lines that leave while nobody uses the browser.
async fn own_traffic() -> Result<BTreeSet<String>> {
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
    tokio::time::sleep(IDLE_FOR).await;
    running.close().await;
    Ok(std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner)))
}
