//! The brain of a run that is driven from outside: it is never asked.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::Answer;
use webhand_port::{Asking, Brain, BrainError};

#[derive(Debug)]
pub(crate) struct Nobody;

impl Brain for Nobody {
    fn answer<'a>(&'a self, _: Asking<'a>) -> BoxFuture<'a, Result<Answer, BrainError>> {
        ready(Err(BrainError::Rejected("this run is driven from outside".to_owned()))).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}
