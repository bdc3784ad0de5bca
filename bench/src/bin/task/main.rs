//! The cost of twenty steps in prompts: the same list of steps, by a scripted model, for webhand and with `--peers` for
//! the agents it is compared with, each in its own loop.

mod endpoint;
mod ours;
mod peers;
mod script;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;
use serde_json::{Value, json};
use webhand_bench::peers::installed;
use webhand_bench::site::Site;
use webhand_bench::step_log::step_log_pages;
use webhand_bench::tokens::Tokens;
use webhand_bench::{ProgramOption, median, percentile_90, print, round_to_tenth, usage};

use crate::endpoint::{Endpoint, RecordedRequest, ScriptRun};

/// The cost of twenty steps in prompts.
#[derive(Parser)]
struct Options {
    /// Install the agents webhand is compared with and have them do the same.
    #[arg(long)]
    peers: bool,
    #[command(flatten)]
    measured: ProgramOption,
    /// Where to write every prompt.
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let webhand = options.measured.program()?;
    let tokens = Tokens::load()?;
    let site = Site::serve(|_| step_log_pages()).await?;
    let endpoint = Endpoint::start().await?;
    let done = ours::run(webhand, &site, &endpoint).await?;
    write(options.transcripts.as_deref(), "webhand", &done.playing)?;
    let mut own = figures(&done.playing, &tokens);
    let overhead = overhead(&done);
    own["overhead_ms"] =
        json!({"median": round_to_tenth(median(overhead.clone())), "p90": round_to_tenth(percentile_90(overhead))});
    own["outcome"] = done.outcome;
    own["prefix"] = prefix(&done.playing.requests);
    own["met"] = met(&own);
    let mut told = json!({"bench": "task", "most_requests": MOST_REQUESTS, "most_pictures": MOST_PICTURES, "load": usage::load(), "webhand": own});
    if options.peers {
        let folder = installed().await?;
        let others = [
            ("page-agent", peers::page_agent(&folder, &site, &endpoint).await),
            ("browser-use", peers::browser_use(&folder, &site, &endpoint).await),
        ];
        for (name, played) in others {
            told[name] = compared(&told["webhand"], played, &tokens, options.transcripts.as_deref(), name)?;
        }
    }
    print(&told)
}

/// The prompts of a peer, all its runs together, compared with webhand's.
fn compared(
    own: &Value,
    played: Result<Vec<ScriptRun>>,
    tokens: &Tokens,
    folder: Option<&Path>,
    name: &str,
) -> Result<Value> {
    let played = match played {
        Ok(played) => played,
        Err(error) => return Ok(json!({"failed": format!("{error:#}")})),
    };
    let mut all = ScriptRun::merge(played);
    write(folder, name, &all)?;
    let mut figures = figures(&all, tokens);
    let share = own["tokens"].as_f64().unwrap_or(f64::NAN) / figures["tokens"].as_f64().unwrap_or(f64::NAN);
    figures["webhand_takes_percent"] = json!(round_to_tenth(100.0 * share));
    figures["prefix"] = prefix(&std::mem::take(&mut all.requests));
    Ok(figures)
}

fn write(folder: Option<&Path>, name: &str, playing: &ScriptRun) -> Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    for (nth, asked) in playing.requests.iter().enumerate() {
        std::fs::write(folder.join(format!("{name}-{nth:02}.txt")), &asked.text)?;
    }
    Ok(())
}

/// A peer's repeated requests are not counted against it.
fn figures(playing: &ScriptRun, tokens: &Tokens) -> Value {
    let requests = || playing.requests.iter().filter(|asked| !asked.missed_page);
    let counts: Vec<usize> = requests().map(|asked| tokens.count(&asked.text)).collect();
    let looks: usize = requests().map(|asked| tokens.count(&asked.text[asked.newest..])).sum();
    let pictures = requests().filter(|asked| asked.picture_bytes > 0);
    json!({
        "requests": counts.len(),
        "missed": playing.missed,
        "looked_again": playing.again,
        "tokens": counts.iter().sum::<usize>(),
        "largest": counts.iter().max(),
        "first": counts.first(),
        "looks": looks,
        "pictures": pictures.count(),
        "picture_bytes": requests().map(|asked| asked.picture_bytes).sum::<usize>(),
    })
}

/// How much of each prompt the one after it begins with, in percent, and which steps begin with less than they should.
fn prefix(requests: &[RecordedRequest]) -> Value {
    let pairs = requests.iter().zip(requests.iter().skip(1));
    let shares: Vec<f64> =
        pairs.map(|(before, after)| 100.0 * share(common(&before.text, &after.text), before.text.len())).collect();
    let below: Vec<usize> =
        (2..).zip(&shares).filter(|(_, share)| **share < LEAST_PREFIX).map(|(step, _)| step).collect();
    let least = shares.iter().copied().fold(100.0, f64::min);
    json!({"least": round_to_tenth(least), "median": round_to_tenth(median(shares)), "below": below})
}

fn common(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

#[expect(clippy::cast_precision_loss, reason = "lengths of texts are far below what a float holds")]
fn share(part: usize, whole: usize) -> f64 {
    (part as f64 / whole.max(1) as f64).min(1.0)
}

/// The time between an answer and the next request, without the time in the browser.
fn overhead(done: &ours::RunRecord) -> Vec<f64> {
    let requests = done.playing.requests.iter().zip(done.playing.requests.iter().skip(1));
    let gaps = requests.map(|(before, after)| (after.arrived - before.answered).as_secs_f64() * 1000.0);
    gaps.zip(&done.browser).map(|(gap, browser)| gap - browser).collect()
}

fn met(own: &Value) -> Value {
    let below =
        |pointer: &str, most: f64| own.pointer(pointer).and_then(Value::as_f64).is_some_and(|found| found <= most);
    json!({
        "done": own["missed"] == json!([]) && own["outcome"] == "done",
        "requests": below("/requests", MOST_REQUESTS),
        "pictures": below("/pictures", MOST_PICTURES),
        "prefix": own["prefix"]["below"] == json!([]),
        "overhead": below("/overhead_ms/median", MOST_OVERHEAD),
    })
}

/// Text is printed and not limited: a page that is shown in part costs a step.
const MOST_REQUESTS: f64 = 22.0;
const MOST_PICTURES: f64 = 3.0;
const MOST_OVERHEAD: f64 = 10.0;
const LEAST_PREFIX: f64 = 90.0;
