//! What remains to be done when the work on a run has ended: the report, the profile, the last words.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::{Event, EventKind, Input, Origin, Question, QuestionKind, RunId, RunOutcome, Seq, Visibility};
use webhand_port::Store;

use super::{Stop, Tally};
use crate::exit::Exit;
use crate::home::{RunFolder, write_private};
use crate::report;
use crate::terminal::{self, Line, Mark, Screen, Style};
use crate::words;

/// How a run ended, with all there is to say about it.
#[derive(Debug, Clone)]
pub struct Conclusion {
    pub id: RunId,
    pub stop: Stop,
    pub tally: Tally,
    pub report: Option<PathBuf>,
    /// Where pages were read.
    pub read_on: BTreeSet<Origin>,
}

impl Conclusion {
    /// Reads the journal, writes the reports, and removes a profile that nobody needs again.
    pub async fn reach(
        store: &dyn Store,
        id: RunId,
        stop: Stop,
        folder: &RunFolder,
        reports: &[PathBuf],
    ) -> Result<Self> {
        let events = store.read(&id, Seq(0)).await?;
        if matches!(stop, Stop::Finished(_)) {
            folder.remove_profile();
        }
        // What came of the run is worth more than its report.
        let report = write_reports(store, &id, &events, reports).await.unwrap_or_else(|error| {
            terminal::complain(&format!(
                "the report could not be written: {error:#}; try `webhand runs report {}`",
                id.short()
            ));
            None
        });
        Ok(Self { id, stop, tally: Tally::of(&events), report, read_on: read_on(&events) })
    }

    pub fn exit(&self) -> Exit {
        Exit::from(&self.stop)
    }

    /// For programs.
    pub fn result(&self) -> Value {
        let mut result = json!({
            "run": self.id.as_str(),
            "exit": self.exit().number(),
            "outcome": self.exit().word(),
            "steps": self.tally.steps,
            "ms": self.tally.millis,
            "browser_ms": self.tally.browser_millis,
            "usage": self.tally.usage,
            "report": self.report,
        });
        match &self.stop {
            Stop::Finished(RunOutcome::Done { answer, evidence }) => {
                result["answer"] = answer.as_str().into();
                result["evidence"] = evidence.as_slice().into();
            }
            Stop::Finished(RunOutcome::Unproven { answer, evidence, why }) => {
                result["answer"] = answer.as_str().into();
                result["evidence"] = evidence.as_slice().into();
                result["reason"] = why.as_str().into();
            }
            Stop::Finished(ending) => result["reason"] = ending.in_words().into(),
            Stop::Waiting(question) => result["question"] = serde_json::to_value(question).unwrap_or_default(),
            Stop::Interrupted => result["reason"] = "interrupted; it can be resumed".into(),
        }
        result
    }

    pub fn in_a_sentence(&self) -> String {
        let id = self.id.short();
        match &self.stop {
            Stop::Finished(ending) => words::shown(&ending.in_words(), 2_000),
            Stop::Waiting(question) if question.kind == QuestionKind::HandOver(Visibility::Nowhere) => {
                format!("the browser is yours: webhand runs resume {id} --browser visible")
            }
            Stop::Waiting(Question { kind: QuestionKind::Secret(_), .. }) => {
                format!("the run waits for what it is not to see: webhand runs answer {id} --secret")
            }
            Stop::Waiting(_) => format!("the run waits for your answer: webhand runs answer {id} yes|no|TEXT"),
            Stop::Interrupted => format!("interrupted; carry it on with: webhand runs resume {id}"),
        }
    }

    fn totals(&self) -> String {
        let mut parts = vec![words::count(self.tally.steps.into(), "step"), words::duration(self.tally.millis)];
        if self.tally.tokens() > 0 {
            parts.push(words::usage(&self.tally.usage));
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

/// The last words on a run.
pub fn show_end(screen: &Screen, style: Style, conclusion: &Conclusion) {
    if style == Style::Json {
        screen.answer(json!({"result": conclusion.result()}).to_string());
        return;
    }
    if style == Style::Quiet && conclusion.exit() != Exit::Done {
        terminal::complain(&conclusion.in_a_sentence());
        return;
    }
    let id = conclusion.id.short();
    let totals = conclusion.totals();
    screen.show(Line::new(Mark::Blank, ""));
    match &conclusion.stop {
        Stop::Finished(RunOutcome::Done { answer, evidence }) => {
            screen.answer(words::paragraphs(answer));
            if !evidence.is_empty() {
                screen.show(Line::new(Mark::Blank, ""));
            }
            for line in evidence {
                screen.show(Line::new(Mark::About, format!("seen: {}", words::shown(line, 300))));
            }
            screen.show(Line::new(Mark::Done, "done").with_aside(totals));
        }
        Stop::Finished(ending) => {
            let why =
                format!("{}: {}", conclusion.exit().word().replace('_', " "), words::shown(&ending.in_words(), 2_000));
            screen.show(Line::new(mark(ending), why).with_aside(totals));
        }
        Stop::Waiting(question) if question.kind == QuestionKind::HandOver(Visibility::Nowhere) => {
            screen.show(Line::new(Mark::Note, "the run waits until you have been at its browser"));
            screen.show(Line::new(Mark::ToCopy, format!("  webhand runs resume {id} --browser visible")));
        }
        Stop::Waiting(Question { kind: QuestionKind::Secret(_), .. }) => {
            screen.show(Line::new(
                Mark::Note,
                "the run waits for what only you know; it is asked for without being shown",
            ));
            screen.show(Line::new(Mark::ToCopy, format!("  webhand runs answer {id} --secret")));
        }
        Stop::Waiting(_) => {
            screen.show(Line::new(Mark::Note, "the run waits for your answer; nothing further happens without it"));
            screen.show(Line::new(Mark::ToCopy, format!("  webhand runs answer {id} yes      (or no, or text)")));
        }
        Stop::Interrupted => {
            screen.show(Line::new(Mark::Note, "interrupted; everything so far is kept"));
            screen.show(Line::new(Mark::ToCopy, format!("  webhand runs resume {id}")));
        }
    }
    if let Some(report) = &conclusion.report {
        screen.show(Line::new(Mark::ToCopy, format!("report: {}", shown_path(report))));
    }
}

fn mark(ending: &RunOutcome) -> Mark {
    match ending {
        RunOutcome::Refused { .. } => Mark::Refused,
        RunOutcome::InDoubt { .. } | RunOutcome::Unproven { .. } => Mark::InDoubt,
        RunOutcome::Done { .. } => Mark::Done,
        RunOutcome::Failed { .. }
        | RunOutcome::StepLimit { .. }
        | RunOutcome::BudgetSpent { .. }
        | RunOutcome::TooManyErrors { .. }
        | RunOutcome::Cancelled => Mark::Failed,
    }
}

/// A path as a person would write it.
pub fn shown_path(path: &Path) -> String {
    words::shown(&path.display().to_string(), 400)
}
