//! What the surfaces need from whoever puts the product together.

use std::path::PathBuf;
use std::sync::Arc;

use webhand_engine::{Asks, Session};
use webhand_model::{Ending, RunId, WebUrl};
use webhand_port::{BoxFuture, Store};

/// Opens sessions and carries out tasks: the binary knows which browser, which brain and which journal.
pub trait House: Send + Sync {
    /// Lets an agent in; starts a browser if there is none. `owner` is what others are told about its tabs.
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, HouseError>>;

    /// Carries out a whole task with webhand's own agent.
    fn run_task(
        &self,
        order: TaskOrder,
        progress: Progress,
        asks: Option<Arc<dyn Asks>>,
    ) -> BoxFuture<'_, Result<TaskReport, HouseError>>;

    /// The journal of all runs.
    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, HouseError>>;

    /// Where files that a session downloads are kept; nowhere when it may download none.
    fn downloads(&self, _session: &RunId) -> Option<PathBuf> {
        None
    }
}

/// A task an agent hands over.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskOrder {
    pub text: String,
    pub start: Option<WebUrl>,
    pub max_steps: Option<u32>,
}

/// Is told, in a few words, what a task has come to. Must not block.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// What came of a task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskReport {
    pub run: RunId,
    pub steps: u32,
    pub end: TaskEnd,
}

/// How the work on a task ended.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskEnd {
    Over(Ending),
    /// It waits for the person; `webhand runs answer` carries it on.
    Waiting {
        id: webhand_model::ApprovalId,
        question: webhand_model::Question,
    },
}

/// Why there is no session or no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HouseError {
    #[error("the browser cannot be started: {0}")]
    NoBrowser(String),
    #[error("{0}")]
    NoBrain(String),
    #[error("there are {0} sessions already; close one first")]
    Full(usize),
    #[error("the journal cannot be used: {0}")]
    Journal(String),
}

impl HouseError {
    /// The same in one word, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Full(_) => "busy",
            Self::NoBrowser(_) | Self::NoBrain(_) | Self::Journal(_) => "internal",
        }
    }
}
