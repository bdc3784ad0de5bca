//! The literal brain on `MiniWoB++`, from the goal text to the reward: what the page asks for is the task of a real run,
//! and nothing but the run touches the page.
//!
//! `cargo run -p webhand-bench --bin literal -- [--only TASK,…] [--seeds N,…] [--keep-going] [--trace]`
//!
//! A task counts as solved when it is solved at every seed. Without `--keep-going` one that fails at a seed is not
//! played at the next. `--trace` writes every look and every call to standard error.

mod episode;
mod watcher;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, json};
use webhand_bench::print;

use crate::episode::Table;

fn main() -> Result<()> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let mut table = Table::open(asked.trace)?;
    let tasks = if asked.only.is_empty() { table.tasks()? } else { asked.only.clone() };
    let (mut solved, mut failures, mut seconds) = (Vec::new(), Vec::new(), Map::new());
    for task in &tasks {
        let (mut won, mut longest) = (0, 0.0_f64);
        for seed in &asked.seeds {
            let episode = table.play(task, *seed)?;
            longest = longest.max(episode.seconds);
            match episode.lost {
                None => won += 1,
                Some(why) => {
                    failures.push(json!({"task": task, "seed": seed, "goal": episode.goal, "reason": why}));
                    if !asked.keep_going {
                        break;
                    }
                }
            }
        }
        if won == asked.seeds.len() {
            solved.push(task);
            seconds.insert(task.clone(), json!(webhand_bench::tenth(longest)));
        }
    }
    print(&json!({
        "bench": "literal",
        "seeds": asked.seeds,
        "tasks": tasks.len(),
        "solved": solved.len(), "least_solved": LEAST_SOLVED,
        "met": solved.len() >= LEAST_SOLVED && asked.seeds.len() >= LEAST_SEEDS,
        "solved_tasks": solved,
        "longest_seconds": seconds,
        "failures": failures,
    }))
}

const LEAST_SOLVED: usize = 40;
const LEAST_SEEDS: usize = 3;

/// What the command line asks for.
struct Asked {
    only: Vec<String>,
    seeds: Vec<u32>,
    keep_going: bool,
    trace: bool,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut asked = Self { only: Vec::new(), seeds: vec![1, 2, 3], keep_going: false, trace: false };
        while let Some(argument) = arguments.next() {
            let mut list = || arguments.next().with_context(|| format!("{argument} needs a list"));
            match argument.as_str() {
                "--only" => asked.only = list()?.split(',').map(str::to_owned).collect(),
                "--seeds" => asked.seeds = list()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
                "--keep-going" => asked.keep_going = true,
                "--trace" => asked.trace = true,
                other => bail!("{other} is not an option; there are --only, --seeds, --keep-going and --trace"),
            }
        }
        Ok(asked)
    }
}
