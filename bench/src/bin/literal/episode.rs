//! One episode: a page with a seeded problem, a run whose task is what the page asks for, and the page's own reward.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::miniwob::TaskSite;
use webhand_engine::{NoBrains, PersonPresence, Ports, RunDriver, RunExit, RunStart};
use webhand_literal::LiteralBrain;
use webhand_model::{Grant, Limits, Millis, OriginPattern, Permission, RunId, Task};
use webhand_port::fake::MemoryStore;

use crate::watcher::ApprovingPerson;

/// The site and the browser. Only this type reads a page past the run: to start a problem, to read its goal as it is
/// shown to people, and to read its reward.
pub struct EpisodeRunner {
    runtime: Runtime,
    pages: TaskSite,
    hand: BenchBrowser,
    trace: bool,
    played: u32,
}

/// The result of an episode.
pub struct Episode {
    pub goal: String,
    /// Why it was lost; `None` if it was won.
    pub lost: Option<String>,
    pub seconds: f64,
}

impl EpisodeRunner {
    pub fn open(trace: bool) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let hand = runtime.block_on(BenchBrowser::start())?;
        Ok(Self { runtime, pages: TaskSite::serve()?, hand, trace, played: 0 })
    }

    pub fn tasks(&self) -> Result<Vec<String>> {
        self.pages.tasks()
    }

    /// Plays one episode.
    ///
    /// # Errors
    /// When the browser is gone; a lost episode is no error.
    pub fn play(&mut self, name: &str, seed: u32) -> Result<Episode> {
        let url = self.pages.url(name);
        self.runtime.block_on(self.hand.open(&url))?;
        self.evaluate(&format!(
            "{LOADED}.then(() => {{ core.EPISODE_MAX_TIME = {EPISODE_MS}; Math.seedrandom({seed}); return null; }})"
        ))?;
        self.start()?;
        let goal = self.evaluate(GOAL)?.as_str().unwrap_or_default().to_owned();
        let began = Instant::now();
        let over = self.run(&goal)?;
        let reward = self.reward()?;
        let seconds = began.elapsed().as_secs_f64();
        let told = match &over {
            RunExit::Finished(ending) => json!(ending).to_string(),
            RunExit::Parked(question) => format!("asked: {}", question.text),
            RunExit::UsesDebugger => "needs the debugger".to_owned(),
            RunExit::Suspended(why) => format!("parked: {why}"),
        };
        let lost = match reward {
            Some(reward) if reward > 0.0 => None,
            Some(reward) => Some(format!("reward {reward}: {told}")),
            None => Some(told),
        };
        Ok(Episode { goal, lost, seconds })
    }

    fn start(&mut self) -> Result<()> {
        let page = self.runtime.block_on(self.hand.look()).map(|_| self.hand.page())?.context("was just looked at")?;
        let cover = page.nodes.iter().find(|node| node.name == "START").and_then(|node| node.target);
        let cover = cover.context("there is nothing to start")?.to_string();
        self.runtime.block_on(self.hand.call("click", &json!({ "ref": cover }))).map(drop)
    }

    fn run(&mut self, goal: &str) -> Result<RunExit> {
        self.played += 1;
        let id = RunId::try_from(format!("{:016x}", self.played))?;
        let mut task = Task::new(goal);
        task.grants = vec![Grant { origins: OriginPattern::parse("localhost")?, permission: Permission::Commit }];
        task.limits = Limits { time: Some(Millis(RUN_MS)), ..Limits::default() };
        let ports = Ports {
            browser: self.hand.browser(),
            brain: Arc::new(LiteralBrain),
            brains: Arc::new(NoBrains),
            store: Arc::new(MemoryStore::default()),
        };
        let (say, inbox) = mpsc::channel(1);
        let watcher = Arc::new(ApprovingPerson { say, trace: self.trace });
        let driver = RunDriver::new(id, ports, watcher, inbox, PersonPresence::Present);
        Ok(self.runtime.block_on(driver.run(RunStart::New(Box::new(task))))?)
    }

    fn evaluate(&self, script: &str) -> Result<Value> {
        self.runtime.block_on(self.hand.evaluate(script))
    }

    /// The reward without the page's discount for time, once the episode is over.
    fn reward(&self) -> Result<Option<f64>> {
        let began = Instant::now();
        loop {
            let reward = self.evaluate("WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : null")?;
            if reward != Value::Null || began.elapsed() >= REWARDED_WITHIN {
                return Ok(reward.as_f64());
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}

/// The pages set themselves up when everything is there, pictures included.
const LOADED: &str =
    "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))";
/// The script for the text that the page shows a person above the problem.
const GOAL: &str = "document.getElementById('query').innerText.replace(/\\s+/g, ' ').trim()";
/// Long enough for every run; the pages' own limits are made for people who know the task.
const EPISODE_MS: u32 = 600_000;
const RUN_MS: u64 = 60_000;
const REWARDED_WITHIN: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(50);
