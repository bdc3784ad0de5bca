//! The effect of bad messages on a session: ten thousand of them on each surface, each to be answered with a typed
//! error within a second, without a panic, and the session works on.

mod make;
mod surface;
mod web_socket;

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Map, Value, json};
use webhand_bench::pages::login;
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::site::Site;
use webhand_bench::{ProgramOption, median, print, round_to_tenth, usage};

use crate::make::{Dialect, Fault, bad};
use crate::surface::{OpenSurface, Surface};

/// The effect of bad messages on a session.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    measured: ProgramOption,
    /// How many on each surface.
    #[arg(long, default_value_t = 10_000)]
    messages: usize,
    /// The seed that they are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these surfaces: mcp, socket, websocket.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let webhand = options.measured.program()?;
    let site = Site::serve(|_| vec![("/login".to_owned(), login().html)]).await?;
    let load_before = usage::load();
    let mut report = Map::new();
    for surface in Surface::ALL {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == surface.name()) {
            continue;
        }
        let mut open = OpenSurface::start(surface, webhand.clone(), &site.url("/login")).await?;
        let mut result = SurfaceResult::default();
        let ended = result.run(&mut open, surface.dialect(), options.messages, SeededRng(options.seed)).await;
        let panics = open.close().await;
        report.insert(surface.name().to_owned(), result.json(options.messages, ended.err(), &panics));
    }
    print(&json!({
        "bench": "messages",
        "seed": options.seed,
        "most_ms": MOST_MS,
        "load": {"before": load_before, "after": usage::load()},
        "surfaces": report,
    }))
}

/// The results of one surface.
#[derive(Default)]
struct SurfaceResult {
    millis: Vec<f64>,
    /// The slowest answer, by fault.
    slowest: BTreeMap<&'static str, f64>,
    /// How often each error was returned.
    codes: BTreeMap<String, usize>,
    /// Excerpts of messages that were answered without an error.
    untyped: Vec<String>,
    untyped_count: usize,
}

impl SurfaceResult {
    async fn run(
        &mut self,
        open: &mut OpenSurface,
        dialect: Dialect,
        messages: usize,
        mut rng: SeededRng,
    ) -> Result<()> {
        for number in 0..messages {
            let fault = Fault::draw(&mut rng);
            let message = bad(dialect, fault, number + 2, &mut rng);
            let began = Instant::now();
            let answer = open
                .ask(&message, Some(fault))
                .await
                .with_context(|| format!("{}: {}", fault.name(), excerpt(&message)))?;
            let millis = began.elapsed().as_secs_f64() * 1e3;
            self.millis.push(millis);
            let slowest = self.slowest.entry(fault.name()).or_default();
            *slowest = slowest.max(round_to_tenth(millis));
            if let Some(code) = code(dialect, &answer) {
                *self.codes.entry(code).or_default() += 1;
            } else {
                self.untyped_count += 1;
                self.untyped.push(format!("{} -> {}", excerpt(&message), excerpt(answer.to_string().as_bytes())));
                self.untyped.truncate(SHOWN);
            }
            if number % WORKS_EVERY == 0 {
                open.call_ok("snapshot", &json!({})).await?;
            }
        }
        open.call_ok("snapshot", &json!({})).await
    }

    fn json(&self, messages: usize, ended: Option<anyhow::Error>, panics: &[String]) -> Value {
        let slowest = self.millis.iter().copied().fold(0.0, f64::max);
        let is_met = self.millis.len() == messages
            && self.untyped_count == 0
            && slowest <= MOST_MS
            && panics.is_empty()
            && ended.is_none();
        json!({
            "messages": messages,
            "answered": self.millis.len(),
            "ms": round_to_tenth(median(self.millis.clone())),
            "slowest_ms": round_to_tenth(slowest),
            "slowest_ms_by_fault": self.slowest,
            "codes": self.codes,
            "untyped": self.untyped_count,
            "untyped_such_as": self.untyped,
            "panics": panics,
            "failed": ended.map(|error| format!("{error:#}")),
            "met": is_met,
        })
    }
}

/// The error code of an answer.
fn code(dialect: Dialect, answer: &Value) -> Option<String> {
    match dialect {
        Dialect::Agent => {
            let is_failed = answer["success"] == json!(false) && answer["error"].is_string();
            answer["code"].as_str().filter(|_| is_failed).map(str::to_owned)
        }
        Dialect::Mcp => {
            let protocol = answer.pointer("/error/code").map(Value::to_string);
            let result = answer.get("result").filter(|result| result["isError"] == json!(true));
            let tool = result.and_then(|result| result.pointer("/structuredContent/code")?.as_str().map(str::to_owned));
            protocol.or(tool)
        }
    }
}

fn excerpt(message: &[u8]) -> String {
    String::from_utf8_lossy(message).chars().take(160).collect()
}

const MOST_MS: f64 = 1_000.0;
const SHOWN: usize = 8;
const WORKS_EVERY: usize = 1_000;
