//! How soon an action's own answer reports its effect: the page records when the effect was there, and the delay is the
//! time from then until the answer arrived.

mod busy;
mod cases;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::Path;
use axum::response::Html;
use axum::routing::get;
use clap::Parser;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::{median, print, round_to_tenth};

use crate::cases::{Case, Required, SCRIPT, all_cases};

/// How soon an action's own answer tells of its effect.
#[derive(Parser)]
struct Options {
    /// How often each page is acted on.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// Only the cases whose names begin so.
    #[arg(long)]
    only: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Options { rounds, only } = Options::parse();
    let cases: Arc<[Case]> = all_cases().into();
    let port = serve(Arc::clone(&cases)).await?;
    let mut hand = BenchBrowser::start().await?;
    let mut results = Map::new();
    for case in cases.iter().filter(|case| only.as_deref().is_none_or(|only| case.name.starts_with(only))) {
        let mut measured = Vec::new();
        for _ in 0..rounds {
            measured.push(round(&mut hand, port, case).await.with_context(|| case.name.clone())?);
        }
        results.insert(case.name.clone().into_owned(), summary(case, &measured));
    }
    hand.close().await;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let met = results.values().all(|case| case["met"] != json!(false));
    print(&json!({ "bench": "action", "rounds": rounds, "load": load.trim(), "met": met, "cases": results }))
}

/// The figures of one round.
struct Sample {
    in_return: bool,
    late_ms: f64,
    returned_ms: f64,
}

async fn round(hand: &mut BenchBrowser, port: u16, case: &Case) -> Result<Sample> {
    hand.open(&format!("http://127.0.0.1:{port}/page/{}", case.name)).await?;
    hand.look().await?;
    let page = hand.page().context("was just looked at")?;
    let found = page.nodes.iter().find(|node| node.name == case.on).and_then(|node| node.target);
    let mut arguments = (case.arguments)();
    arguments["ref"] = json!(found.with_context(|| format!("no {:?} on the page", case.on))?.to_string());
    let began = Instant::now();
    let told = hand.call(case.action, &arguments).await?;
    let returned_ms = began.elapsed().as_secs_f64() * 1e3;
    let now_ms = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs_f64() * 1e3;
    let stamp = hand.evaluate("window.stamp ?? 0").await?.as_f64().unwrap_or_default();
    let late_ms = if stamp > 0.0 { now_ms - stamp } else { f64::NAN };
    Ok(Sample { in_return: told.contains(case.effect), late_ms, returned_ms })
}

fn summary(case: &Case, measured: &[Sample]) -> Value {
    let late: Vec<f64> = measured.iter().map(|one| one.late_ms).collect();
    let returned: Vec<f64> = measured.iter().map(|one| one.returned_ms).collect();
    let in_return = measured.iter().filter(|one| one.in_return).count();
    let met = match case.required {
        Required::Effect => Some(in_return == measured.len() && median(late.clone()) <= case.most_late_ms),
        Required::Within(most) => Some(returned.iter().all(|ms| *ms <= f64::from(most))),
        Required::Nothing => None,
    };
    json!({
        "in_return": in_return, "of": measured.len(),
        "late_ms": round_to_tenth(median(late.clone())), "late_ms_p90": round_to_tenth(percentile_90(late.clone())),
        "most_late_ms": case.most_late_ms,
        "returned_ms": round_to_tenth(median(returned.clone())), "returned_ms_p90": round_to_tenth(percentile_90(returned)),
        "met": met,
    })
}

fn percentile_90(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * 9 / 10).copied().unwrap_or(f64::NAN)
}

/// `/page/NAME`, and `/answer/MS` with ten results after so many milliseconds.
async fn serve(cases: Arc<[Case]>) -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let page = async move |Path(name): Path<String>| {
        let case = cases.iter().find(|case| case.name == name);
        Html(case.map(|case| format!("<!doctype html><title>{name}</title>{SCRIPT}{}", case.body)).unwrap_or_default())
    };
    let answer = |Path(ms): Path<u64>| async move {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        let results: Vec<_> = (0..10).map(|at| format!("<li><a href=#{at}>Result {at:02}</a></li>")).collect();
        results.concat()
    };
    let router = Router::new().route("/page/{name}", get(page)).route("/answer/{ms}", get(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}
