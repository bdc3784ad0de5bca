//! What a look costs: time beside the plainest pass over the document, tokens, memory, and what of the page it shows.
//!
//! All tools look at the same pages in the same rounds, each over its own transport and with its own browser, so that
//! what else the machine does hits all alike: ratios count, not milliseconds. With `--peers` the tools webhand is
//! compared with are installed and measured too.

mod rounds;
mod score;
mod tool;
mod verdict;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::dice::Dice;
use webhand_bench::pages::{Page, frames, pages};
use webhand_bench::site::Site;
use webhand_bench::tokens::Tokens;
use webhand_bench::{median, peers, print, release, tenth, usage};

use crate::rounds::{Rounds, Taken};
use crate::score::Score;
use crate::tool::{Places, Who};
use crate::verdict::Verdict;

/// What a look at a page costs, and what it shows.
#[derive(Parser)]
struct Wanted {
    /// Install and measure the tools webhand is compared with.
    #[arg(long)]
    peers: bool,
    /// A `hand` that is already built, instead of building it.
    #[arg(long)]
    hand: Option<PathBuf>,
    /// Only these pages: login, inbox, shop, article, console, nested.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Repeated looks at each page.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// What the order of the tools is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let wanted = Wanted::parse();
    let hand = match wanted.hand {
        Some(hand) => hand,
        None => release("webhand-bench", "hand")?,
    };
    let peers = if wanted.peers { Some(peers::installed().await?) } else { None };
    let who = Who::OWN.into_iter().chain(Who::PEERS.into_iter().filter(|_| wanted.peers));
    let mut rounds = Rounds {
        tools: who.map(|who| (who, None)).collect(),
        places: Places { hand, peers },
        count: wanted.rounds,
        dice: Dice(wanted.seed),
    };
    let load_before = usage::load();
    let measured = measure(&mut rounds, &wanted.only).await;
    rounds.close().await;
    print(&json!({
        "bench": "observe",
        "rounds": wanted.rounds,
        "load": {"before": load_before, "after": usage::load()},
        "pages": measured?,
    }))
}

async fn measure(rounds: &mut Rounds, only: &[String]) -> Result<Map<String, Value>> {
    let tokens = Tokens::load()?;
    let all = pages();
    let site = Site::serve(|port| {
        let served = all.iter().map(|page| (format!("/{}", page.name), page.html.clone()));
        served.chain(frames(port)).collect()
    })
    .await?;
    let mut measured = Map::new();
    for page in all.iter().filter(|page| only.is_empty() || only.iter().any(|name| name == page.name)) {
        let in_view = rounds.in_view(page, &site).await?;
        let taken = rounds.take(page, &site).await;
        measured.insert(page.name.to_owned(), told(page, &in_view, &taken, &tokens));
    }
    Ok(measured)
}

fn told(page: &Page, in_view: &[&String], taken: &[(Who, Taken)], tokens: &Tokens) -> Value {
    let floor = taken.iter().find(|(who, _)| *who == Who::Walk).map_or(f64::NAN, |(_, taken)| taken.again());
    let floor_cpu = taken.iter().find(|(who, _)| *who == Who::Walk).map_or(f64::NAN, |(_, taken)| taken.cpu());
    let mut told = Map::new();
    let mut verdict = Verdict::new(page.name, floor);
    for (who, taken) in taken {
        let count = tokens.count(&taken.text);
        let score = Score::of(&taken.text, who.handle(), &page.truth, in_view);
        verdict.take(*who, taken, count, &score);
        let figures = json!({
            "first_ms": tenth(median(taken.first_ms.clone())),
            "again_ms": tenth(taken.again()),
            "times_the_walk": tenth(taken.again() / floor),
            "cpu_ms": {"own": tenth(median(taken.own_cpu_ms.clone())), "browser": tenth(median(taken.browser_cpu_ms.clone()))},
            "cpu_times_the_walk": tenth(taken.cpu() / floor_cpu),
            "resident_mb": tenth(taken.resident_mb),
            "tokens": count,
            "shown": score.json(),
            "failed": taken.failed,
        });
        told.insert(who.name().to_owned(), figures);
    }
    told.insert("met".to_owned(), verdict.json());
    Value::Object(told)
}

impl Taken {
    /// How long a repeated look took.
    fn again(&self) -> f64 {
        median(self.again_ms.clone())
    }

    /// What it cost all processes together, which other work on the machine hardly changes.
    fn cpu(&self) -> f64 {
        median(self.own_cpu_ms.iter().zip(&self.browser_cpu_ms).map(|(own, browser)| own + browser).collect())
    }
}
