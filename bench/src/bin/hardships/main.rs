//! Oversized and misbehaving pages: how long a look and a click take on them, and how they end.
//!
//! Every call must return within a deadline, with its result or with an error that says why not. Parts that could not be
//! read in time are marked in the look; the figures say how many.

mod pages;

use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::site::Site;
use webhand_bench::tokens::Tokens;
use webhand_bench::{print, round_to_tenth};
use webhand_model::{OutcomeStatus, RenderOptions};

use crate::pages::HARDSHIPS;

/// How long looks and clicks take on pages that hold or do too much.
#[derive(Parser)]
struct Options {
    /// Only these pages.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let options = Options::parse();
    let site = Site::serve(pages::all).await?;
    let tokens = Tokens::load()?;
    let mut told = Map::new();
    let mut in_time = true;
    for name in HARDSHIPS {
        if !options.only.is_empty() && !options.only.iter().any(|only| only == name) {
            continue;
        }
        let mut hand = BenchBrowser::start().await?;
        let mut trial = Trial { hand: &mut hand, tokens: &tokens, figures: Map::new(), in_time: true };
        trial.run(&site.url(&format!("/{name}"))).await;
        in_time &= trial.in_time;
        told.insert(name.to_owned(), Value::Object(trial.figures));
        hand.close().await;
    }
    print(&json!({"bench": "hardships", "pages": told, "met": {"every_call_within_its_deadline": in_time}}))
}

struct Trial<'a> {
    hand: &'a mut BenchBrowser,
    tokens: &'a Tokens,
    figures: Map<String, Value>,
    in_time: bool,
}

impl Trial<'_> {
    async fn run(&mut self, url: &str) {
        let started = Instant::now();
        let opened = timeout(OPENED_WITHIN, self.hand.open(url)).await;
        self.note("open", started, &opened.map(|ended| ended.map(|_told| "done".to_owned())));
        for name in ["look", "look_again"] {
            self.look(name, RenderOptions::default()).await;
        }
        self.look("whole_look", RenderOptions { budget: RenderOptions::NO_LIMIT, ..RenderOptions::default() }).await;
        self.click().await;
    }

    async fn look(&mut self, name: &str, rendering: RenderOptions) {
        let started = Instant::now();
        let looked = timeout(LOOKED_WITHIN, self.hand.look_with(rendering)).await;
        let text = looked.as_ref().ok().and_then(|ended| ended.as_ref().ok()).cloned().unwrap_or_default();
        self.note(name, started, &looked.map(|ended| ended.map(|_text| "done".to_owned())));
        let marked = text.matches("[loading]").count() + text.matches("[unreachable]").count();
        let figures = json!({"tokens": self.tokens.count(&text), "marked_frames": marked});
        self.figures.insert(format!("{name}_shows"), figures);
    }

    /// A click on the first button, which says so in the title.
    async fn click(&mut self) {
        let button = self.hand.page().and_then(|page| page.nodes.iter().find(|node| node.name == "First"));
        let Some(target) = button.and_then(|node| node.target) else { return };
        let started = Instant::now();
        let clicked = timeout(CLICKED_WITHIN, self.hand.act("click", &json!({"ref": target.to_string()}))).await;
        let ended = clicked.map(|ended| {
            ended.map(|done| match done.outcome.status {
                OutcomeStatus::Done => "done".to_owned(),
                OutcomeStatus::Refused => "refused".to_owned(),
                OutcomeStatus::InDoubt => "in_doubt".to_owned(),
                OutcomeStatus::Failed(_) => done.outcome.text,
            })
        });
        self.note("click", started, &ended);
        // A page with an open dialog does not answer.
        let title = timeout(TITLED_WITHIN, self.hand.evaluate("document.title")).await;
        let title = title.ok().and_then(Result::ok).unwrap_or_default();
        self.figures.insert("clicked".to_owned(), json!(title.as_str().map(|title| title == "clicked")));
    }

    fn note(&mut self, name: &str, started: Instant, ended: &Result<Result<String>, tokio::time::error::Elapsed>) {
        let how = match ended {
            Ok(Ok(how)) => how.clone(),
            Ok(Err(error)) => error.to_string(),
            Err(_elapsed) => {
                self.in_time = false;
                "did not come back in time".to_owned()
            }
        };
        let took = round_to_tenth(started.elapsed().as_secs_f64() * 1_000.0);
        self.figures.insert(name.to_owned(), json!({"ms": took, "end": how}));
    }
}

const OPENED_WITHIN: Duration = Duration::from_secs(45);
const LOOKED_WITHIN: Duration = Duration::from_secs(15);
const CLICKED_WITHIN: Duration = Duration::from_secs(30);
const TITLED_WITHIN: Duration = Duration::from_secs(2);
