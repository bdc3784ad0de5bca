//! Exit codes: one code for each kind of end, one message for each failure.

use std::process::ExitCode;

use serde_json::json;
use webhand_engine::EngineError;
use webhand_model::{RunOutcome, clean};

use crate::run_job::LINE_VERSION;
use crate::terminal;

/// The kinds of end, each with its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Done,
    Failed,
    Usage,
    /// The guard or the person refused what the task needs.
    Refused,
    NeedsPerson,
    /// A request was sent and its answer was lost, or what the brain claims is not proven or done only in part.
    InDoubt,
    /// The run was left as it is and can be resumed.
    Parked,
    Cancelled,
}

impl Exit {
    pub fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Refused => 3,
            Self::NeedsPerson => 4,
            Self::InDoubt => 5,
            Self::Parked => 6,
            // The code that shells report of a program that Ctrl-C ended.
            Self::Cancelled => 130,
        }
    }

    /// One stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Usage => "usage",
            Self::Refused => "refused",
            Self::NeedsPerson => "needs_person",
            Self::InDoubt => "in_doubt",
            Self::Parked => "parked",
            Self::Cancelled => "cancelled",
        }
    }
}

impl From<&RunOutcome> for Exit {
    fn from(ending: &RunOutcome) -> Self {
        match ending {
            RunOutcome::Done { .. } => Self::Done,
            RunOutcome::Failed { .. }
            | RunOutcome::StepLimit { .. }
            | RunOutcome::BudgetSpent { .. }
            | RunOutcome::TooManyErrors { .. } => Self::Failed,
            RunOutcome::Cancelled => Self::Cancelled,
            RunOutcome::Refused { .. } => Self::Refused,
            RunOutcome::InDoubt { .. } | RunOutcome::Unproven { .. } | RunOutcome::Partly { .. } => Self::InDoubt,
        }
    }
}

/// The arguments or settings make no sense; nothing was started.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Only a person at a terminal can do this; nothing was done.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PersonNeeded(pub String);

/// Prints the error, if there is one, for programs also as JSON, and returns the exit code.
pub fn report_end(ended: anyhow::Result<Exit>, json: bool) -> ExitCode {
    let exit = ended.unwrap_or_else(|error| {
        let exit = match () {
            () if error.is::<UsageError>() => Exit::Usage,
            () if error.is::<PersonNeeded>() => Exit::NeedsPerson,
            // A full disk, a locked journal: everything acknowledged before is kept.
            () if matches!(error.downcast_ref(), Some(EngineError::Store(_))) => Exit::Parked,
            () => Exit::Failed,
        };
        let reason = error_in_one_line(&error);
        if json {
            let result = json!({"exit": exit.number(), "outcome": exit.word(), "reason": reason});
            terminal::print_line(&json!({"v": LINE_VERSION, "result": result}).to_string());
        }
        terminal::print_error(&reason);
        exit
    });
    ExitCode::from(exit.number())
}

/// The whole chain of causes on one line, each named once.
pub fn error_in_one_line(error: &anyhow::Error) -> String {
    let mut said: Vec<String> = Vec::new();
    for cause in error.chain() {
        let text = clean(&cause.to_string());
        if !said.iter().any(|earlier| earlier.contains(&text)) {
            said.push(text);
        }
    }
    said.join(": ")
}

#[cfg(test)]
mod tests;
