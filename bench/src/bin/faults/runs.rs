//! Whole runs against providers that fail: the real client, the real run machine, a scripted provider over HTTP.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_bench::seeded_rng::SeededRng;
use webhand_brain::client::{Deadlines, OpenContext, RemoteBrain, open};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_engine::{NoBrains, PersonPresence, Ports, RunDriver, RunExit, RunStart, Watcher};
use webhand_fake_llm::{FakeServer, Fault, FaultKind, Script, ScriptedTurn, Split, StreamShape};
use webhand_literal::LiteralBrain;
use webhand_model::{
    Action, Event, EventKind, Grant, Input, Intent, Limits, OriginPattern, Permission, RunId, RunOutcome, Seq, Task,
    truncate,
};
use webhand_port::fake::{FakeBrowser, MemoryStore};
use webhand_port::{Brain, Store as _};

use crate::form::page;
use crate::kinds::Kind;

/// The checks of one run.
pub struct RunCheck {
    pub ending: String,
    pub requests: usize,
    /// The most requests that are allowed for so many questions to the brain.
    pub allowed: usize,
    /// Actions done more often than the accepted answers ask for.
    pub doubled: usize,
    /// Actions done more often than the script asks for; a model that repeats a call means it twice.
    pub repeated: usize,
    /// Actions that no answer contains.
    pub invented: usize,
    pub took: Duration,
}

/// One run of four filled fields, with a fault in front of one of its answers.
pub async fn faulty(kind: &'static Kind, mut rng: SeededRng) -> Result<RunCheck> {
    let struck = rng.below(STEPS);
    let times = u32::try_from(1 + rng.below(4))?;
    let drawn = kind.draw(&mut rng);
    // Such an answer is complete and is accepted; if the model then repeats it, it means it.
    let is_whole = matches!(drawn, FaultKind::DuplicateIds);
    let fault = Fault::times(times, drawn);
    let mut turns: Vec<ScriptedTurn> = (0..STEPS).map(fills).collect();
    turns[struck].fault = Some(fault);
    turns.push(ScriptedTurn::calls("done", json!({"answer": "filled"})));
    let (name, path) = PROVIDERS[rng.below(PROVIDERS.len())];
    let written = (0..STEPS).flat_map(written).collect();
    let check = run_scripted(Script::from_turns(turns), name, &format!("{path}#fake"), &written, &mut rng).await?;
    Ok(if is_whole { check } else { RunCheck { doubled: check.doubled.max(check.repeated), ..check } })
}

/// A run whose model writes nonsense: it must end by itself, with nothing done.
pub async fn nonsense_run(mut rng: SeededRng) -> Result<RunCheck> {
    let turns: Vec<ScriptedTurn> = (0..MOST_NONSENSE).map(|_| nonsense_turn(&mut rng)).collect();
    let manner = ["", "?tools=no", "?tools=json"][rng.below(3)];
    run_scripted(Script::from_turns(turns), "openai", &format!("/v1#fake{manner}"), &BTreeSet::new(), &mut rng).await
}

/// A run with a real model. It need not succeed, but it must end.
pub async fn with_model(brain: &str) -> Result<Value> {
    let env = |name: &str| std::env::var(name).ok();
    let (prices, literal) = (Prices::known(), Arc::new(LiteralBrain) as Arc<dyn Brain>);
    let run = run_with_brain(open(brain, OpenContext { literal: Some(&literal), ..OpenContext::new(&env, &prices) })?)
        .await?;
    Ok(json!({
        "brain": brain, "ending": ending(&run.over), "asked": brain_requests(&run.events), "done": run.done,
        "doubled": doubled(&run.done, &run.events), "ms": u64::try_from(run.took.as_millis())?,
    }))
}

