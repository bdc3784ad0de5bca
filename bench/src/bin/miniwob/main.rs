//! `MiniWoB++` through webhand's eyes and hands: scripted policies that read only the text of a snapshot and act only
//! with the verbs of the catalogue.

mod episode;
mod player;
mod tasks;
mod view;
mod words;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Map, json};
use webhand_bench::miniwob::EpisodeOptions;
use webhand_bench::{print, release_binary};

use crate::episode::EpisodeRunner;
use crate::tasks::Task;

fn main() -> Result<()> {
    let options = Options::parse();
    let tasks = options.tasks()?;
    let (server, mut options) = (options.server()?, options.episodes);
    if options.seeds.is_empty() {
        options.seeds.extend(USUAL_SEEDS);
    }
    let mut runner = EpisodeRunner::open(options.trace, server.as_deref())?;
    let (mut results, mut failures, mut solved) = (Map::new(), Vec::new(), 0);
    for task in &tasks {
        let mut won = 0;
        for seed in &options.seeds {
            match runner.play(task, *seed)? {
                Ok(()) => won += 1,
                Err(reason) => {
                    failures.push(json!({"task": task.name, "seed": seed, "reason": reason}));
                    if !options.keep_going {
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
        "over": if server.is_some() { "mcp" } else { "hands" },
        "seeds": options.seeds,
        "tasks": tasks.len(),
        "episodes": tasks.len() * options.seeds.len(),
        "solved": solved,
        "solved_by_task": results,
        "failures": failures,
    }))
}

const USUAL_SEEDS: [u32; 3] = [1, 2, 3];

/// The results of scripted policies on `MiniWoB++`.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    episodes: EpisodeOptions,
    /// Do everything through `webhand mcp`.
    #[arg(long)]
    over_mcp: bool,
    /// The program for that, instead of building it.
    #[arg(long, value_name = "PROGRAM")]
    server: Option<PathBuf>,
}

impl Options {
    fn server(&self) -> Result<Option<PathBuf>> {
        match &self.server {
            Some(server) => Ok(Some(server.clone())),
            None if self.over_mcp => release_binary().map(Some),
            None => Ok(None),
        }
    }

    fn tasks(&self) -> Result<Vec<Task>> {
        let all = tasks::all();
        if self.episodes.only.is_empty() {
            return Ok(all);
        }
        let find_task = |name: &String| {
            all.iter().find(|task| task.name == name).copied().with_context(|| format!("there is no policy for {name}"))
        };
        self.episodes.only.iter().map(find_task).collect()
    }
}

#[cfg(test)]
mod tests;
