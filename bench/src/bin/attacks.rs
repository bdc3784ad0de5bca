//! Plays the attacks on every route and counts what arrived that should not have.
//!
//! Prints one line of JSON for each case and route, and a last one with the totals; ends with a failure when something broke or
//! could not be played.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use webhand_bench::ProgramOption;
use webhand_bench::attacks::abrupt::{self, End, HELD};
use webhand_bench::attacks::{Case, CaseResult, PlayOptions, Route, play};
use webhand_bench::attacks::{cases, contract, random};

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
    #[command(flatten)]
    play: PlayOptions,
    /// Kept for scripts; the output is always JSON.
    #[arg(long)]
    json: bool,
    /// Plays so many random hostile calls, in sequences of 50, instead of the cases.
    #[arg(long)]
    random: Option<usize>,
    /// Plays so many abrupt ends with something held instead of the cases.
    #[arg(long)]
    abrupt: Option<usize>,
    /// How often each case is played.
    #[arg(long, default_value_t = 1)]
    times: usize,
    /// The first seed of random calls.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases are played at the same time.
    #[arg(long, default_value_t = 3)]
    at_once: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let plan: Vec<(Case, Route)> = plan(&options);
    let program = options.measured.program()?;
    let mut totals = Totals::default();
    if let Some(calls) = options.random {
        play_random(&program, calls, options.seed, &mut totals).await?;
    } else if let Some(ends) = options.abrupt {
        play_abrupt(&program, ends, &mut totals).await?;
    } else {
        play_all(&program, plan, options.play, options.at_once, &mut totals).await?;
    }
    line(&json!({"contract": contract::json()}))?;
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
    let once: Vec<_> =
        cases.flat_map(|case| routes(&case).into_iter().map(move |route| (case.clone(), route))).collect();
    once.into_iter().flat_map(|played| std::iter::repeat_n(played, options.times)).collect()
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

/// S2: sequences of random calls, on the routes of outside agents in turn.
async fn play_random(program: &Path, calls: usize, first: u64, totals: &mut Totals) -> Result<()> {
    for (number, seed) in (0..calls.div_ceil(SEQUENCE)).zip(first..) {
        let route = Route::OUTSIDE[number % Route::OUTSIDE.len()];
        let began = Instant::now();
        let played = random::play_sequence(program, route, seed, SEQUENCE).await;
        let (calls, asked) = played.as_ref().map_or((0, 0), |sequence| (sequence.calls, sequence.asked));
        let (effects, error) = match played {
            Ok(sequence) => (sequence.effects, None),
            Err(error) => (Vec::new(), Some(format!("{error:#}"))),
        };
        let broken = effects.len();
        let held = calls.saturating_sub(broken);
        let how = effects.into_iter().next();
        let ms = began.elapsed().as_millis();
        let result =
            CaseResult { id: "S2/random".to_owned(), route, seed, tried: calls, held, broken, asked, error, how, ms };
        totals.add(&result);
        line(&serde_json::to_value(&result)?)?;
    }
    Ok(())
}

/// Every way to end with every kind of held request, in turn.
async fn play_abrupt(program: &Path, ends: usize, totals: &mut Totals) -> Result<()> {
    for number in 0..ends {
        let end = End::ALL[number % End::ALL.len()];
        let (held, script) = HELD[number / End::ALL.len() % HELD.len()];
        let began = Instant::now();
        let (how, error) = match abrupt::play_end(program, end, script).await {
            Ok(how) => (how, None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        let broken = usize::from(how.is_some());
        let kept = usize::from(how.is_none() && error.is_none());
        let id = format!("ABRUPT/{}-{held}", end.name());
        let route = if end == End::TerminalClosed { Route::Run } else { Route::Mcp };
        let (seed, ms) = (u64::try_from(number)?, began.elapsed().as_millis());
        let result = CaseResult { id, route, seed, tried: 1, held: kept, broken, asked: 1, error, how, ms };
        totals.add(&result);
        line(&serde_json::to_value(&result)?)?;
    }
    Ok(())
}

/// How many calls one session of random calls gets.
const SEQUENCE: usize = 50;

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
