//! Errors of a pool of runs.

use webhand_model::RunId;
use webhand_port::StoreError;

use crate::EngineError;

/// Why a pool did not do what was asked. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    #[error("{0} runs wait already; try again when some have started")]
    Full(usize),
    #[error("this idempotency key was used for another task; use a new one")]
    KeyReused,
    #[error("there is no run {0}")]
    Unknown(RunId),
    #[error("run {} is an agent's session; only its agent goes on with it", .0.short())]
    Session(RunId),
    #[error("another webhand works on run {}; do it there", .0.short())]
    Elsewhere(RunId),
    #[error("run {} is worked on; cancel it first", .0.short())]
    Live(RunId),
    #[error("the secret can only be entered while the run has its browser; resume the run and enter it again")]
    NoKeeper,
    #[error("the browser of run {} is not yours now; take it over first", .0.short())]
    NotTakenOver(RunId),
    #[error("{0}")]
    InputNotTaken(String),
    #[error(transparent)]
    Engine(EngineError),
}

impl From<StoreError> for PoolError {
    fn from(error: StoreError) -> Self {
        Self::Engine(error.into())
    }
}

impl From<EngineError> for PoolError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::UnknownRun(run) => Self::Unknown(run),
            error @ (EngineError::Store(_)
            | EngineError::Replay(_)
            | EngineError::DuplicateRun(_)
            | EngineError::NotWaiting(_)
            | EngineError::NoQuestion(_)
            | EngineError::AlreadyOver(_)) => Self::Engine(error),
        }
    }
}
