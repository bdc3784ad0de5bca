//! Plays the attacks on every route and counts what arrived that should not have.
//!
//! Prints one line of JSON for each case and route, and a last one with the totals; ends with a failure when something broke or
//! could not be played.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use webhand_bench::ProgramOption;
use webhand_bench::attacks::cases;
use webhand_bench::attacks::{Case, CaseResult, PlayOptions, Route, play};

/// Attacks on the built program, judged by what arrives at a trap site.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    measured: ProgramOption,
    /// Only cases whose id begins so.
    #[arg(long)]
    only: Vec<String>,
    /// Only this route; without it, every route of each case.
    #[arg(long)]
    route: Vec<Route>,
    /// Each case only on its cheapest route.
    #[arg(long)]
    cheapest: bool,
    /// Grants everything, which shows whether each attack works where nothing holds it.
    #[arg(long)]
    control: bool,
    /// Writes every reply and arrival to standard error.
    #[arg(long)]
    trace: bool,
    /// Kept for scripts; the output is always JSON.
    #[arg(long)]
    json: bool,
    /// How many cases are played at the same time.
    #[arg(long, default_value_t = 3)]
    at_once: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let plan: Vec<(Case, Route)> = plan(&options);
    let play_options = PlayOptions { control: options.control, trace: options.trace };
    let program = options.measured.program()?;
    let mut totals = Totals::default();
    play_all(&program, plan, play_options, options.at_once, &mut totals).await?;
    line(&totals.json())?;
    ensure!(totals.broken + totals.errors == 0, "{} broken, {} could not be played", totals.broken, totals.errors);
    Ok(())
}

fn plan(options: &Options) -> Vec<(Case, Route)> {
    let wanted = |case: &Case| options.only.is_empty() || options.only.iter().any(|only| case.id.starts_with(only));
    let routes = |case: &Case| -> Vec<Route> {
        let fits = |route: &&Route| options.route.is_empty() || options.route.contains(route);
        let routes = case.routes.iter().filter(fits).copied();
        if options.cheapest { routes.take(1).collect() } else { routes.collect() }
    };
    let cases = cases::all().into_iter().filter(wanted);
    cases.flat_map(|case| routes(&case).into_iter().map(move |route| (case.clone(), route))).collect()
}

async fn play_all(
    program: &Path,
    plan: Vec<(Case, Route)>,
    options: PlayOptions,
    at_once: usize,
    totals: &mut Totals,
) -> Result<()> {
    let room = Arc::new(Semaphore::new(at_once.max(1)));
    let mut under_way: JoinSet<Result<CaseResult>> = JoinSet::new();
    for (case, route) in plan {
        let (room, program): (_, PathBuf) = (Arc::clone(&room), program.to_owned());
        under_way.spawn(async move {
            let _turn = room.acquire_owned().await?;
            Ok(play(&program, &case, route, options).await)
        });
    }
    while let Some(result) = under_way.join_next().await {
        let result = result??;
        totals.add(&result);
        line(&serde_json::to_value(&result)?)?;
    }
    Ok(())
}

#[derive(Default)]
struct Totals {
    tried: usize,
    held: usize,
    broken: usize,
    errors: usize,
    asked: usize,
}

impl Totals {
    fn add(&mut self, result: &CaseResult) {
        self.tried += result.tried;
        self.held += result.held;
        self.broken += result.broken;
        self.errors += usize::from(result.error.is_some());
        self.asked += result.asked;
    }

    fn json(&self) -> Value {
        json!({"total": {
            "tried": self.tried, "held": self.held, "broken": self.broken, "errors": self.errors, "asked": self.asked,
        }})
    }
}

fn line(value: &Value) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{value}")?)
}
