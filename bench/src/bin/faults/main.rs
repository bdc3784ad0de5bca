//! Runs with failing providers and clumsy models: every kind of fault many times, and thousands of answers. There must be
//! no panic, no more requests than allowed, no action done twice and none done that was not journaled before.

mod answers;
mod form;
mod kinds;
mod runs;

use anyhow::{Result, ensure};
use clap::Parser;
use futures_util::{StreamExt as _, stream};
use serde_json::{Map, json};
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::{print, usage};

use crate::answers::Answers;
use crate::kinds::KINDS;
use crate::runs::{RunCheck, Totals, faulty, nonsense_run, with_model};

/// The effects of failing providers and clumsy models on runs.
#[derive(Parser)]
struct Options {
    /// Runs for each kind of fault.
    #[arg(long, default_value_t = 50)]
    runs: usize,
    /// Answers of clumsy models.
    #[arg(long, default_value_t = 10_000)]
    answers: usize,
    /// The seed that all of it is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only kinds of fault whose name holds this.
    #[arg(long)]
    only: Option<String>,
    /// Also one run with this model, as in `webhand run --brain`: one that is really there.
    #[arg(long)]
    brain: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let load_before = usage::load();
    let mut rng = SeededRng(options.seed);
    let mut faults = Map::new();
    let mut all_good = true;
    let only = options.only.unwrap_or_default();
    for kind in KINDS.iter().filter(|kind| kind.name.contains(&only)) {
        let sum = many(options.runs, &mut rng, |rng| faulty(kind, rng)).await;
        all_good &= sum.is_good();
        faults.insert(kind.name.to_owned(), sum.json());
    }
    let nonsense_turn = many(options.runs, &mut rng, nonsense_run).await;
    all_good &= nonsense_turn.is_good();
    let mut answers = Answers::default();
    (0..options.answers).for_each(|_| answers.check_one(&mut rng));
    all_good &= answers.panics + answers.wrong == 0;
    let model = match &options.brain {
        Some(brain) => Some(with_model(brain).await?),
        None => None,
    };
    print(&json!({
        "bench": "faults",
        "seed": options.seed,
        "kinds": faults.len(),
        "load": {"before": load_before, "after": usage::load()},
        "faults": faults,
        "babble": nonsense_turn.json(),
        "answers": answers.json(),
        "model": model,
        "good": all_good,
    }))?;
    ensure!(all_good, "something went wrong that must not");
    Ok(())
}

/// Runs of one kind, some at the same time: most of their time is waiting.
async fn many<R>(runs: usize, rng: &mut SeededRng, run: impl Fn(SeededRng) -> R) -> Totals
where
    R: Future<Output = Result<RunCheck>> + Send + 'static,
{
    let seeds: Vec<u64> = (0..runs).map(|_| rng.below(1 << 30) as u64).collect();
    let mut ended = stream::iter(seeds).map(|seed| tokio::spawn(run(SeededRng(seed)))).buffer_unordered(AT_ONCE);
    let mut sum = Totals::of(runs);
    while let Some(ended) = ended.next().await {
        match ended {
            Ok(Ok(check)) => sum.add(check),
            Ok(Err(error)) => sum.broken.push(format!("{error:#}")),
            Err(_) => sum.panics += 1,
        }
    }
    sum
}

const AT_ONCE: usize = 25;
