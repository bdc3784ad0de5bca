//! The cost of a look: time compared with a plain pass over the document, tokens, memory, and coverage of the page.
//!
//! All tools look at the same pages in the same rounds, each over its own transport and with its own browser, so that
//! other load on the machine affects all alike: ratios count, not milliseconds. With `--peers` the tools webhand is
//! compared with are installed and measured too.

mod rounds;
mod score;
mod tool;
mod verdict;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::pages::{Page, frames, pages};
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::site::Site;
use webhand_bench::tokens::Tokens;
use webhand_bench::{build_release, median, peers, print, round_to_tenth, usage};

use crate::rounds::{Figures, Rounds};
use crate::score::Score;
use crate::tool::{ProgramPaths, Subject};
use crate::verdict::Verdict;

/// The cost of a look at a page, and the share of the page that it shows.
#[derive(Parser)]
struct Options {
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
    /// The seed that the order of the tools is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let hand = match options.hand {
        Some(hand) => hand,
        None => build_release("webhand-bench", "hand")?,
    };
    let peers = if options.peers { Some(peers::installed().await?) } else { None };
    let subject = Subject::OWN.into_iter().chain(Subject::PEERS.into_iter().filter(|_| options.peers));
    let mut rounds = Rounds {
        tools: subject.map(|subject| (subject, None)).collect(),
        paths: ProgramPaths { hand, peers },
        count: options.rounds,
        rng: SeededRng(options.seed),
    };
    let load_before = usage::load();
    let measured = measure(&mut rounds, &options.only).await;
    rounds.close().await;
    print(&json!({
        "bench": "observe",
        "rounds": options.rounds,
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
        let figures = rounds.measure_page(page, &site).await;
        measured.insert(page.name.to_owned(), report_page(page, &in_view, &figures, &tokens));
    }
    Ok(measured)
}

fn report_page(page: &Page, in_view: &[&String], figures: &[(Subject, Figures)], tokens: &Tokens) -> Value {
    let floor = figures
        .iter()
        .find(|(subject, _)| *subject == Subject::Walk)
        .map_or(f64::NAN, |(_, figures)| figures.repeated_look_ms());
    let floor_cpu = figures
        .iter()
        .find(|(subject, _)| *subject == Subject::Walk)
        .map_or(f64::NAN, |(_, figures)| figures.total_cpu_ms());
    let mut report = Map::new();
    let mut verdict = Verdict::new(page.name, floor);
    for (subject, figures) in figures {
        let count = tokens.count(&figures.text);
        let score = Score::of(&figures.text, subject.handle(), &page.truth, in_view);
        verdict.add(*subject, figures, count, &score);
        let figures = json!({
            "first_ms": round_to_tenth(median(figures.first_ms.clone())),
            "again_ms": round_to_tenth(figures.repeated_look_ms()),
            "times_the_walk": round_to_tenth(figures.repeated_look_ms() / floor),
            "cpu_ms": {"own": round_to_tenth(median(figures.own_cpu_ms.clone())), "browser": round_to_tenth(median(figures.browser_cpu_ms.clone()))},
            "cpu_times_the_walk": round_to_tenth(figures.total_cpu_ms() / floor_cpu),
            "resident_mb": round_to_tenth(figures.resident_mb),
            "tokens": count,
            "shown": score.json(),
            "failed": figures.failed,
        });
        report.insert(subject.name().to_owned(), figures);
    }
    report.insert("met".to_owned(), verdict.json());
    Value::Object(report)
}

impl Figures {
    /// How long a repeated look took.
    fn repeated_look_ms(&self) -> f64 {
        median(self.again_ms.clone())
    }

    /// CPU time of all processes together, which other work on the machine hardly changes.
    fn total_cpu_ms(&self) -> f64 {
        median(self.own_cpu_ms.iter().zip(&self.browser_cpu_ms).map(|(own, browser)| own + browser).collect())
    }
}
