//! The cost of twenty steps for an agent that keeps everything: the tokens of its tool definitions and of every result.
//!
//! The same steps on the same pages through every interface of webhand, and with `--peers` through those of its peers;
//! a step counts as done when the page itself has logged it.

mod interface;
mod peer;
mod steps;
mod webhand;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::site::Site;
use webhand_bench::step_log::step_log_pages;
use webhand_bench::tokens::Tokens;
use webhand_bench::{ProgramOption, peers, print, round_to_tenth, usage};

use crate::interface::{Agent, Interface, ProgramPaths};
use crate::steps::{STEPS, Step};

/// The cost of twenty steps for an agent that keeps every result.
#[derive(Parser)]
struct Options {
    /// Install and measure the tools webhand is compared with.
    #[arg(long)]
    peers: bool,
    #[command(flatten)]
    measured: ProgramOption,
    /// Only these ways.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Where to write what each way was told.
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let webhand = options.measured.program()?;
    let peers = if options.peers { Some(peers::installed().await?) } else { None };
    let paths = ProgramPaths { webhand, peers };
    let tokens = Tokens::load()?;
    let site = Site::serve(|_| step_log_pages()).await?;
    let interfaces = Interface::OWN.into_iter().chain(Interface::PEERS.into_iter().filter(|_| options.peers));
    let mut results = Map::new();
    for interface in interfaces
        .filter(|interface| options.only.is_empty() || options.only.iter().any(|name| name == interface.name()))
    {
        let result = match interface.start(&paths).await {
            Ok(agent) => run_steps(agent, interface, &site, options.transcripts.as_deref()).await,
            Err(error) => Err(error),
        };
        let figures = match result {
            Ok(result) => result.json(interface, &tokens),
            Err(error) => json!({"failed": format!("{error:#}")}),
        };
        results.insert(interface.name().to_owned(), figures);
    }
    print(&json!({
        "bench": "agents",
        "steps": STEPS.len(),
        "most_tokens": MOST_TOKENS,
        "load": usage::load(),
        "ways": results,
    }))
}

/// The results of one interface, and the steps that did not happen.
struct InterfaceResult {
    definitions: String,
    results: Vec<String>,
    missed: Vec<String>,
    seconds: f64,
}

async fn run_steps(
    mut agent: Agent,
    interface: Interface,
    site: &Site,
    transcripts: Option<&Path>,
) -> Result<InterfaceResult> {
    let definitions = agent.definitions().await?;
    let mut missed = Vec::new();
    let began = Instant::now();
    for step in STEPS {
        if let Err(error) = do_step(&mut agent, step, interface, site).await {
            missed.push(format!("{step:?}: {error:#}"));
        }
    }
    let seconds = round_to_tenth(began.elapsed().as_secs_f64());
    let results = std::mem::take(&mut agent.results);
    agent.close().await;
    if let Some(folder) = transcripts {
        std::fs::create_dir_all(folder)?;
        let parts: Vec<&str> = std::iter::once(&definitions).chain(&results).map(String::as_str).collect();
        std::fs::write(folder.join(format!("{}.txt", interface.name())), parts.join("\n=====\n"))?;
    }
    Ok(InterfaceResult { definitions, results, missed, seconds })
}

/// Does one step and waits until the page has logged it.
async fn do_step(agent: &mut Agent, step: Step, interface: Interface, site: &Site) -> Result<()> {
    let before = site.noted().len();
    if let Step::Open(page) = step {
        agent.open(&site.url(&format!("/{page}?as={}", interface.name()))).await?;
    } else {
        agent.step(step).await?;
    }
    let expected = format!("as={}&what={}", interface.name(), step.note());
    let until = Instant::now() + NOTED_WITHIN;
    loop {
        if site.noted().iter().skip(before).any(|note| note.starts_with(&expected)) {
            return Ok(());
        }
        ensure!(Instant::now() < until, "the page did not note it");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

impl InterfaceResult {
    fn json(&self, interface: Interface, tokens: &Tokens) -> Value {
        let definitions = tokens.count(&self.definitions);
        let mut counts: Vec<usize> = self.results.iter().map(|result| tokens.count(result)).collect();
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
        if Interface::OWN.contains(&interface) {
            figures["met"] = json!(definitions + results <= MOST_TOKENS && self.missed.is_empty());
        }
        figures
    }
}

/// The most that definitions and results may take together.
const MOST_TOKENS: usize = 10_000;
const NOTED_WITHIN: Duration = Duration::from_secs(3);
