//! What webhand adds to the browser's own time, for each way in: a click and a look on a small page, in sessions that
//! are warm.
//!
//! The browser's own time is the same action done by the same hands in this process. Every way has a browser of its own
//! and takes its turn in every round, in an order drawn anew, so that what else the machine does hits all alike; what is
//! added is taken round by round.

mod way;

use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::dice::Dice;
use webhand_bench::pages::login;
use webhand_bench::site::Site;
use webhand_bench::{Measured, median, ninth_of_ten, peers, print, tenth, usage};

use crate::way::{Deed, Places, Tool, Way};

/// What webhand adds to the browser's own time.
#[derive(Parser)]
struct Wanted {
    /// Install and measure the tool webhand is compared with.
    #[arg(long)]
    peers: bool,
    #[command(flatten)]
    measured: Measured,
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// What the order of the ways is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let wanted = Wanted::parse();
    let webhand = wanted.measured.program()?;
    let peers = if wanted.peers { Some(peers::installed().await?) } else { None };
    let places = Places { webhand, peers };
    let site = Site::serve(|_| vec![("/login".to_owned(), login().html)]).await?;
    let mut tools = Vec::new();
    let ways = Way::OWN.into_iter().chain(Way::PEERS.into_iter().filter(|_| wanted.peers));
    for way in ways {
        let tool = way.start(&places, &site.url("/login")).await;
        tools.push((way, tool.with_context(|| format!("{} does not start", way.name()))?));
    }
    let load_before = usage::load();
    let taken = take(&mut tools, wanted.rounds, &mut Dice(wanted.seed)).await;
    for (_, tool) in tools {
        tool.close().await;
    }
    let taken = taken?;
    let deeds = Deed::ALL.iter().map(|deed| (deed.name().to_owned(), told(*deed, &taken)));
    print(&json!({
        "bench": "verbs",
        "rounds": wanted.rounds,
        "load": {"before": load_before, "after": usage::load()},
        "most_added_ms": MOST_ADDED_MS,
        "deeds": deeds.collect::<Map<_, _>>(),
    }))
}

/// How long each way took for each deed, round by round.
type Taken = Vec<(Way, Deed, Vec<f64>)>;

async fn take(tools: &mut [(Way, Tool)], rounds: usize, dice: &mut Dice) -> Result<Taken> {
    let mut taken: Taken = tools.iter().flat_map(|(way, _)| Deed::ALL.map(|deed| (*way, deed, Vec::new()))).collect();
    // The first round warms up what is lazy, and does not count.
    for round in 0..=rounds {
        for deed in Deed::ALL {
            for at in dice.order(tools.len()) {
                let (way, tool) = &mut tools[at];
                let began = Instant::now();
                tool.take(deed).await.with_context(|| format!("{} of {}", deed.name(), way.name()))?;
                let ms = began.elapsed().as_secs_f64() * 1e3;
                let figures = taken.iter_mut().find(|(other, what, _)| other == way && *what == deed);
                if round > 0 {
                    figures.context("every way has its figures")?.2.push(ms);
                }
            }
        }
    }
    Ok(taken)
}

fn told(deed: Deed, taken: &Taken) -> Value {
    let figures = |way: Way| taken.iter().find(|(other, what, _)| *other == way && *what == deed).map(|(.., ms)| ms);
    let own = figures(Way::Hands).cloned().unwrap_or_default();
    let mut told = Map::new();
    let mut met = Map::new();
    let peer = figures(Way::AgentBrowser).map(|ms| median(ms.clone()));
    for (way, what, ms) in taken {
        if *what != deed {
            continue;
        }
        let added: Vec<f64> = ms.iter().zip(&own).map(|(ms, own)| ms - own).collect();
        let (middle, over) = (median(ms.clone()), median(added.clone()));
        told.insert(
            way.name().to_owned(),
            json!({
                "ms": tenth(middle),
                "p90_ms": tenth(ninth_of_ten(ms.clone())),
                "added_ms": tenth(over),
                "p90_added_ms": tenth(ninth_of_ten(added)),
            }),
        );
        if way.is_promised() {
            met.insert(format!("{}_added", way.name()), json!(over <= MOST_ADDED_MS));
        }
        if let (Way::Verb, Some(peer)) = (way, peer) {
            met.insert("verb_ahead_of_agent_browser".to_owned(), json!(middle < peer));
        }
    }
    told.insert("met".to_owned(), Value::Object(met));
    Value::Object(told)
}

/// The most webhand may add.
const MOST_ADDED_MS: f64 = 15.0;
