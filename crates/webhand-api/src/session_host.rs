//! [`SessionHost`]: the port through which HTTP, WebSocket and MCP get sessions, tasks and the journal.
//!
//! The binary implements it, because only the binary knows which browser, brain and store there are.

use std::path::PathBuf;
use std::sync::Arc;

use webhand_engine::{Questioner, Session};
use webhand_model::{RunId, RunOutcome, WebUrl};
use webhand_port::{BoxFuture, Store};

/// Opens sessions for outside agents and runs whole tasks for them.
pub trait SessionHost: Send + Sync {
    /// Opens a session; starts a browser if there is none. Other sessions see `owner` as the name of its tabs' owner.
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, SessionHostError>>;

    /// Runs a whole task with webhand's own agent.
    fn run_task(
        &self,
        order: TaskOrder,
        progress: Progress,
        person: Option<Arc<dyn Questioner>>,
    ) -> BoxFuture<'_, Result<TaskReport, SessionHostError>>;

    /// The journal of all runs.
    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, SessionHostError>>;

    /// Whether personal data is kept from the agents, so that they are not given journals either.
    fn keeps_personal_data(&self) -> bool {
        false
    }

    /// The folder of the files that a session downloads; `None` when it may download none.
    fn downloads(&self, _session: &RunId) -> Option<PathBuf> {
        None
    }
}

/// A task that an outside agent hands over.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskOrder {
    pub text: String,
    pub start: Option<WebUrl>,
    pub max_steps: Option<u32>,
}

/// Receives a short text about each step of a task. Must not block.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// The result of a task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskReport {
    pub run: RunId,
    pub steps: u32,
    pub end: TaskEnd,
}

/// How the work on a task ended.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskEnd {
    Over(RunOutcome),
    /// The task waits for the person; `webhand runs answer` continues it.
    Waiting {
        id: webhand_model::ApprovalId,
        question: webhand_model::Question,
    },
    /// A resource that the run needs cannot be had now, for this reason; `webhand runs resume` goes on with the run.
    Parked(String),
}

impl TaskEnd {
    /// Whether the run can go on later, for which its profile must be kept.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        match self {
            Self::Over(_) => false,
            Self::Waiting { .. } | Self::Parked(_) => true,
        }
    }
}

/// Why no session was opened or no task was run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionHostError {
    #[error("the browser cannot be started: {0}")]
    NoBrowser(String),
    #[error("{0}")]
    NoBrain(String),
    #[error("there are {0} sessions already; close one first")]
    Full(usize),
    #[error("the journal cannot be used: {0}")]
    Journal(String),
}

impl SessionHostError {
    /// The error as one word, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Full(_) => "busy",
            Self::NoBrowser(_) | Self::NoBrain(_) | Self::Journal(_) => "internal",
        }
    }
}
