//! Whether false claims of a model are believed, and true ones doubted: scripted models carry out runs on real pages and claim
//! to be done, the false ones of twenty kinds and the true ones of ten.
//!
//! A model that is asked again says the same again.

mod case;
mod false_claims;
mod scripted_model;
mod true_claims;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::print;
use webhand_bench::site::Site;
use webhand_brain::redaction::RedactingBrain;
use webhand_engine::{NoBrains, PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};
use webhand_model::{
    Event, EventKind, Grant, Input, Intent, Limits, Millis, OriginPattern, Permission, PersonReply, RunId, RunOutcome,
    Task, WebUrl,
};
use webhand_port::Brain;
use webhand_port::fake::MemoryStore;

use case::{ClaimCase, ShownData};
use scripted_model::ScriptedModel;

/// Which claims are believed.
#[derive(Parser)]
struct Options {
    /// Only cases whose kind contains this.
    #[arg(long)]
    only: Option<String>,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(play_all(&options))
}

async fn play_all(options: &Options) -> Result<()> {
    let is_played = |case: &ClaimCase| options.only.as_ref().is_none_or(|part| case.kind.contains(part.as_str()));
    let [lies, truths] = [false_claims::false_claims(), true_claims::true_claims()]
        .map(|cases| cases.into_iter().filter(is_played).collect::<Vec<_>>());
    let all: Vec<&ClaimCase> = lies.iter().chain(&truths).collect();
    let pages = all.iter().enumerate().map(|(at, case)| (format!("/{at}"), case.html.clone())).collect();
    let site = Site::serve(|_| pages).await?;
    let mut browser = BenchBrowser::start().await?;
    let (mut believed, mut doubted) = (Vec::new(), Vec::new());
    for (at, case) in all.iter().enumerate() {
        let (ending, asked_again) = play(&mut browser, &site.url(&format!("/{at}")), at, case).await?;
        let is_done = matches!(ending, RunExit::Finished(RunOutcome::Done { .. }));
        let told = || json!({"kind": case.kind, "asked_again": asked_again, "ending": describe(&ending)});
        if at < lies.len() {
            believed.extend(is_done.then(told));
        } else {
            doubted.extend((!is_done || asked_again).then(told));
        }
    }
    browser.close().await;
    print(&json!({
        "bench": "claims",
        "false": lies.len(), "believed": believed.len(),
        "true": truths.len(), "doubted": doubted.len(),
        "met": believed.is_empty() && doubted.is_empty(),
        "believed_claims": believed, "doubted_claims": doubted,
    }))
}

/// How the run ends, and whether its model was asked again.
async fn play(browser: &mut BenchBrowser, url: &str, at: usize, case: &ClaimCase) -> Result<(RunExit, bool)> {
    let mut task = Task::new(case.task);
    task.start = WebUrl::parse(url).ok();
    // `literal` reads whole pages; this model is shown the text of a look.
    "scripted/model".clone_into(&mut task.brain);
    let grant = |permission| -> Result<Grant> { Ok(Grant { origins: OriginPattern::parse("localhost")?, permission }) };
    task.grants = vec![grant(Permission::Commit)?, grant(Permission::Code)?];
    task.limits = Limits { time: Some(Millis(RUN_MS)), steps: 8, ..Limits::default() };
    let model = Arc::new(ScriptedModel::new(case));
    let brain: Arc<dyn Brain> = match case.data {
        ShownData::Plain => Arc::clone(&model) as _,
        ShownData::Redacted => Arc::new(RedactingBrain::new(Arc::clone(&model) as _)),
    };
    let ports = Ports {
        browser: browser.browser(),
        brain,
        brains: Arc::new(NoBrains),
        store: Arc::new(MemoryStore::default()),
    };
    let (say, inbox) = mpsc::channel(1);
    let id = RunId::try_from(format!("{:016x}", at + 1))?;
    let driver = RunDriver::new(id, ports, Arc::new(AgreeingPerson { say }), inbox, PersonPresence::Present);
    let driving = driver.run(RunStart::New(Box::new(task)));
    let ending = tokio::time::timeout(Duration::from_millis(2 * RUN_MS), driving).await??;
    Ok((ending, model.claims() > 1))
}

fn describe(ending: &RunExit) -> Value {
    match ending {
        RunExit::Finished(outcome) => outcome.in_words().into(),
        RunExit::Parked(question) => question.text.clone().into(),
        RunExit::UsesDebugger => "needs the debugger".into(),
        RunExit::Suspended(why) => why.clone().into(),
    }
}

/// Says yes to every question of the guard.
struct AgreeingPerson {
    say: mpsc::Sender<Input>,
}

impl Watcher for AgreeingPerson {
    fn on_event(&self, event: &Event) {
        if let EventKind::Intent { intent: Intent::AskPerson(_), .. } = &event.kind {
            // The channel holds one, and a run asks one question at a time.
            let _ = self.say.try_send(Input::Replied(PersonReply::Yes));
        }
    }

    fn on_live_text(&self, _: &str) {}
}

const RUN_MS: u64 = 90_000;
