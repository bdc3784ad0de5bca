//! Errors of driving a run.

use webhand_model::{ApprovalId, RunId};
use webhand_port::StoreError;
use webhand_run::ReplayError;

/// Why a run cannot be driven further. Everything acknowledged before is in the journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    #[error("the journal cannot be written: {0}; the run stops here and can be resumed")]
    Store(#[from] StoreError),
    #[error("the journal cannot be replayed: {0}")]
    Replay(#[from] ReplayError),
    #[error("there is no run {0}; `webhand runs list` shows them")]
    UnknownRun(RunId),
    #[error("there is a run {0} already; start a new one under another id")]
    DuplicateRun(RunId),
    #[error("run {} does not wait for this answer, or no longer; `webhand approvals` lists what is open", .0.short())]
    NotWaiting(RunId),
    #[error("there is no question {0}; `webhand approvals` lists the open ones")]
    NoQuestion(ApprovalId),
    #[error("run {} is over; start a new one", .0.short())]
    AlreadyOver(RunId),
}
