//! The worker is ended at many points of a run, drawn from a seed: what was approved arrives once, never twice.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::browser::Browser;
use super::site::TrapSite;
use super::view::View;

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_ended_anywhere_sends_what_was_approved_once() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    for seed in 0..seeds() {
        let level = if seed % 2 == 0 { "debugger" } else { "quiet" };
        let before = site.marks().len();
        let outcome = ride(&browser, &view, &site, level, seed).await?;
        let arrived = site.marks().len() - before;
        ensure!(arrived <= 1, "seed {seed}, {level}: it arrived {arrived} times");
        let is_done = outcome["outcome"]["kind"] == "done";
        ensure!(!is_done || arrived == 1, "seed {seed}, {level}: done, but nothing arrived: {outcome}");
    }
    browser.close().await;
    Ok(())
}

/// One run, with the worker ended at the points of the seed. Returns how the run stands when it rests.
async fn ride(browser: &Browser, view: &View, site: &TrapSite, level: &str, seed: u64) -> Result<Value> {
    let mut points = seed.wrapping_mul(MIX) >> 32;
    let mut is_point = || {
        points = points.rotate_right(1);
        points & 1 == 1
    };
    let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
    let run = view.start_at(level, &order).await?;
    for kind in ["looked", "acting", "asked"] {
        view.event(&run, kind, 0).await?;
        if is_point() {
            browser.kill_worker().await?;
        }
    }
    let mut asked = 0;
    loop {
        let info = view.settled(&run).await?;
        let question = &info["question"];
        if question.is_null() || asked == MOST_ASKED {
            view.ask("POST", &format!("/api/v1/runs/{run}/cancel"), &Value::Null).await.ok();
            return Ok(info);
        }
        asked += 1;
        let answer = json!({"question": question["no"], "answer": "yes"});
        view.ask("POST", &format!("/api/v1/runs/{run}/answer"), &answer).await?;
        if is_point() {
            browser.kill_worker().await?;
        }
    }
}

/// `WEBHAND_WORKER_ENDS` rides; few by themselves, because each takes seconds.
fn seeds() -> u64 {
    std::env::var("WEBHAND_WORKER_ENDS").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL_SEEDS)
}

const USUAL_SEEDS: u64 = 4;
const MOST_ASKED: usize = 4;
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
