//! `webhand runs list` and `webhand runs show`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::{Event, EventKind, Input, RunId, RunOutcome, RunStatus, RunSummary, Seq};
use webhand_port::Store;

use crate::cli::GlobalArgs;
use crate::data_dir::DataDir;
use crate::display;
use crate::exit::Exit;
use crate::journal::{started_task, summarize};
use crate::run_totals::RunTotals;
use crate::terminal::{EventRenderer, ScreenUpdate, print_line};

pub async fn list(global: &GlobalArgs, data_dir: &DataDir, store: &dyn Store, most: u32) -> Result<Exit> {
    let runs = store.runs(most).await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    for run in &runs {
        let state = RunState::of(run, data_dir);
        if global.json {
            print_line(&as_json(run, state).to_string());
            continue;
        }
        let when = display::ago(run.started, u64::try_from(now).unwrap_or(u64::MAX));
        print_line(&format!(
            "{}  {:<12} {:>12}  {}",
            run.id.short(),
            state.word(),
            when,
            display::one_line(&run.task, 80)
        ));
        if let RunStatus::Waiting(question) = &run.status {
            print_line(&format!("          {}", display::one_line(&question.text, 160)));
        }
    }
    if global.json {
        print_line(&json!({"result": {"runs": runs.len()}}).to_string());
    } else if runs.is_empty() {
        print_line("no runs yet; begin with: webhand demo");
    }
    Ok(Exit::Done)
}

pub async fn show(global: &GlobalArgs, data_dir: &DataDir, store: &dyn Store, id: &RunId) -> Result<Exit> {
    let events = store.read(id, Seq(0)).await?;
    let run = summarize(id, &events);
    let state = RunState::of(&run, data_dir);
    if global.json {
        for event in &events {
            print_line(&crate::run_job::event_line(id, event));
        }
        print_line(&json!({"result": as_json(&run, state)}).to_string());
        return Ok(Exit::Done);
    }
    let totals = RunTotals::from_events(&events);
    print_line(&display::one_line(&run.task, 2_000));
    print_line(&format!("run      {id}"));
    print_line(&format!("state    {}", state.word()));
    print_line(&format!("started  {}", display::local_date(run.started)));
    if let Ok(task) = started_task(&events) {
        print_line(&format!("brain    {}", display::one_line(&task.brain, 100)));
        task.start.iter().for_each(|url| print_line(&format!("began at {}", display::one_line(url.as_str(), 200))));
    }
    print_line(&format!(
        "took     {}, {}",
        display::count(totals.steps.into(), "step"),
        display::duration(totals.millis)
    ));
    if totals.tokens() > 0 {
        print_line(&format!("tokens   {}", display::tokens(&totals.usage)));
        print_line(&format!("cost     {}", display::cost(&totals.usage)));
    }
    let report = data_dir.run_folder(id).report();
    if report.exists() {
        print_line(&format!("report   {}", report.display()));
    }
    print_line("");
    print_steps(&events);
    print_status(&run.status, state, id);
    Ok(Exit::Done)
}

/// Prints what the run asks, how it ended, or how it goes on.
fn print_status(status: &RunStatus, state: RunState, id: &RunId) {
    match status {
        RunStatus::Waiting(question) => {
            print_line(&format!("It asks: {}", display::one_line(&question.text, 1_000)));
            question.details.iter().for_each(|detail| print_line(&format!("  {}", display::one_line(detail, 300))));
            for (at, option) in question.options.iter().enumerate() {
                print_line(&format!("  {}) {}", at + 1, display::one_line(option, 300)));
            }
            print_line(&format!("Answer with: webhand runs answer {} yes|no|TEXT", id.short()));
        }
        RunStatus::Over(
            RunOutcome::Done { answer, evidence }
            | RunOutcome::Partly { answer, evidence }
            | RunOutcome::Unproven { answer, evidence, .. },
        ) => {
            print_line(&display::paragraphs(answer));
            for line in evidence {
                print_line(&display::evidence_line(line, 300));
            }
        }
        RunStatus::Over(ending) => print_line(&display::paragraphs(&ending.in_words())),
        RunStatus::Open | RunStatus::Paused if state == RunState::Interrupted => {
            print_line(&format!("Carry it on with: webhand runs resume {}", id.short()));
        }
        RunStatus::Open | RunStatus::Paused => {}
    }
}

/// Prints what was done, a line each, as it was shown while the run went on.
fn print_steps(events: &[Event]) {
    let mut renderer = EventRenderer::default();
    let mut has_steps = false;
    for event in events {
        let is_title = matches!(event.kind, EventKind::Input { input: Input::Started(_), .. });
        for update in renderer.render_event(event) {
            if let ScreenUpdate::Line(line) = update
                && !is_title
            {
                has_steps = true;
                print_line(&line.render(false, None));
            }
        }
    }
    if has_steps {
        print_line("");
    }
}

/// The state of a run, as far as this machine knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RunState {
    Running,
    Waiting,
    Interrupted,
    Done,
    Failed,
    Refused,
    InDoubt,
    Cancelled,
}

impl RunState {
    fn of(run: &RunSummary, data_dir: &DataDir) -> Self {
        match &run.status {
            RunStatus::Waiting(_) => Self::Waiting,
            RunStatus::Open | RunStatus::Paused if data_dir.run_folder(&run.id).is_locked() => Self::Running,
            RunStatus::Open | RunStatus::Paused => Self::Interrupted,
            RunStatus::Over(RunOutcome::Done { .. }) => Self::Done,
            RunStatus::Over(RunOutcome::Refused { .. }) => Self::Refused,
            RunStatus::Over(RunOutcome::InDoubt { .. } | RunOutcome::Unproven { .. } | RunOutcome::Partly { .. }) => {
                Self::InDoubt
            }
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

fn as_json(run: &RunSummary, state: RunState) -> Value {
    let mut value = serde_json::to_value(run).unwrap_or_default();
    value["state"] = state.word().replace(' ', "_").into();
    value
}
