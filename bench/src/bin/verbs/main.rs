//! The time that webhand adds to the browser's own, for each interface: a click and a look on a small page, in warm
//! sessions.
//!
//! The browser's own time is the same action done by the same hands in this process. Every interface has a browser of its
//! own and takes its turn in every round, in a shuffled order, so that other load on the machine affects all alike; the
//! added time is computed round by round.

mod interface;

use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::pages::login;
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::site::Site;
use webhand_bench::{ProgramOption, median, peers, percentile_90, print, round_to_tenth, usage};

use crate::interface::{Interface, Operation, ProgramPaths, Tool};

/// The time that webhand adds to the browser's own.
#[derive(Parser)]
struct Options {
    /// Install and measure the tool webhand is compared with.
    #[arg(long)]
    peers: bool,
    #[command(flatten)]
    measured: ProgramOption,
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// The seed that the order of the ways is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let webhand = options.measured.program()?;
    let peers = if options.peers { Some(peers::installed().await?) } else { None };
    let paths = ProgramPaths { webhand, peers };
    let site = Site::serve(|_| vec![("/login".to_owned(), login().html)]).await?;
    let mut tools = Vec::new();
    let interfaces = Interface::OWN.into_iter().chain(Interface::PEERS.into_iter().filter(|_| options.peers));
    for interface in interfaces {
        let tool = interface.start(&paths, &site.url("/login")).await;
        tools.push((interface, tool.with_context(|| format!("{} does not start", interface.name()))?));
    }
    let load_before = usage::load();
    let timings = measure(&mut tools, options.rounds, &mut SeededRng(options.seed)).await;
    for (_, tool) in tools {
        tool.close().await;
    }
    let timings = timings?;
    let operations =
        Operation::ALL.iter().map(|operation| (operation.name().to_owned(), summary(*operation, &timings)));
    print(&json!({
        "bench": "verbs",
        "rounds": options.rounds,
        "load": {"before": load_before, "after": usage::load()},
        "most_added_ms": MOST_ADDED_MS,
        "deeds": operations.collect::<Map<_, _>>(),
    }))
}

/// How long each interface took for each operation, round by round.
type Timings = Vec<(Interface, Operation, Vec<f64>)>;

async fn measure(tools: &mut [(Interface, Tool)], rounds: usize, rng: &mut SeededRng) -> Result<Timings> {
    let mut timings: Timings = tools
        .iter()
        .flat_map(|(interface, _)| Operation::ALL.map(|operation| (*interface, operation, Vec::new())))
        .collect();
    // The first round warms up lazily initialised parts and does not count.
    for round in 0..=rounds {
        for operation in Operation::ALL {
            for at in rng.shuffled_order(tools.len()) {
                let (interface, tool) = &mut tools[at];
                let began = Instant::now();
                tool.run(operation).await.with_context(|| format!("{} of {}", operation.name(), interface.name()))?;
                let ms = began.elapsed().as_secs_f64() * 1e3;
                let figures = timings.iter_mut().find(|(other, what, _)| other == interface && *what == operation);
                if round > 0 {
                    figures.context("every way has its figures")?.2.push(ms);
                }
            }
        }
    }
    Ok(timings)
}

fn summary(operation: Operation, timings: &Timings) -> Value {
    let figures = |interface: Interface| {
        timings.iter().find(|(other, what, _)| *other == interface && *what == operation).map(|(.., ms)| ms)
    };
    let own = figures(Interface::Hands).cloned().unwrap_or_default();
    let mut report = Map::new();
    let mut met = Map::new();
    let peer = figures(Interface::AgentBrowser).map(|ms| median(ms.clone()));
    for (interface, what, ms) in timings {
        if *what != operation {
            continue;
        }
        let added: Vec<f64> = ms.iter().zip(&own).map(|(ms, own)| ms - own).collect();
        let (middle, over) = (median(ms.clone()), median(added.clone()));
        report.insert(
            interface.name().to_owned(),
            json!({
                "ms": round_to_tenth(middle),
                "p90_ms": round_to_tenth(percentile_90(ms.clone())),
                "added_ms": round_to_tenth(over),
                "p90_added_ms": round_to_tenth(percentile_90(added)),
            }),
        );
        if interface.is_promised() {
            met.insert(format!("{}_added", interface.name()), json!(over <= MOST_ADDED_MS));
        }
        if let (Interface::Verb, Some(peer)) = (interface, peer) {
            met.insert("verb_ahead_of_agent_browser".to_owned(), json!(middle < peer));
        }
    }
    report.insert("met".to_owned(), Value::Object(met));
    Value::Object(report)
}

/// The most webhand may add.
const MOST_ADDED_MS: f64 = 15.0;
