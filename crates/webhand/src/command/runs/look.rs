//! Lists and shows runs.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::{Event, EventKind, Input, RunId, RunOutcome, RunStatus, RunSummary, Seq, Task};
use webhand_port::Store;

use super::folded;
use crate::cli::Everywhere;
use crate::exit::Exit;
use crate::home::Home;
use crate::terminal::print;
use crate::words;
use crate::work::Tally;

pub async fn list(everywhere: &Everywhere, home: &Home, store: &dyn Store, most: u32) -> Result<Exit> {
    let runs = store.runs(most).await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    for run in &runs {
        let state = State::of(run, home);
        if everywhere.json {
            print(&as_json(run, state).to_string());
            continue;
        }
        let when = words::ago(run.started, u64::try_from(now).unwrap_or(u64::MAX));
        print(&format!("{}  {:<12} {:>12}  {}", run.id.short(), state.word(), when, words::shown(&run.task, 80)));
        if let RunStatus::Waiting(question) = &run.status {
            print(&format!("          {}", words::shown(&question.text, 160)));
        }
    }
    if everywhere.json {
        print(&json!({"result": {"runs": runs.len()}}).to_string());
    } else if runs.is_empty() {
        print("no runs yet; begin with: webhand demo");
    }
    Ok(Exit::Done)
}

pub async fn show(everywhere: &Everywhere, home: &Home, store: &dyn Store, id: &RunId) -> Result<Exit> {
    let events = store.read(id, Seq(0)).await?;
    let run = folded(id, &events);
    let state = State::of(&run, home);
    if everywhere.json {
        for event in &events {
            print(&crate::work::line(id, event));
        }
        print(&json!({"result": as_json(&run, state)}).to_string());
        return Ok(Exit::Done);
    }
    let tally = Tally::of(&events);
    print(&words::shown(&run.task, 2_000));
    print(&format!("run      {id}"));
    print(&format!("state    {}", state.word()));
    print(&format!("started  {}", words::date(run.started)));
    if let Some(task) = task(&events) {
        print(&format!("brain    {}", words::shown(&task.brain, 100)));
        task.start.iter().for_each(|url| print(&format!("began at {}", words::shown(url.as_str(), 200))));
    }
    print(&format!("took     {}, {}", words::count(tally.steps.into(), "step"), words::duration(tally.millis)));
    if tally.tokens() > 0 {
        print(&format!("tokens   {}", words::tokens(&tally.usage)));
        print(&format!("cost     {}", words::cost(&tally.usage)));
    }
    let report = home.run(id).report();
    if report.exists() {
        print(&format!("report   {}", report.display()));
    }
    print("");
    match &run.status {
        RunStatus::Waiting(question) => {
            print(&format!("It asks: {}", words::shown(&question.text, 1_000)));
            question.details.iter().for_each(|detail| print(&format!("  {}", words::shown(detail, 300))));
            for (at, option) in question.options.iter().enumerate() {
                print(&format!("  {}) {}", at + 1, words::shown(option, 300)));
            }
            print(&format!("Answer with: webhand runs answer {} yes|no|TEXT", id.short()));
        }
        RunStatus::Over(RunOutcome::Done { answer, evidence }) => {
            print(&words::paragraphs(answer));
            for line in evidence {
                print(&format!("seen: {}", words::shown(line, 300)));
            }
        }
        RunStatus::Over(ending) => print(&words::paragraphs(&ending.in_words())),
        RunStatus::Open | RunStatus::Paused if state == State::Interrupted => {
            print(&format!("Carry it on with: webhand runs resume {}", id.short()));
        }
        RunStatus::Open | RunStatus::Paused => {}
    }
    Ok(Exit::Done)
}

/// Where a run stands, as far as this machine can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Waiting,
    Interrupted,
    Done,
    Failed,
    Refused,
    InDoubt,
    Cancelled,
}

impl State {
    fn of(run: &RunSummary, home: &Home) -> Self {
        match &run.status {
            RunStatus::Waiting(_) => Self::Waiting,
            RunStatus::Open | RunStatus::Paused if home.run(&run.id).is_taken() => Self::Running,
            RunStatus::Open | RunStatus::Paused => Self::Interrupted,
            RunStatus::Over(RunOutcome::Done { .. }) => Self::Done,
            RunStatus::Over(RunOutcome::Refused { .. }) => Self::Refused,
            RunStatus::Over(RunOutcome::InDoubt { .. } | RunOutcome::Unproven { .. }) => Self::InDoubt,
            RunStatus::Over(RunOutcome::Cancelled) => Self::Cancelled,
            RunStatus::Over(
                RunOutcome::Failed { .. }
                | RunOutcome::StepLimit { .. }
                | RunOutcome::BudgetSpent { .. }
                | RunOutcome::TooManyErrors { .. },
            ) => Self::Failed,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Interrupted => "interrupted",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::InDoubt => "in doubt",
            Self::Cancelled => "cancelled",
        }
    }
}

fn as_json(run: &RunSummary, state: State) -> Value {
    let mut value = serde_json::to_value(run).unwrap_or_default();
    value["state"] = state.word().replace(' ', "_").into();
    value
}

fn task(events: &[Event]) -> Option<&Task> {
    events.iter().find_map(|event| match &event.kind {
        EventKind::Input { input: Input::Started(task), .. } => Some(task),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    })
}
