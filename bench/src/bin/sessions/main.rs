//! Leftovers of sessions: a hundred opened and closed by verbs, twenty at once; then twenty whose process is killed.
//!
//! All of them use folders of their own, so everything that is found there afterwards was left by them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Parser;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use webhand_bench::leftovers::Leftovers;
use webhand_bench::pages::login;
use webhand_bench::site::Site;
use webhand_bench::verbs::VerbRunner;
use webhand_bench::{ProgramOption, median, print, round_to_tenth, usage};

/// The remains of sessions that were closed or killed.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    measured: ProgramOption,
    /// How many are opened and closed.
    #[arg(long, default_value_t = 100)]
    sessions: usize,
    #[arg(long, default_value_t = 20)]
    at_once: usize,
    /// How many are killed.
    #[arg(long, default_value_t = 20)]
    killed: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let webhand = options.measured.program()?;
    let site = Site::serve(|_| vec![("/login".to_owned(), login().html)]).await?;
    let url = site.url("/login");
    let load_before = usage::load();
    let closed = closed(&webhand, &url, options.sessions, options.at_once).await?;
    let killed = killed(&webhand, &url, options.killed, options.at_once).await?;
    print(&json!({
        "bench": "sessions",
        "load": {"before": load_before, "after": usage::load()},
        "closed": closed,
        "killed": killed,
    }))
}

/// Milliseconds of one session: to open and look, and to close.
type SessionTimes = Result<(f64, f64)>;

async fn closed(webhand: &std::path::Path, url: &str, sessions: usize, at_once: usize) -> Result<Value> {
    let verbs = Arc::new(VerbRunner::new(webhand.to_owned())?);
    let room = Arc::new(Semaphore::new(at_once));
    let mut under_way: JoinSet<SessionTimes> = JoinSet::new();
    for number in 0..sessions {
        let (verbs, room, url) = (Arc::clone(&verbs), Arc::clone(&room), url.to_owned());
        under_way.spawn(async move {
            let _turn = room.acquire_owned().await?;
            let name = format!("s{number}");
            let open = open(&verbs, &name, &url).await?;
            let began = Instant::now();
            verbs.run(&["close", "--session", &name]).await?;
            Ok((open, millis(began)))
        });
    }
    let (mut opened, mut ended, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(went) = under_way.join_next().await {
        match went? {
            Ok((open, close)) => {
                opened.push(open);
                ended.push(close);
            }
            Err(error) => failed.push(format!("{error:#}")),
        }
    }
    let at_once_left = Leftovers::of(verbs.place());
    let left = Leftovers::settled(verbs.place(), GONE_WITHIN).await;
    verbs.close().await;
    Ok(json!({
        "sessions": sessions,
        "at_once": at_once,
        "open_ms": round_to_tenth(median(opened)),
        "close_ms": round_to_tenth(median(ended)),
        "failed": failed,
        "left_at_the_last_answer": at_once_left.json(),
        "left": left.json(),
        "met": failed.is_empty() && left == Leftovers::default(),
    }))
}

async fn killed(webhand: &std::path::Path, url: &str, sessions: usize, at_once: usize) -> Result<Value> {
    let verbs = VerbRunner::new(webhand.to_owned())?;
    let names: Vec<String> = (0..sessions).map(|number| format!("k{number}")).collect();
    for some in names.chunks(at_once.max(1)) {
        let opened = some.iter().map(|name| open(&verbs, name, url));
        for opened in futures_util::future::join_all(opened).await {
            opened?;
        }
    }
    let hosts = hosts(&verbs).await?;
    ensure!(hosts.len() == sessions, "{} of {sessions} sessions are listed", hosts.len());
    for host in &hosts {
        ensure!(Command::new("kill").args(["-9", &host.to_string()]).status().await?.success(), "kill failed");
    }
    let began = Instant::now();
    let processes = loop {
        let left = Leftovers::of(verbs.place());
        if left.processes.is_empty() || began.elapsed() > GONE_WITHIN {
            break left;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let gone_ms = round_to_tenth(millis(began));
    // A killed session cannot tidy up; the next command does.
    verbs.run(&["sessions"]).await?;
    open(&verbs, "k0", url).await?;
    verbs.run(&["close", "--session", "k0"]).await?;
    let left = Leftovers::settled(verbs.place(), GONE_WITHIN).await;
    verbs.close().await;
    Ok(json!({
        "sessions": sessions,
        "processes_gone_ms": gone_ms,
        "left_at_once": processes.json(),
        "left_after_the_next_session": left.json(),
        "met": processes.processes.is_empty() && left == Leftovers::default(),
    }))
}

/// Opens a session and returns how long that took.
async fn open(verbs: &VerbRunner, name: &str, url: &str) -> Result<f64> {
    let began = Instant::now();
    let text = verbs.run(&["open", url, "--session", name, "--allow", "localhost", "--snapshot"]).await?;
    ensure!(text.contains("Enter the library"), "session {name} shows another page: {text}");
    Ok(millis(began))
}

/// The processes that keep the sessions.
async fn hosts(verbs: &VerbRunner) -> Result<Vec<u64>> {
    let text = verbs.run(&["sessions", "--json"]).await?;
    let mut hosts = Vec::new();
    for line in text.lines() {
        let listed: Value = serde_json::from_str(line)?;
        let sessions = listed.as_array().cloned().unwrap_or_else(|| vec![listed]);
        hosts.extend(sessions.iter().filter_map(|session| session["pid"].as_u64()));
    }
    Ok(hosts)
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// How long ended processes may take to disappear.
const GONE_WITHIN: Duration = Duration::from_secs(10);
