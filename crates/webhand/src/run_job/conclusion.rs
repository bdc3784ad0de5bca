//! Concludes a run: writes its report, removes its profile, and prints the result.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::{
    Event, EventKind, EvidenceLine, Input, Origin, Question, QuestionKind, RunId, RunOutcome, Seq, Visibility,
};
use webhand_port::Store;

use super::{JobEnd, LINE_VERSION};
use crate::data_dir::{RunFolder, write_private};
use crate::display;
use crate::exit::Exit;
use crate::report;
use crate::run_totals::RunTotals;
use crate::terminal::{self, LineKind, OutputStyle, Screen, ScreenLine};

/// The end of a run with its totals and its report.
#[derive(Debug, Clone)]
pub struct Conclusion {
    pub id: RunId,
    pub stop: JobEnd,
    pub totals: RunTotals,
    pub report: Option<PathBuf>,
    /// The origins of the pages that were read.
    pub read_on: BTreeSet<Origin>,
}

impl Conclusion {
    /// Reads the journal, writes the reports, and removes the profile of a finished run.
    pub async fn conclude_run(
        store: &dyn Store,
        id: RunId,
        stop: JobEnd,
        folder: &RunFolder,
        reports: &[PathBuf],
    ) -> Result<Self> {
        let events = store.read(&id, Seq(0)).await?;
        if matches!(stop, JobEnd::Finished(_)) {
            folder.remove_profile();
        }
        // A failed report must not hide the result of the run.
        let report = write_reports(store, &id, &events, reports).await.unwrap_or_else(|error| {
            terminal::print_error(&format!(
                "the report could not be written: {error:#}; try `webhand runs report {}`",
                id.short()
            ));
            None
        });
        Ok(Self { id, stop, totals: RunTotals::from_events(&events), report, read_on: read_on(&events) })
    }

    pub fn exit(&self) -> Exit {
        Exit::from(&self.stop)
    }

    /// The result as JSON for programs.
    pub fn to_json(&self) -> Value {
        let mut result = json!({
            "run": self.id.as_str(),
            "exit": self.exit().number(),
            "outcome": self.exit().word(),
            "steps": self.totals.steps,
            "ms": self.totals.millis,
            "browser_ms": self.totals.browser_millis,
            "usage": self.totals.usage,
            "report": self.report,
        });
        match &self.stop {
            JobEnd::Finished(RunOutcome::Done { answer, evidence } | RunOutcome::Partly { answer, evidence }) => {
                result["answer"] = answer.as_str().into();
                result["evidence"] = json!(evidence);
            }
            JobEnd::Finished(RunOutcome::Unproven { answer, evidence, why }) => {
                result["answer"] = answer.as_str().into();
                result["evidence"] = json!(evidence);
                result["reason"] = why.as_str().into();
            }
            JobEnd::Finished(ending) => result["reason"] = ending.in_words().into(),
            JobEnd::Waiting(question) => result["question"] = serde_json::to_value(question).unwrap_or_default(),
            JobEnd::Interrupted => result["reason"] = "interrupted; it can be resumed".into(),
            JobEnd::Suspended(why) => result["reason"] = why.as_str().into(),
        }
        result
    }

    pub fn in_one_sentence(&self) -> String {
        let id = self.id.short();
        match &self.stop {
            JobEnd::Finished(ending) => display::one_line(&ending.in_words(), 2_000),
            JobEnd::Waiting(question) if question.kind == QuestionKind::HandOver(Visibility::Nowhere) => {
                format!("the browser is yours: webhand runs resume {id} --browser visible")
            }
            JobEnd::Waiting(Question { kind: QuestionKind::Secret(_), .. }) => {
                format!("the run waits for what it is not to see: webhand runs answer {id} --secret")
            }
            JobEnd::Waiting(_) => format!("the run waits for your answer: webhand runs answer {id} yes|no|TEXT"),
            JobEnd::Interrupted => format!("interrupted; carry it on with: webhand runs resume {id}"),
            JobEnd::Suspended(why) => {
                format!("parked: {}; carry it on with: webhand runs resume {id}", display::one_line(why, 2_000))
            }
        }
    }

    fn totals_line(&self) -> String {
        let mut parts = vec![display::count(self.totals.steps.into(), "step"), display::duration(self.totals.millis)];
        if self.totals.tokens() > 0 {
            parts.push(display::usage(&self.totals.usage));
        }
        parts.join(" · ")
    }
}

