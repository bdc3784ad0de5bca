//! The literal brain on `MiniWoB++`, from the goal text to the reward: what the page asks for is the task of a real run,
//! and nothing but the run touches the page.
//!
//! A task counts as solved when it is solved at every seed.

mod episode;
mod watcher;

use anyhow::Result;
use clap::Parser;
use serde_json::{Map, json};
use webhand_bench::miniwob::Episodes;
use webhand_bench::print;

use crate::episode::Table;

fn main() -> Result<()> {
    let asked = Asked::parse().episodes;
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

/// What the literal brain reaches on `MiniWoB++`.
#[derive(Parser)]
struct Asked {
    #[command(flatten)]
    episodes: Episodes,
}
