//! Why a call to the browser brought no answer.

use std::time::Duration;

use webhand_wire::PageErrorCode;

/// Named for what the hands do about it; the texts are for a person or a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DriverError {
    #[error("lost the connection to the browser; start or attach to it again")]
    Disconnected,
    /// The browser may still perform the call; its effect is in doubt.
    #[error("{call} had no answer after {after:?}; look at the page again before repeating it")]
    TimedOut { call: String, after: Duration },
    /// The document that the call was meant for is not there any more.
    #[error("the browser refused {call}: {message} (code {code})")]
    DocumentGone { call: String, code: i64, message: String },
    #[error("the browser refused {call}: {message} (code {code})")]
    Refused { call: String, code: i64, message: String },
    /// The browser does it only with its debugger, which the person has to allow.
    #[error("{why}")]
    NeedsDebugger { why: String },
    #[error("the tab or frame that {call} was meant for is gone; list the tabs again")]
    TargetGone { call: String },
    #[error("the page crashed during {call}; reload it")]
    Crashed { call: String },
    #[error("the answer to {call} could not be read: {why}")]
    BadReply { call: String, why: String },
    #[error("the parameters of {call} cannot be written as JSON: {why}")]
    BadParams { call: String, why: String },
    #[error("cannot write a page command: {why}")]
    BadCommand { why: String },
    /// The page script threw an exception.
    #[error("the page script failed: {what}; reload the page")]
    ScriptFailed { what: String },
    /// The page script understood the command and answered with an error.
    #[error("{message}")]
    ScriptRefused { code: PageErrorCode, message: String },
    #[error("the page script answered nonsense: {shown}")]
    ScriptNonsense { shown: String },
}

impl DriverError {
    /// The browser understood the call and would not perform it, so nothing came of it.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::DocumentGone { .. } | Self::NeedsDebugger { .. })
    }

    /// The page script's answer is none of its own.
    pub(crate) fn nonsense(what: &str) -> Self {
        Self::ScriptNonsense { shown: what.chars().take(MOST_SHOWN).collect() }
    }
}

const MOST_SHOWN: usize = 100;
