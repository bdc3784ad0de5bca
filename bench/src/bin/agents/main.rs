//! What twenty steps cost an agent that forgets nothing: the tokens of what it must know of its tools, and of every result.
//!
//! The same steps on the same pages in every way an agent can use webhand, and with `--peers` in those of its peers; each
//! step counts as done when the page itself has noted it.

mod peer;
mod steps;
mod way;
mod webhand;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::noting::noting_pages;
use webhand_bench::site::Site;
use webhand_bench::tokens::Tokens;
use webhand_bench::{Measured, peers, print, tenth, usage};

use crate::steps::{STEPS, Step};
use crate::way::{Agent, Places, Way};

/// What twenty steps cost an agent that keeps every result.
#[derive(Parser)]
struct Wanted {
    /// Install and measure the tools webhand is compared with.
    #[arg(long)]
    peers: bool,
    #[command(flatten)]
    measured: Measured,
    /// Only these ways.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Where to write what each way was told.
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let wanted = Wanted::parse();
    let webhand = wanted.measured.program()?;
    let peers = if wanted.peers { Some(peers::installed().await?) } else { None };
    let places = Places { webhand, peers };
    let tokens = Tokens::load()?;
    let site = Site::serve(|_| noting_pages()).await?;
    let ways = Way::OWN.into_iter().chain(Way::PEERS.into_iter().filter(|_| wanted.peers));
    let mut told = Map::new();
    for way in ways.filter(|way| wanted.only.is_empty() || wanted.only.iter().any(|name| name == way.name())) {
        let taken = match way.start(&places).await {
            Ok(agent) => take(agent, way, &site, wanted.transcripts.as_deref()).await,
            Err(error) => Err(error),
        };
        let figures = match taken {
            Ok(taken) => taken.json(way, &tokens),
            Err(error) => json!({"failed": format!("{error:#}")}),
        };
        told.insert(way.name().to_owned(), figures);
    }
    print(&json!({
        "bench": "agents",
        "steps": STEPS.len(),
        "most_tokens": MOST_TOKENS,
        "load": usage::load(),
        "ways": told,
    }))
}

/// What one way was told, and which steps did not happen.
struct Taken {
    definitions: String,
    told: Vec<String>,
    missed: Vec<String>,
    seconds: f64,
}

async fn take(mut agent: Agent, way: Way, site: &Site, transcripts: Option<&Path>) -> Result<Taken> {
    let definitions = agent.definitions().await?;
    let mut missed = Vec::new();
    let began = Instant::now();
    for step in STEPS {
        if let Err(error) = done(&mut agent, step, way, site).await {
            missed.push(format!("{step:?}: {error:#}"));
        }
    }
    let seconds = tenth(began.elapsed().as_secs_f64());
    let told = std::mem::take(&mut agent.told);
    agent.close().await;
    if let Some(folder) = transcripts {
        std::fs::create_dir_all(folder)?;
        let parts: Vec<&str> = std::iter::once(&definitions).chain(&told).map(String::as_str).collect();
        std::fs::write(folder.join(format!("{}.txt", way.name())), parts.join("\n=====\n"))?;
    }
    Ok(Taken { definitions, told, missed, seconds })
}

/// Does one step and waits until the page has noted it.
async fn done(agent: &mut Agent, step: Step, way: Way, site: &Site) -> Result<()> {
    let before = site.noted().len();
    if let Step::Open(page) = step {
        agent.open(&site.url(&format!("/{page}?as={}", way.name()))).await?;
    } else {
        agent.step(step).await?;
    }
    let expected = format!("as={}&what={}", way.name(), step.note());
    let until = Instant::now() + NOTED_WITHIN;
    loop {
        if site.noted().iter().skip(before).any(|note| note.starts_with(&expected)) {
            return Ok(());
        }
        ensure!(Instant::now() < until, "the page did not note it");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

impl Taken {
    fn json(&self, way: Way, tokens: &Tokens) -> Value {
        let definitions = tokens.count(&self.definitions);
        let mut counts: Vec<usize> = self.told.iter().map(|told| tokens.count(told)).collect();
        let results: usize = counts.iter().sum();
        let looks = counts.len().saturating_sub(STEPS.len());
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let mut figures = json!({
            "tokens": definitions + results,
            "definitions": definitions,
            "results": results,
            "calls": counts.len(),
            "calls_beside_the_steps": looks,
            "largest": counts.iter().take(5).collect::<Vec<_>>(),
            "middle": counts.get(counts.len() / 2),
            "missed": self.missed,
            "seconds": self.seconds,
        });
        if Way::OWN.contains(&way) {
            figures["met"] = json!(definitions + results <= MOST_TOKENS && self.missed.is_empty());
        }
        figures
    }
}

/// The most that definitions and results may take together.
const MOST_TOKENS: usize = 30_000;
const NOTED_WITHIN: Duration = Duration::from_secs(3);
