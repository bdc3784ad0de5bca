//! Who decides.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::{BrainAnswer, ChatExchange, Prompt};

use crate::Picture;

/// Decides what to do next. Keeps nothing between two calls: what it wants to remember goes into [`BrainAnswer::opaque`].
pub trait Brain: Send + Sync {
    /// Answers within the brain's own total deadline.
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>>;

    /// Answers a person in words, within the same deadline: nothing is called, and no page is there.
    ///
    /// One that does not talk has the answer of the trait.
    fn reply<'a>(&'a self, _: Saying<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        ready(Err(BrainError::Rejected("this brain works in the browser only; name a model to talk to".to_owned())))
            .boxed()
    }

    /// Whether it can be talked to.
    fn talks(&self) -> bool {
        false
    }

    /// Whether pictures are of any use to it; if not, none are taken for it.
    fn sees_pictures(&self) -> bool;

    /// Whether it goes through whole pages by itself. To who is told a page in words, what is near the viewport is shown,
    /// and the rest on request.
    fn needs_whole_pages(&self) -> bool {
        true
    }
}

/// Makes brains of what a person wrote.
pub trait Brains: Send + Sync {
    /// # Errors
    /// When there is no such brain, or its key is missing.
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError>;
}

/// One question to a brain.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    pub prompt: &'a Prompt,
    pub role: Role,
    pub picture: Option<&'a Picture>,
    /// Told the answer's text while it comes in.
    pub live: Live<'a>,
}

/// Something a person says, to be answered in words.
#[derive(Clone, Copy)]
pub struct Saying<'a> {
    /// What was said before, oldest first.
    pub before: &'a [ChatExchange],
    pub message: &'a str,
    /// Told the answer while it comes in.
    pub live: Live<'a>,
}

/// What a brain is asked for. Each may be another brain's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What to do next.
    Decide,
    /// Whether the task is done.
    Verify,
    /// What a page says, in a form that is given. Shows no picture.
    Extract,
}

/// Takes pieces of text as they arrive.
pub type Live<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BrainError {
    #[error("cannot reach {0}; check that it runs and the address is right")]
    Unreachable(String),
    #[error("{0} did not answer within {1} s")]
    TimedOut(String, u64),
    #[error("the key was refused: {0}")]
    KeyRefused(String),
    #[error("the provider refused the request: {0}")]
    Rejected(String),
    #[error("the provider is overloaded: {0}")]
    Overloaded(String),
    #[error("the provider asks to come back in {1} s: {0}; try again then, or name another model to stand in")]
    Busy(String, u64),
    #[error("the model's answer cannot be used: {0}")]
    Malformed(String),
    #[error("the model declined: {0}")]
    Declined(String),
    #[error("the prompt is too long for the model: {0}")]
    TooLong(String),
}

impl BrainError {
    /// Whether asking again later can help.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::TimedOut(..) | Self::Overloaded(_) | Self::Malformed(_) => true,
            // Busy is for longer than a run waits.
            Self::Busy(..) | Self::KeyRefused(_) | Self::Rejected(_) | Self::Declined(_) | Self::TooLong(_) => false,
        }
    }
}
