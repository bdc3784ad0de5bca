//! The brain of a run that has none: an outside agent drives it, or its brain could not be opened.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::BrainAnswer;
use webhand_port::{Brain, BrainError, BrainRequest, Brains};

/// Answers every prompt with the same error.
#[derive(Debug)]
pub(crate) struct NoBrain(pub(crate) BrainError);

impl NoBrain {
    pub(crate) fn outside() -> Self {
        Self(BrainError::Rejected("this run is driven from outside".to_owned()))
    }
}

impl Brain for NoBrain {
    fn answer<'a>(&'a self, _: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        ready(Err(self.0.clone())).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// Opens no brain: the run keeps the one it started with.
#[derive(Debug)]
pub struct NoBrains;

impl Brains for NoBrains {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        Err(BrainError::Rejected(format!("{written} cannot take over here; resume the run with it instead")))
    }
}