/// A run against a scripted provider.
async fn run_scripted(
    script: Script,
    provider: &str,
    place: &str,
    written: &BTreeSet<String>,
    rng: &mut SeededRng,
) -> Result<RunCheck> {
    let split = Split { seed: rng.below(1_000).try_into()?, max: 1 + rng.below(40) };
    let stream = StreamShape { split: Some(split), ..StreamShape::default() };
    let server = FakeServer::start(Script { stream, ..script })?;
    let spec = format!("{provider}:{}{place}", server.origin());
    let Some(BrainChoice::Model(model)) = BrainSpec::parse(&spec)?.choices.pop() else {
        anyhow::bail!("{spec} is a model")
    };
    let is_key = |name: &str| name.ends_with("_KEY") || name.ends_with("CREDENTIALS");
    let env = |name: &str| is_key(name).then(|| "sk-bench-0123456789".to_owned());
    let brain = RemoteBrain::open(&model, OpenContext::new(&env, &Prices::known()))?.with_deadlines(SHORT_DEADLINES)?;
    let run = run_with_brain(Arc::new(brain)).await?;
    let requests = server.requests().iter().filter(|request| !request.path.ends_with("/oauth")).count();
    Ok(RunCheck {
        ending: ending(&run.over),
        requests,
        allowed: brain_requests(&run.events) * ATTEMPTS,
        doubled: doubled(&run.done, &run.events),
        repeated: run.done.len() - run.done.iter().collect::<BTreeSet<_>>().len(),
        invented: run.done.iter().filter(|line| !written.contains(*line)).count(),
        took: run.took,
    })
}

/// A finished run.
struct FinishedRun {
    over: RunExit,
    events: Vec<Event>,
    done: Vec<String>,
    took: Duration,
}

async fn run_with_brain(brain: Arc<dyn Brain>) -> Result<FinishedRun> {
    let browser = Arc::new(FakeBrowser::showing(page()));
    let store = Arc::new(MemoryStore::default());
    let ports =
        Ports { browser: Arc::clone(&browser) as _, brain, brains: Arc::new(NoBrains), store: Arc::clone(&store) as _ };
    let id = RunId::try_from("0123456789abcdef0123456789abcdef".to_owned())?;
    let (_say, inbox) = tokio::sync::mpsc::channel(1);
    let began = Instant::now();
    let driver = RunDriver::new(id.clone(), ports, Arc::new(NoWatcher), inbox, PersonPresence::Absent);
    let over = driver.run(RunStart::New(Box::new(task()?))).await?;
    let took = began.elapsed();
    Ok(FinishedRun {
        over,
        events: store.read(&id, Seq(0)).await?,
        done: browser.actions().iter().map(line).collect(),
        took,
    })
}

/// An action as a call is written: `fill {"ref":"e1","value":"1a"}`.
fn line(action: &Action) -> String {
    format!("{} {}", action.name(), Value::Object(action.arguments()))
}

/// How often the brain was asked.
fn brain_requests(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event.kind, EventKind::Intent { intent: Intent::AskBrain, .. })).count()
}

/// A nonsense turn of a model.
fn nonsense_turn(rng: &mut SeededRng) -> ScriptedTurn {
    let words = rng.words(8);
    match rng.below(6) {
        0 => ScriptedTurn::says(""),
        1 => ScriptedTurn::says(&format!("{{\"tool_call\": {{\"name\": \"{words}\"")),
        2 => ScriptedTurn::says(&format!("<tool_call>{words}</tool_call> {{}}")),
        3 => ScriptedTurn::says(&"na ".repeat(1 + rng.below(2_000))),
        4 => ScriptedTurn::calls("no_such_tool", json!({"ref": words})),
        _ => ScriptedTurn::says(&words),
    }
}