fn read_on(events: &[Event]) -> BTreeSet<Origin> {
    let looks = events.iter().filter_map(|event| match &event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => Some(page.origin()),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    looks.filter(|origin| *origin != Origin::opaque()).collect()
}

async fn write_reports(store: &dyn Store, id: &RunId, events: &[Event], paths: &[PathBuf]) -> Result<Option<PathBuf>> {
    let Some(first) = paths.first() else { return Ok(None) };
    let html = report::render(store, id, events).await?;
    for path in paths {
        write_private(path, html.as_bytes())?;
    }
    Ok(Some(first.clone()))
}

/// Prints the result of a run.
pub fn print_conclusion(screen: &Screen, style: OutputStyle, conclusion: &Conclusion) {
    if style == OutputStyle::Json {
        screen.answer(json!({"v": LINE_VERSION, "result": conclusion.to_json()}).to_string());
        return;
    }
    if style == OutputStyle::Quiet && conclusion.exit() != Exit::Done {
        terminal::print_error(&conclusion.in_one_sentence());
        return;
    }
    screen.show(ScreenLine::new(LineKind::Blank, ""));
    match &conclusion.stop {
        JobEnd::Finished(outcome) => print_outcome(screen, conclusion, outcome),
        JobEnd::Waiting(question) => print_waiting(screen, conclusion.id.short(), question),
        JobEnd::Interrupted => print_resumable(screen, conclusion.id.short(), "interrupted"),
        JobEnd::Suspended(why) => {
            print_resumable(screen, conclusion.id.short(), &format!("parked: {}", display::one_line(why, 2_000)));
        }
    }
    if let Some(report) = &conclusion.report {
        screen.show(ScreenLine::new(LineKind::ToCopy, format!("report: {}", shown_path(report))));
    }
}

fn print_outcome(screen: &Screen, conclusion: &Conclusion, outcome: &RunOutcome) {
    let totals = conclusion.totals_line();
    match outcome {
        RunOutcome::Done { answer, evidence } => {
            print_answer(screen, answer, evidence);
            screen.show(ScreenLine::new(LineKind::Done, "done").with_aside(totals));
        }
        RunOutcome::Partly { answer, evidence } => {
            print_answer(screen, answer, evidence);
            screen.show(ScreenLine::new(LineKind::InDoubt, "done in part").with_aside(totals));
        }
        RunOutcome::Unproven { answer, evidence, why } => {
            print_answer(screen, answer, evidence);
            let why = format!("in doubt: {}", display::one_line(why, 2_000));
            screen.show(ScreenLine::new(LineKind::InDoubt, why).with_aside(totals));
        }
        RunOutcome::Refused { .. }
        | RunOutcome::Failed { .. }
        | RunOutcome::InDoubt { .. }
        | RunOutcome::StepLimit { .. }
        | RunOutcome::BudgetSpent { .. }
        | RunOutcome::TooManyErrors { .. }
        | RunOutcome::Cancelled => {
            let why = format!(
                "{}: {}",
                conclusion.exit().word().replace('_', " "),
                display::one_line(&outcome.in_words(), 2_000)
            );
            screen.show(ScreenLine::new(line_kind(outcome), why).with_aside(totals));
        }
    }
}

/// Prints the answer and its evidence, each line with what was found when it was checked.
fn print_answer(screen: &Screen, answer: &str, evidence: &[EvidenceLine]) {
    screen.answer(display::paragraphs(answer));
    if !evidence.is_empty() {
        screen.show(ScreenLine::new(LineKind::Blank, ""));
    }
    for line in evidence {
        screen.show(ScreenLine::new(LineKind::About, display::evidence_line(line, 300)));
    }
}

fn print_resumable(screen: &Screen, id: &str, why: &str) {
    screen.show(ScreenLine::new(LineKind::Note, format!("{why}; everything so far is kept")));
    screen.show(ScreenLine::new(LineKind::ToCopy, format!("  webhand runs resume {id}")));
}

/// Prints what the run waits for, and the command that answers it.
fn print_waiting(screen: &Screen, id: &str, question: &Question) {
    match &question.kind {
        QuestionKind::HandOver(Visibility::Nowhere) => {
            screen.show(ScreenLine::new(LineKind::Note, "the run waits until you have been at its browser"));
            screen.show(ScreenLine::new(LineKind::ToCopy, format!("  webhand runs resume {id} --browser visible")));
        }
        QuestionKind::Secret(_) => {
            screen.show(ScreenLine::new(
                LineKind::Note,
                "the run waits for what only you know; it is asked for without being shown",
            ));
            screen.show(ScreenLine::new(LineKind::ToCopy, format!("  webhand runs answer {id} --secret")));
        }
        QuestionKind::HandOver(Visibility::InWindow | Visibility::InDashboard)
        | QuestionKind::Approval(_)
        | QuestionKind::Brain
        | QuestionKind::Budget
        | QuestionKind::Debugger => {
            screen.show(ScreenLine::new(
                LineKind::Note,
                "the run waits for your answer; nothing further happens without it",
            ));
            screen.show(ScreenLine::new(
                LineKind::ToCopy,
                format!("  webhand runs answer {id} yes      (or no, or text)"),
            ));
        }
    }
}

fn line_kind(ending: &RunOutcome) -> LineKind {
    match ending {
        RunOutcome::Refused { .. } => LineKind::Refused,
        RunOutcome::InDoubt { .. } | RunOutcome::Unproven { .. } | RunOutcome::Partly { .. } => LineKind::InDoubt,
        RunOutcome::Done { .. } => LineKind::Done,
        RunOutcome::Failed { .. }
        | RunOutcome::StepLimit { .. }
        | RunOutcome::BudgetSpent { .. }
        | RunOutcome::TooManyErrors { .. }
        | RunOutcome::Cancelled => LineKind::Failed,
    }
}

/// A path for people, cleaned and cut.
pub fn shown_path(path: &Path) -> String {
    display::one_line(&path.display().to_string(), 400)
}
