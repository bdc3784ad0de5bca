//! A run in one line, for lists: kept up to date event by event.

use serde::{Deserialize, Serialize};

use crate::{Ending, Event, Input, Intent, Question, QuestionKind, RunId, Usage, What};

/// What a list of runs shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSummary {
    pub id: RunId,
    pub task: String,
    pub status: Status,
    /// Times the brain was asked.
    pub steps: u32,
    /// Milliseconds since 1970.
    pub started: u64,
    pub updated: u64,
    pub usage: Usage,
}

/// Where a run stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Under way, or interrupted: the journal cannot tell.
    Open,
    Waiting(Question),
    Paused,
    Over(Ending),
}

impl RunSummary {
    #[must_use]
    pub fn new(id: RunId) -> Self {
        Self {
            id,
            task: String::new(),
            status: Status::Open,
            steps: 0,
            started: 0,
            updated: 0,
            usage: Usage::default(),
        }
    }

    /// Takes in the next line of the run's journal.
    pub fn take_in(&mut self, event: &Event) {
        self.updated = event.wall;
        match &event.what {
            What::Input { input, .. } => self.take_input(input, event.wall),
            What::Intent { intent, .. } => match intent {
                Intent::AskBrain | Intent::Tell(_) => self.steps += 1,
                Intent::AskPerson(question) => self.status = Status::Waiting(question.clone()),
                Intent::Finish(ending) => self.status = Status::Over(ending.clone()),
                Intent::Observe { .. }
                | Intent::Verify
                | Intent::Extract
                | Intent::Recall(_)
                | Intent::Inspect(_)
                | Intent::Act { .. }
                | Intent::Rule { .. }
                | Intent::StepAside
                | Intent::StepIn => {}
            },
        }
    }

    /// Whether the person has the browser, which an agent that calls meanwhile does not change.
    #[must_use]
    pub fn is_with_person(&self) -> bool {
        matches!(&self.status, Status::Waiting(question) if matches!(question.kind, QuestionKind::HandOver(_)))
    }

    fn take_input(&mut self, input: &Input, wall: u64) {
        match input {
            Input::Started(task) => {
                self.task.clone_from(&task.text);
                self.started = wall;
            }
            Input::Answered(answer) | Input::Extracted(answer) => self.usage += answer.usage,
            Input::Called(_) | Input::Withdrawn if self.is_with_person() => {}
            Input::Replied(_) | Input::Called(_) | Input::Withdrawn | Input::TakenOver
                if matches!(self.status, Status::Waiting(_)) =>
            {
                self.status = Status::Open;
            }
            Input::Continue if self.status == Status::Paused => self.status = Status::Open,
            Input::Pause if self.status == Status::Open => self.status = Status::Paused,
            Input::Observed(_)
            | Input::NotObserved { .. }
            | Input::NotAnswered { .. }
            | Input::Called(_)
            | Input::Recalled(_)
            | Input::Withdrawn
            | Input::Closed
            | Input::Inspected(_)
            | Input::NotInspected(_)
            | Input::Acted(_)
            | Input::Ruled(_)
            | Input::Replied(_)
            | Input::BrainChanged(_)
            | Input::TakenOver
            | Input::SteppedAside(_)
            | Input::SteppedIn
            | Input::Pause
            | Input::Continue
            | Input::Cancel
            | Input::Resumed
            | Input::Woken => {}
        }
    }
}
