//! Takes the figures: every tool looks at the same page in turn, in another order each round.

use std::time::Instant;

use anyhow::{Context as _, Result};
use webhand_bench::dice::Dice;
use webhand_bench::pages::Page;
use webhand_bench::site::Site;
use webhand_bench::usage::Usage;

use crate::tool::{Places, Tool, Who};

/// The tools that run, and in which order they are asked.
pub struct Rounds {
    pub tools: Vec<(Who, Option<Tool>)>,
    pub places: Places,
    pub count: usize,
    pub dice: Dice,
}

/// What was taken of one tool on one page.
#[derive(Default)]
pub struct Taken {
    pub first_ms: Vec<f64>,
    pub again_ms: Vec<f64>,
    pub own_cpu_ms: Vec<f64>,
    pub browser_cpu_ms: Vec<f64>,
    pub resident_mb: f64,
    /// The first look.
    pub text: String,
    /// Why it has no more figures.
    pub failed: Option<String>,
}

impl Rounds {
    /// First looks, each after a navigation, then looks at the page after a small change.
    pub async fn take(&mut self, page: &Page, site: &Site) -> Vec<(Who, Taken)> {
        let mut taken: Vec<(Who, Taken)> = self.tools.iter().map(|(who, _)| (*who, Taken::default())).collect();
        let url = site.url(&format!("/{}", page.name));
        for _ in 0..FIRST_LOOKS {
            for at in self.dice.order(self.tools.len()) {
                self.attempt(at, &mut taken[at].1, Step::First(&url)).await;
            }
        }
        for round in 0..self.count {
            for at in self.dice.order(self.tools.len()) {
                if round < SLOW_ROUNDS || !taken[at].1.is_slow() {
                    self.attempt(at, &mut taken[at].1, Step::Again).await;
                }
            }
        }
        for ((_, tool), (_, taken)) in self.tools.iter().zip(&mut taken) {
            let process = tool.as_ref().and_then(Tool::process);
            taken.resident_mb = process.map_or(0.0, |process| Usage::of(process).own_resident_mb);
        }
        taken
    }

    /// The controls that are to be seen without scrolling, as the browser of the walk lays the page out.
    pub async fn in_view<'a>(&mut self, page: &'a Page, site: &Site) -> Result<Vec<&'a String>> {
        let tool = self.tool(0).await?;
        tool.open(&site.url(&format!("/{}", page.name))).await?;
        let seen = tool.evaluate(IN_VIEW).await?;
        let seen = seen.as_str().context("no text")?;
        Ok(page.truth.controls.iter().filter(|name| seen.contains(name.as_str())).collect())
    }

    pub async fn close(self) {
        for tool in self.tools.into_iter().filter_map(|(_, tool)| tool) {
            tool.close().await;
        }
    }

    /// A tool that fails is given up for this page and started anew for the next.
    async fn attempt(&mut self, at: usize, taken: &mut Taken, step: Step<'_>) {
        if taken.failed.is_some() {
            return;
        }
        let done = match self.tool(at).await {
            Ok(tool) => step.measure(tool, taken).await,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            taken.failed = Some(format!("{error:#}"));
            if let Some(tool) = self.tools[at].1.take() {
                tool.close().await;
            }
        }
    }

    async fn tool(&mut self, at: usize) -> Result<&mut Tool> {
        let (who, tool) = &mut self.tools[at];
        if tool.is_none() {
            *tool = Some(who.start(&self.places).await.with_context(|| format!("{} does not start", who.name()))?);
        }
        tool.as_mut().context("was just started")
    }
}

enum Step<'a> {
    First(&'a str),
    Again,
}

impl Step<'_> {
    async fn measure(self, tool: &mut Tool, taken: &mut Taken) -> Result<()> {
        match self {
            Self::First(url) => {
                tool.open(url).await?;
                let began = Instant::now();
                let text = tool.look().await?;
                taken.first_ms.push(began.elapsed().as_secs_f64() * 1e3);
                if taken.text.is_empty() {
                    taken.text = text;
                }
            }
            Self::Again => {
                tool.evaluate(CHANGE).await?;
                let process = tool.process().unwrap_or_default();
                let before = Usage::of(process);
                let began = Instant::now();
                tool.look().await?;
                taken.again_ms.push(began.elapsed().as_secs_f64() * 1e3);
                let after = Usage::of(process);
                taken.own_cpu_ms.push(after.own_cpu_ms - before.own_cpu_ms);
                taken.browser_cpu_ms.push(after.browser_cpu_ms - before.browser_cpu_ms);
            }
        }
        Ok(())
    }
}

impl Taken {
    fn is_slow(&self) -> bool {
        self.again_ms.iter().any(|ms| *ms > SLOW_MS)
    }
}

const FIRST_LOOKS: usize = 3;
/// What takes longer than this is looked at in a few rounds only.
const SLOW_MS: f64 = 3_000.0;
const SLOW_ROUNDS: usize = 3;
const CHANGE: &str = "(() => { const clock = document.getElementById('clock'); \
    clock.textContent = String(Number(clock.textContent) + 1); return clock.textContent })()";
const IN_VIEW: &str = "[...document.querySelectorAll('a, button, input, select, summary')].filter((element) => { \
    const box = element.getBoundingClientRect(); \
    return element.checkVisibility() && box.width > 0 && box.bottom > 0 && box.top < innerHeight \
        && box.right > 0 && box.left < innerWidth; \
  }).map((element) => element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).join('\\n')";