/// How many actions were done more often than the accepted answers ask for.
fn doubled(done: &[String], events: &[Event]) -> usize {
    let answers = events.iter().filter_map(|event| match &event.kind {
        EventKind::Input { input: Input::Answered(answer), .. } => Some(answer),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    let mut asked: Vec<String> = answers
        .flat_map(|answer| answer.calls.iter())
        .map(|call| format!("{} {}", call.name, call.arguments))
        .collect();
    let mut doubled = 0;
    for line in done {
        match asked.iter().position(|call| call == line) {
            Some(at) => drop(asked.swap_remove(at)),
            None => doubled += 1,
        }
    }
    doubled
}

fn task() -> Result<Task> {
    let origins = OriginPattern::parse("all").context("all is a pattern")?;
    let limits = Limits { steps: 20, ..Limits::default() };
    Ok(Task {
        grants: vec![Grant { origins, permission: Permission::Commit }],
        limits,
        ..Task::new("fill in the form")
    })
}

/// An answer with two calls whose values are unique.
fn fills(step: usize) -> ScriptedTurn {
    let [first, second] = values(step);
    ScriptedTurn::calls("fill", json!({"ref": "e1", "value": first}))
        .and_calls("fill", json!({"ref": "e2", "value": second}))
}

fn values(step: usize) -> [String; 2] {
    [format!("value {step} of the name"), format!("value {step} of the street")]
}

/// The two calls as the fake browser records them.
fn written(step: usize) -> [String; 2] {
    let [first, second] = values(step);
    let line = |target: &str, value: String| format!("fill {}", json!({"ref": target, "value": value}));
    [line("e1", first), line("e2", second)]
}

fn ending(over: &RunExit) -> String {
    let word = match over {
        RunExit::Parked(_) => "waiting",
        RunExit::Suspended(_) | RunExit::UsesDebugger => "parked",
        RunExit::Finished(ending) => match ending {
            RunOutcome::Done { .. } => "done",
            RunOutcome::Partly { .. } => "partly",
            RunOutcome::Unproven { .. } => "unproven",
            RunOutcome::Failed { reason, .. } => return format!("failed: {}", truncate(reason, 120)),
            RunOutcome::Refused { .. } => "refused",
            RunOutcome::InDoubt { .. } => "in_doubt",
            RunOutcome::StepLimit { .. } => "step_limit",
            RunOutcome::BudgetSpent { .. } => "budget_spent",
            RunOutcome::TooManyErrors { last } => return format!("too_many_errors: {}", truncate(last, 120)),
            RunOutcome::Cancelled => "cancelled",
        },
    };
    word.to_owned()
}

/// Totals of all runs of one kind.
#[derive(Default)]
pub struct Totals {
    runs: usize,
    pub panics: usize,
    pub over_budget: usize,
    pub doubled: usize,
    pub invented: usize,
    /// Runs that could not be begun or whose journal failed.
    pub broken: Vec<String>,
    endings: BTreeMap<String, usize>,
    requests: usize,
    slowest: Duration,
}

impl Totals {
    pub fn of(runs: usize) -> Self {
        Self { runs, ..Self::default() }
    }

    pub fn add(&mut self, check: RunCheck) {
        self.over_budget += usize::from(check.requests > check.allowed);
        self.doubled += check.doubled;
        self.invented += check.invented;
        self.requests += check.requests;
        self.slowest = self.slowest.max(check.took);
        *self.endings.entry(check.ending).or_default() += 1;
    }

    pub fn is_good(&self) -> bool {
        self.panics + self.over_budget + self.doubled + self.invented + self.broken.len() == 0
    }

    pub fn json(&self) -> Value {
        json!({
            "runs": self.runs, "panics": self.panics, "over_budget": self.over_budget, "doubled": self.doubled,
            "invented": self.invented, "broken": self.broken, "requests": self.requests, "endings": self.endings,
            "slowest_ms": u64::try_from(self.slowest.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

struct NoWatcher;

impl Watcher for NoWatcher {
    fn on_event(&self, _: &Event) {}
    fn on_live_text(&self, _: &str) {}
}

const PROVIDERS: [(&str, &str); 5] = [
    ("openai", "/v1"),
    ("anthropic", "/v1"),
    ("openai-responses", "/v1"),
    ("gemini", "/v1beta"),
    ("gigachat", "/api/v1"),
];
const STEPS: usize = 4;
/// More than any run asks for.
const MOST_NONSENSE: usize = 80;
/// One question to a brain is one request and at most two more.
const ATTEMPTS: usize = 3;
/// Short deadlines, so that a thousand runs end soon.
const SHORT_DEADLINES: Deadlines = Deadlines {
    connect: Duration::from_secs(5),
    first_byte: Duration::from_secs(2),
    idle: Duration::from_secs(2),
    total: Duration::from_secs(20),
};
