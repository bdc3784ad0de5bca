//! `MiniWoB++` through webhand's eyes and hands: scripted policies that read only the text of a snapshot and act only
//! with the verbs of the catalogue.
//!
//! `cargo run -p webhand-bench --bin miniwob -- [--only TASK,…] [--seeds N,…] [--keep-going] [--trace]
//! [--over-mcp | --server PROGRAM]`
//!
//! Without `--keep-going` a task that fails at one seed is not played at the next. `--trace` writes every look and every
//! call to standard error. With `--over-mcp` everything goes through `webhand mcp`; `--server` names the program for it.

mod episode;
mod player;
mod tasks;
mod view;
mod words;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, json};
use webhand_bench::{print, release_binary};

use crate::episode::Table;
use crate::tasks::Task;

fn main() -> Result<()> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let tasks = asked.tasks()?;
    let mut table = Table::open(asked.trace, asked.server.as_deref())?;
    let (mut results, mut failures, mut solved) = (Map::new(), Vec::new(), 0);
    for task in &tasks {
        let mut won = 0;
        for seed in &asked.seeds {
            match table.play(task, *seed)? {
                Ok(()) => won += 1,
                Err(reason) => {
                    failures.push(json!({"task": task.name, "seed": seed, "reason": reason}));
                    if !asked.keep_going {
                        break;
                    }
                }
            }
        }
        solved += won;
        results.insert(task.name.to_owned(), json!(won));
    }
    print(&json!({
        "bench": "miniwob",
        "over": if asked.server.is_some() { "mcp" } else { "hands" },
        "seeds": asked.seeds,
        "tasks": tasks.len(),
        "episodes": tasks.len() * asked.seeds.len(),
        "solved": solved,
        "solved_by_task": results,
        "failures": failures,
    }))
}

/// What the command line asks for.
struct Asked {
    only: Vec<String>,
    seeds: Vec<u32>,
    keep_going: bool,
    trace: bool,
    server: Option<PathBuf>,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut asked = Self { only: Vec::new(), seeds: vec![1, 2, 3], keep_going: false, trace: false, server: None };
        while let Some(argument) = arguments.next() {
            let mut list = || arguments.next().with_context(|| format!("{argument} needs a list"));
            match argument.as_str() {
                "--only" => asked.only = list()?.split(',').map(str::to_owned).collect(),
                "--seeds" => asked.seeds = list()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
                "--keep-going" => asked.keep_going = true,
                "--trace" => asked.trace = true,
                "--over-mcp" => asked.server = Some(release_binary()?),
                "--server" => asked.server = Some(list()?.into()),
                other => {
                    let options = "--only, --seeds, --keep-going, --trace, --over-mcp and --server";
                    bail!("{other} is not an option; there are {options}")
                }
            }
        }
        Ok(asked)
    }

    fn tasks(&self) -> Result<Vec<Task>> {
        let all = tasks::all();
        if self.only.is_empty() {
            return Ok(all);
        }
        let wanted = |name: &String| {
            all.iter().find(|task| task.name == name).copied().with_context(|| format!("there is no policy for {name}"))
        };
        self.only.iter().map(wanted).collect()
    }
}

#[cfg(test)]
mod tests;
