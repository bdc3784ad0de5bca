//! A brain that answers from a script.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::Value;
use webhand_model::{BrainAnswer, Prompt, ToolCall};

use crate::{Brain, BrainError, BrainRequest};

/// Gives the answers of its script in order, and records the prompts.
#[derive(Debug, Default)]
pub struct ScriptedBrain {
    answers: Mutex<VecDeque<Result<BrainAnswer, BrainError>>>,
    prompts: Mutex<Vec<Prompt>>,
}

impl ScriptedBrain {
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Result<BrainAnswer, BrainError>>) -> Self {
        Self { answers: Mutex::new(answers.into_iter().collect()), prompts: Mutex::default() }
    }

    /// One call per answer: `[("click", json!({"ref": "e1"})), …]`.
    #[must_use]
    pub fn calling<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        let answer = |(at, (name, arguments)): (usize, (&str, Value))| {
            let call = ToolCall { id: format!("call-{at}"), name: name.to_owned(), arguments };
            Ok(BrainAnswer { calls: vec![call], ..BrainAnswer::default() })
        };
        Self::new(calls.into_iter().enumerate().map(answer))
    }

    /// The prompts so far.
    #[must_use]
    pub fn prompts(&self) -> Vec<Prompt> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Brain for ScriptedBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).push(request.prompt.clone());
        let next = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        ready(next.unwrap_or_else(|| Err(BrainError::Rejected("the script is at its end".to_owned())))).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}
