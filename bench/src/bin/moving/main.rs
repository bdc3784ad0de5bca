//! Targets that move at the last moment: how many events reach another element than the target.
//!
//! Generated kinds (`generated.rs`) combine triggers, changes and actions. Five kinds of page move a harmless button away and put another, or a cover, in its place: when the mouse moves, when it
//! is pressed or enters the button, on every frame, with an overlay or a foreign frame, and while the page is scrolled. A
//! press on a wrong node must never happen; on a quiet page every click must arrive.

mod generated;
mod site;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Value, json};
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::print;
use webhand_model::OutcomeStatus;

use crate::generated::Selection;
use crate::site::Site;

const KINDS: [&str; 5] = ["move", "press", "frame", "cover", "scroll"];
const RUNS: usize = 200;
const QUIET_RUNS: usize = 1_000;

/// The fate of presses on targets that move.
#[derive(Parser)]
struct Options {
    /// Only one run in so many.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=200))]
    one_in: u32,
    /// How many generated kinds are played; 0 leaves them out.
    #[arg(long, default_value_t = 1_000)]
    generated: usize,
    /// Draws other generated kinds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays only generated kinds whose name has this word, such as `recycle` or `pointerdown`; may be repeated.
    #[arg(long)]
    only: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let options = Options::parse();
    let site = Site::start().await?;
    let mut hand = BenchBrowser::start().await?;
    let selection = Selection { most: options.generated, seed: options.seed, only: options.only };
    let generated = generated::play_all(&mut hand, &site, &selection).await?;
    if !selection.only.is_empty() {
        hand.close().await;
        return print(&generated.to_json());
    }
    let share = options.one_in as usize;
    let mut kinds = serde_json::Map::new();
    let mut wrong = 0;
    for kind in KINDS {
        let tally = play(&mut hand, &site, kind, RUNS / share).await?;
        wrong += tally.presses;
        kinds.insert(kind.to_owned(), tally.to_json());
    }
    let quiet = play(&mut hand, &site, "quiet", QUIET_RUNS / share).await?;
    hand.close().await;
    print(&json!({
        "bench": "moving",
        "generated": generated.to_json(),
        "kinds": kinds,
        "quiet": quiet.to_json(),
        "met": {
            "no_press_on_a_wrong_node": wrong + quiet.presses + generated.wrong == 0,
            "every_quiet_click_delivered": quiet.right == quiet.runs,
        },
    }))
}

#[derive(Default)]
struct Tally {
    runs: usize,
    right: usize,
    presses: usize,
    moves: usize,
    ends: BTreeMap<String, usize>,
}

impl Tally {
    fn to_json(&self) -> Value {
        json!({
            "runs": self.runs,
            "clicks_on_the_right_node": self.right,
            "presses_on_a_wrong_node": self.presses,
            "moves_over_a_wrong_node": self.moves,
            "ends": self.ends,
        })
    }
}

async fn play(hand: &mut BenchBrowser, site: &Site, kind: &str, runs: usize) -> Result<Tally> {
    hand.open(&site.url(&format!("/?kind={kind}"))).await?;
    let mut tally = Tally { runs, ..Tally::default() };
    for _ in 0..runs {
        hand.evaluate("reset()").await?;
        hand.look().await?;
        let page = hand.page().context("was just looked at")?;
        let good = page.nodes.iter().find(|node| node.name == "Show details").and_then(|node| node.target);
        let good = good.context("the button is on the page")?;
        let end = hand.act("click", &json!({"ref": good.to_string()})).await?.outcome.status;
        let seen = hand.evaluate("outcome()").await?;
        let count = |what: &str| seen[what].as_array().map_or(0, Vec::len);
        tally.right += usize::from(seen["right"] == 1);
        tally.presses += count("presses");
        tally.moves += count("moves");
        let end = match end {
            OutcomeStatus::Done => "done".to_owned(),
            OutcomeStatus::Refused => "refused".to_owned(),
            OutcomeStatus::InDoubt => "in_doubt".to_owned(),
            OutcomeStatus::Failed(code) => serde_json::to_value(code)?.as_str().unwrap_or_default().to_owned(),
        };
        *tally.ends.entry(end).or_default() += 1;
    }
    Ok(tally)
}
