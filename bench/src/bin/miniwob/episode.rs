//! One episode: a page with a seeded problem, a policy that plays it, and the reward the page itself gave.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;
use webhand_bench::miniwob::TaskSite;

use crate::player::Player;
use crate::tasks::Task;

/// The site and the player. Only this type reads a page past the player: to start a problem and to read its reward.
pub struct EpisodeRunner {
    pages: TaskSite,
    player: Player,
}

impl EpisodeRunner {
    pub fn open(trace: bool, server: Option<&Path>) -> Result<Self> {
        Ok(Self { pages: TaskSite::serve()?, player: Player::start(trace, server)? })
    }

    /// Plays one episode; the inner error says why it was lost.
    ///
    /// # Errors
    /// When the browser is gone; a lost episode is no error.
    pub fn play(&mut self, task: &Task, seed: u32) -> Result<Result<(), String>> {
        self.player.open(&self.pages.url(task.name))?;
        self.player.evaluate(&format!(
            "{LOADED}.then(() => {{ core.EPISODE_MAX_TIME = {EPISODE_MS}; Math.seedrandom({seed}); return null; }})"
        ))?;
        let cover = self.player.look()?;
        if let Err(error) = cover.named("START").and_then(|start| self.player.click(start)) {
            return Ok(Err(format!("the episode did not start: {error:#}")));
        }
        let played = (task.policy)(&mut self.player);
        let reward = self.reward(if played.is_ok() { REWARDED_WITHIN } else { Duration::ZERO })?;
        Ok(match (reward, played) {
            (Some(reward), _) if reward > 0.0 => Ok(()),
            (Some(reward), Ok(())) => Err(format!("reward {reward}")),
            (Some(reward), Err(error)) => Err(format!("reward {reward}: {error:#}")),
            (None, Ok(())) => Err("the policy ended, the episode did not".to_owned()),
            (None, Err(error)) => Err(format!("{error:#}")),
        })
    }

    /// The reward without the page's discount for time, once the episode is over.
    fn reward(&mut self, within: Duration) -> Result<Option<f64>> {
        let began = Instant::now();
        loop {
            let reward = self.player.evaluate("WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : null")?;
            if reward != Value::Null || began.elapsed() >= within {
                return Ok(reward.as_f64());
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}

/// The pages set themselves up when everything is there, pictures included.
const LOADED: &str =
    "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))";
/// Long enough for every policy; the pages' own limits are made for people who know the task.
const EPISODE_MS: u32 = 600_000;
const REWARDED_WITHIN: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(50);
