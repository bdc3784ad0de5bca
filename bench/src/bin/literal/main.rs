//! The literal brain on `MiniWoB++`, from the goal text to the reward: what the page asks for is the task of a real run,
//! and nothing but the run touches the page.
//!
//! A task counts as solved when it is solved at every seed; without `--seeds` there is one, drawn from the clock.

mod episode;
mod watcher;

use std::time::SystemTime;

use anyhow::Result;
use clap::Parser;
use serde_json::{Map, json};
use webhand_bench::miniwob::EpisodeOptions;
use webhand_bench::print;

use crate::episode::EpisodeRunner;

fn main() -> Result<()> {
    let mut options = Options::parse().episodes;
    if options.seeds.is_empty() {
        options.seeds.push(fresh_seed()?);
    }
    let mut runner = EpisodeRunner::open(options.trace)?;
    let tasks = if options.only.is_empty() { runner.tasks()? } else { options.only.clone() };
    let (mut solved, mut failures, mut seconds) = (Vec::new(), Vec::new(), Map::new());
    for task in &tasks {
        let (mut won, mut longest) = (0, 0.0_f64);
        for seed in &options.seeds {
            let episode = runner.play(task, *seed)?;
            longest = longest.max(episode.seconds);
            match episode.lost {
                None => won += 1,
                Some(why) => {
                    failures.push(json!({"task": task, "seed": seed, "goal": episode.goal, "reason": why}));
                    if !options.keep_going {
                        break;
                    }
                }
            }
        }
        if won == options.seeds.len() {
            solved.push(task);
            seconds.insert(task.clone(), json!(webhand_bench::round_to_tenth(longest)));
        }
    }
    print(&json!({
        "bench": "literal",
        "seeds": options.seeds,
        "tasks": tasks.len(),
        "solved": solved.len(), "least_solved": LEAST_SOLVED,
        "met": solved.len() >= LEAST_SOLVED,
        "solved_tasks": solved,
        "longest_seconds": seconds,
        "failures": failures,
    }))
}

/// A seed that no run had before.
fn fresh_seed() -> Result<u32> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    Ok(u32::try_from(now.as_secs() & u64::from(u32::MAX))?)
}

/// At one seed that nobody developed with.
const LEAST_SOLVED: usize = 66;

/// The results of the literal brain on `MiniWoB++`.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    episodes: EpisodeOptions,
}
