//! Measures: every tool looks at the same page in turn, in another order each round.

use std::time::Instant;

use anyhow::{Context as _, Result};
use webhand_bench::pages::Page;
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::site::Site;
use webhand_bench::usage::Usage;

use crate::tool::{ProgramPaths, Subject, Tool};

/// The running tools, and the order in which they are measured.
pub struct Rounds {
    pub tools: Vec<(Subject, Option<Tool>)>,
    pub paths: ProgramPaths,
    pub count: usize,
    pub rng: SeededRng,
}

/// The figures of one tool on one page.
#[derive(Default)]
pub struct Figures {
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
    pub async fn measure_page(&mut self, page: &Page, site: &Site) -> Vec<(Subject, Figures)> {
        let mut figures: Vec<(Subject, Figures)> =
            self.tools.iter().map(|(subject, _)| (*subject, Figures::default())).collect();
        let url = site.url(&format!("/{}", page.name));
        for _ in 0..FIRST_LOOKS {
            for at in self.rng.shuffled_order(self.tools.len()) {
                self.attempt(at, &mut figures[at].1, Step::First(&url)).await;
            }
        }
        for round in 0..self.count {
            for at in self.rng.shuffled_order(self.tools.len()) {
                if round < SLOW_ROUNDS || !figures[at].1.is_slow() {
                    self.attempt(at, &mut figures[at].1, Step::Again).await;
                }
            }
        }
        for ((_, tool), (_, figures)) in self.tools.iter().zip(&mut figures) {
            let process = tool.as_ref().and_then(Tool::process);
            figures.resident_mb = process.map_or(0.0, |process| Usage::of(process).own_resident_mb);
        }
        figures
    }

    /// The controls that are visible without scrolling, in the layout of the walk's browser.
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
    async fn attempt(&mut self, at: usize, figures: &mut Figures, step: Step<'_>) {
        if figures.failed.is_some() {
            return;
        }
        let done = match self.tool(at).await {
            Ok(tool) => step.measure(tool, figures).await,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            figures.failed = Some(format!("{error:#}"));
            if let Some(tool) = self.tools[at].1.take() {
                tool.close().await;
            }
        }
    }

    async fn tool(&mut self, at: usize) -> Result<&mut Tool> {
        let (subject, tool) = &mut self.tools[at];
        if tool.is_none() {
            *tool =
                Some(subject.start(&self.paths).await.with_context(|| format!("{} does not start", subject.name()))?);
        }
        tool.as_mut().context("was just started")
    }
}

enum Step<'a> {
    First(&'a str),
    Again,
}

impl Step<'_> {
    async fn measure(self, tool: &mut Tool, figures: &mut Figures) -> Result<()> {
        match self {
            Self::First(url) => {
                tool.open(url).await?;
                let began = Instant::now();
                let text = tool.look().await?;
                figures.first_ms.push(began.elapsed().as_secs_f64() * 1e3);
                if figures.text.is_empty() {
                    figures.text = text;
                }
            }
            Self::Again => {
                tool.evaluate(CHANGE).await?;
                let process = tool.process().unwrap_or_default();
                let before = Usage::of(process);
                let began = Instant::now();
                tool.look().await?;
                figures.again_ms.push(began.elapsed().as_secs_f64() * 1e3);
                let after = Usage::of(process);
                figures.own_cpu_ms.push(after.own_cpu_ms - before.own_cpu_ms);
                figures.browser_cpu_ms.push(after.browser_cpu_ms - before.browser_cpu_ms);
            }
        }
        Ok(())
    }
}

impl Figures {
    fn is_slow(&self) -> bool {
        self.again_ms.iter().any(|ms| *ms > SLOW_MS)
    }
}

const FIRST_LOOKS: usize = 3;
/// Slower looks are measured in a few rounds only.
const SLOW_MS: f64 = 3_000.0;
const SLOW_ROUNDS: usize = 3;
const CHANGE: &str = "(() => { const clock = document.getElementById('clock'); \
    clock.textContent = String(Number(clock.textContent) + 1); return clock.textContent })()";
const IN_VIEW: &str = "[...document.querySelectorAll('a, button, input, select, summary')].filter((element) => { \
    const box = element.getBoundingClientRect(); \
    return element.checkVisibility() && box.width > 0 && box.bottom > 0 && box.top < innerHeight \
        && box.right > 0 && box.left < innerWidth; \
  }).map((element) => element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).join('\\n')";
