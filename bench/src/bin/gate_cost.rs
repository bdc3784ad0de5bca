//! The time that the egress gate adds to a look, an action and a cold start.
//!
//! Two browsers do the same in turn, one behind the gate and one without it, so that other load on the machine affects
//! both alike. A difference counts only if it is larger than the spread of the pairs.

use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Value, json};
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::site::Site;
use webhand_bench::{median, print, round_to_tenth, usage};

/// The cost of the egress gate.
#[derive(Parser)]
struct Options {
    /// Pairs of looks and of actions.
    #[arg(long, default_value_t = 30)]
    pairs: usize,
    /// Pairs of cold starts.
    #[arg(long, default_value_t = 15)]
    starts: usize,
}

/// The most that a look or an action may take longer.
const MOST_SHARE: f64 = 0.03;
/// The most that a start may take longer, in milliseconds.
const MOST_START_MS: f64 = 10.0;

#[tokio::main]
async fn main() -> Result<()> {
    let Options { pairs, starts } = Options::parse();
    let site = Site::serve(|_| vec![("/".to_owned(), page()), ("/answer".to_owned(), "Answer".to_owned())]).await?;
    let mut browsers = [start(true).await?, start(false).await?];
    let [mut looks, mut actions, mut cold] = [const { Vec::new() }; 3];
    for browser in &mut browsers {
        browser.open(&site.url("/")).await?;
        look(browser).await?;
        act(browser).await?;
    }
    for pair in 0..pairs {
        looks.push(in_turn(pair, &mut browsers, async |browser| look(browser).await).await?);
        actions.push(in_turn(pair, &mut browsers, async |browser| act(browser).await).await?);
    }
    for browser in browsers {
        browser.close().await;
    }
    for pair in 0..starts {
        let (first, second) = (pair.is_multiple_of(2), !pair.is_multiple_of(2));
        let took = [cold_start(first).await?, cold_start(second).await?];
        cold.push(if first { took } else { [took[1], took[0]] });
    }
    let (look, action, start) = (Cost::of(&looks), Cost::of(&actions), Cost::of(&cold));
    print(&json!({
        "bench": "gate_cost",
        "pairs": pairs,
        "starts": starts,
        "load": usage::load(),
        "look_ms": look.json(), "action_ms": action.json(), "cold_start_ms": start.json(),
        "most_share": MOST_SHARE, "most_start_ms": MOST_START_MS,
        "met": {
            "look": look.added <= (look.without * MOST_SHARE).max(look.spread),
            "action": action.added <= (action.without * MOST_SHARE).max(action.spread),
            "cold_start": start.added <= MOST_START_MS,
        },
    }))
}

/// A page of 300 links, and a button that asks the server.
fn page() -> String {
    let links: Vec<_> = (0..300).map(|at| format!("<li><a href=#{at}>Product {at}</a> <b>{at} €</b></li>")).collect();
    let links = links.concat();
    format!(
        "<h1>Shop</h1><button onclick=\"fetch('/answer').then((answer) => answer.text()).then((text) => {{ out.textContent = text + ' ' + Date.now() }})\">Ask</button><p id=out></p><ul>{links}</ul>"
    )
}

async fn start(is_gated: bool) -> Result<BenchBrowser> {
    BenchBrowser::start_for_outside_agent(|launch| launch.without_gate = !is_gated).await
}

/// The figures of the gated browser and of the other one; which of them comes first changes with each pair.
async fn in_turn(
    pair: usize,
    [gated, direct]: &mut [BenchBrowser; 2],
    measure: impl AsyncFn(&mut BenchBrowser) -> Result<f64>,
) -> Result<[f64; 2]> {
    if pair.is_multiple_of(2) {
        let first = measure(gated).await?;
        Ok([first, measure(direct).await?])
    } else {
        let first = measure(direct).await?;
        Ok([measure(gated).await?, first])
    }
}

async fn look(browser: &mut BenchBrowser) -> Result<f64> {
    let began = Instant::now();
    browser.look().await?;
    Ok(millis(began))
}

async fn act(browser: &mut BenchBrowser) -> Result<f64> {
    let page = browser.page().context("was looked at")?;
    let button = page.nodes.iter().find(|node| node.name == "Ask").and_then(|node| node.target);
    let arguments = json!({"ref": button.context("a button")?.to_string()});
    let began = Instant::now();
    browser.call("click", &arguments).await?;
    Ok(millis(began))
}

/// From the launch to the first look.
async fn cold_start(is_gated: bool) -> Result<f64> {
    let began = Instant::now();
    let mut browser = start(is_gated).await?;
    browser.look().await?;
    let took = millis(began);
    browser.close().await;
    Ok(took)
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The time that the gate adds, by the median of the differences within the pairs.
struct Cost {
    with: f64,
    without: f64,
    added: f64,
    /// Half the range in which the middle half of the differences lies.
    spread: f64,
}

impl Cost {
    fn of(pairs: &[[f64; 2]]) -> Self {
        let side = |at: usize| median(pairs.iter().map(|pair| pair[at]).collect());
        let mut differences: Vec<f64> = pairs.iter().map(|[with, without]| with - without).collect();
        differences.sort_by(f64::total_cmp);
        let quarter = |part: usize| differences.get(differences.len() * part / 4).copied().unwrap_or(f64::NAN);
        let spread = (quarter(3) - quarter(1)) / 2.0;
        Self { with: side(0), without: side(1), added: median(differences.clone()), spread }
    }

    fn json(&self) -> Value {
        let Self { with, without, added, spread } = *self;
        let [with, without, added, spread] = [with, without, added, spread].map(round_to_tenth);
        json!({"with_gate": with, "without": without, "added": added, "spread": spread})
    }
}
