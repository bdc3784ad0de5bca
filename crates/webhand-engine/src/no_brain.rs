//! The brain of a run that has none: it is driven from outside, or the brain it was given cannot be had.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::BrainAnswer;
use webhand_port::{Asking, Brain, BrainError, Brains};

#[derive(Debug)]
pub(crate) struct NoBrain(pub(crate) BrainError);

impl NoBrain {
    pub(crate) fn inside() -> Self {
        Self(BrainError::Rejected("this run is driven from outside".to_owned()))
    }
}

impl Brain for NoBrain {
    fn answer<'a>(&'a self, _: Asking<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        ready(Err(self.0.clone())).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// No brain can take another's place.
#[derive(Debug)]
pub struct NoBrains;

impl Brains for NoBrains {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        Err(BrainError::Rejected(format!("{written} cannot take over here; resume the run with it instead")))
    }
}
