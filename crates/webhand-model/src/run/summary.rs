//! A run in one line, for lists: kept up to date event by event.

use serde::{Deserialize, Serialize};

use crate::{Event, EventKind, Input, Intent, Question, QuestionKind, RunId, RunOutcome, Usage};

/// The entry of a run in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSummary {
    pub id: RunId,
    pub task: String,
    pub status: RunStatus,
    /// How often the brain was asked.
    pub steps: u32,
    /// Milliseconds since 1970.
    pub started: u64,
    pub updated: u64,
    pub usage: Usage,
}

/// The status of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Under way, or interrupted: the journal does not show which.
    Open,
    Waiting(Question),
    Paused,
    Over(RunOutcome),
}

impl RunSummary {
    #[must_use]
    pub fn new(id: RunId) -> Self {
        Self {
            id,
            task: String::new(),
            status: RunStatus::Open,
            steps: 0,
            started: 0,
            updated: 0,
            usage: Usage::default(),
        }
    }

    /// Applies the next event of the run's journal.
    pub fn apply_event(&mut self, event: &Event) {
        self.updated = event.wall;
        match &event.kind {
            EventKind::Input { input, .. } => self.apply_input(input, event.wall),
            EventKind::Intent { intent, .. } => match intent {
                Intent::AskBrain | Intent::ReportResult(_) => self.steps += 1,
                Intent::AskPerson(question) => self.status = RunStatus::Waiting(question.clone()),
                Intent::Finish(ending) => self.status = RunStatus::Over(ending.clone()),
                Intent::Observe { .. }
                | Intent::Verify
                | Intent::Extract
                | Intent::ResolveRefs(_)
                | Intent::Inspect(_)
                | Intent::Act { .. }
                | Intent::ResolveRequest { .. }
                | Intent::HandOver
                | Intent::TakeBack
                | Intent::UseDebugger
                | Intent::Park { .. } => {}
            },
        }
    }

    /// Whether the person has the browser; calls of an agent meanwhile do not change that.
    #[must_use]
    pub fn is_with_person(&self) -> bool {
        matches!(&self.status, RunStatus::Waiting(question) if matches!(question.kind, QuestionKind::HandOver(_)))
    }

    fn apply_input(&mut self, input: &Input, wall: u64) {
        match input {
            Input::Started(task) => {
                self.task.clone_from(&task.text);
                self.started = wall;
            }
            Input::Answered(answer) | Input::Extracted(answer) => self.usage += answer.usage,
            Input::ToolCalled(_) | Input::CallWithdrawn if self.is_with_person() => {}
            Input::Replied(_)
            | Input::RepliedFrom { .. }
            | Input::ToolCalled(_)
            | Input::CallWithdrawn
            | Input::TakenOver
                if matches!(self.status, RunStatus::Waiting(_)) =>
            {
                self.status = RunStatus::Open;
            }
            Input::Continue if self.status == RunStatus::Paused => self.status = RunStatus::Open,
            Input::Pause if self.status == RunStatus::Open => self.status = RunStatus::Paused,
            Input::Observed(_)
            | Input::NotObserved { .. }
            | Input::NotAnswered { .. }
            | Input::BrainUnavailable { .. }
            | Input::ToolCalled(_)
            | Input::RefsResolved(_)
            | Input::SentByGrant(_)
            | Input::CallWithdrawn
            | Input::Closed
            | Input::Inspected(_)
            | Input::NotInspected(_)
            | Input::Acted(_)
            | Input::RequestResolved(_)
            | Input::Replied(_)
            | Input::RepliedFrom { .. }
            | Input::BrainChanged(_)
            | Input::TakenOver
            | Input::Told(_)
            | Input::HandedOver(_)
            | Input::TakenBack
            | Input::Pause
            | Input::Continue
            | Input::Cancel
            | Input::Resumed
            | Input::TimerFired => {}
        }
    }
}
