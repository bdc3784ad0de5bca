//! The brain port: decides what a run does next.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::{BrainAnswer, ChatExchange, Prompt};

use crate::Picture;

/// Decides what to do next. A brain has no state between two calls; it stores what it needs later in
/// [`BrainAnswer::opaque`].
pub trait Brain: Send + Sync {
    /// Answers within the brain's own total deadline.
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>>;

    /// Answers a chat message of a person in words, within the same deadline, without a page and without tool calls.
    ///
    /// A brain that cannot chat keeps this default, which refuses.
    fn reply<'a>(&'a self, _: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        ready(Err(BrainError::Rejected("this brain works in the browser only; name a model to talk to".to_owned())))
            .boxed()
    }

    /// Whether [`Brain::reply`] answers.
    fn talks(&self) -> bool {
        false
    }

    /// Whether the brain uses pictures; if not, none are captured for it.
    fn sees_pictures(&self) -> bool;

    /// Whether the brain needs every element of a page. A brain that reads the page as text gets the elements near the
    /// viewport, and the rest on request.
    fn needs_whole_pages(&self) -> bool {
        true
    }
}

/// Opens the brain that a person named.
pub trait Brains: Send + Sync {
    /// # Errors
    /// When there is no such brain, or its key is missing.
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError>;
}

/// One request to a brain.
#[derive(Clone, Copy)]
pub struct BrainRequest<'a> {
    pub prompt: &'a Prompt,
    pub role: Role,
    pub picture: Option<&'a Picture>,
    /// Receives the answer's text while it arrives.
    pub live: Live<'a>,
}

/// A chat message of a person.
#[derive(Clone, Copy)]
pub struct ChatRequest<'a> {
    /// The exchanges before it, oldest first.
    pub before: &'a [ChatExchange],
    pub message: &'a str,
    /// Receives the answer's text while it arrives.
    pub live: Live<'a>,
}

/// The purpose of a request. Each role can have its own brain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Decide what to do next.
    Decide,
    /// Check whether the task is done.
    Verify,
    /// Extract data from a page by a given schema. Such a request has no picture.
    Extract,
}

/// A callback for pieces of text as they arrive.
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
    /// The person has to do something first; the text says what.
    #[error("{0}")]
    NeedsPerson(String),
}

/// Whether a brain can be asked at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// It answers, if only with a refusal.
    There,
    /// It cannot be reached or is busy: perhaps later, after the seconds that its provider asks to wait.
    Later(Option<u64>),
    /// The person has to do something first; asking again before that brings nothing, and may harm their account.
    AfterPerson,
}

impl BrainError {
    /// Whether the brain can be asked at all.
    #[must_use]
    pub fn availability(&self) -> Availability {
        match self {
            Self::Unreachable(_) | Self::TimedOut(..) | Self::Overloaded(_) => Availability::Later(None),
            Self::NeedsPerson(_) => Availability::AfterPerson,
            Self::Busy(_, seconds) => Availability::Later(Some(*seconds)),
            Self::KeyRefused(_) | Self::Rejected(_) | Self::Malformed(_) | Self::Declined(_) | Self::TooLong(_) => {
                Availability::There
            }
        }
    }

    /// Whether the same request can succeed later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::TimedOut(..) | Self::Overloaded(_) | Self::Busy(..) | Self::NeedsPerson(_) => {
                true
            }
            // The model was told four times what is wrong with its answers.
            Self::Malformed(_) | Self::KeyRefused(_) | Self::Rejected(_) | Self::Declined(_) | Self::TooLong(_) => {
                false
            }
        }
    }
}
