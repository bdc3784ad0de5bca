//! Why a call was not performed.

use webhand_engine::{EngineError, PoolError};
use webhand_model::clean;
use webhand_port::StoreError;
use webhand_wire::api::{Problem, ProblemCode};

/// The call had no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiProblem {
    pub code: ProblemCode,
    pub problem: Problem,
}

impl ApiProblem {
    #[must_use]
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self { code, problem: code.problem(detail) }
    }

    #[must_use]
    pub fn bad(detail: &str) -> Self {
        Self::new(ProblemCode::BadRequest, detail)
    }

    #[must_use]
    pub fn unknown_run(written: &str) -> Self {
        let written: String = clean(written).chars().take(80).collect();
        Self::new(ProblemCode::NotFound, format!("there is no run {written}"))
    }
}

impl From<StoreError> for ApiProblem {
    fn from(error: StoreError) -> Self {
        Self::new(ProblemCode::Storage, error.to_string())
    }
}

impl From<PoolError> for ApiProblem {
    fn from(error: PoolError) -> Self {
        let code = match &error {
            PoolError::Full(_) => ProblemCode::Busy,
            PoolError::KeyReused => ProblemCode::KeyReused,
            PoolError::Unknown(_) => ProblemCode::NotFound,
            PoolError::Session(_) | PoolError::Elsewhere(_) | PoolError::Live(_) => ProblemCode::ElsewhereActive,
            PoolError::NoKeeper => ProblemCode::NotWaiting,
            PoolError::NotTakenOver(_) | PoolError::InputNotTaken(_) => ProblemCode::NotTakenOver,
            PoolError::Engine(error) => match error {
                EngineError::NotWaiting(_) | EngineError::NoQuestion(_) => ProblemCode::NotWaiting,
                EngineError::AlreadyOver(_) => ProblemCode::AlreadyOver,
                EngineError::UnknownRun(_) => ProblemCode::NotFound,
                EngineError::Store(_) => ProblemCode::Storage,
                EngineError::Replay(_) | EngineError::DuplicateRun(_) | _ => ProblemCode::Internal,
            },
            _ => ProblemCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}
