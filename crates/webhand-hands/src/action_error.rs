//! Why an action failed or may have failed, with a text that says what to do next.

use webhand_model::{FailCode, Outcome, quote};
use webhand_wire::PageErrorCode;

use crate::driver::{Driver, DriverError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ActionError {
    Failed(FailCode, String),
    /// Some events reached the element before it moved away; the hands do not retry by themselves.
    PartlyPerformed(String),
    /// The input was sent, but its answer was lost, so its effect is unknown.
    InDoubt(String),
}

impl ActionError {
    pub(crate) fn failed(code: FailCode, text: impl Into<String>) -> Self {
        Self::Failed(code, text.into())
    }

    pub(crate) fn code(&self) -> Option<FailCode> {
        match self {
            Self::Failed(code, _) => Some(*code),
            Self::PartlyPerformed(_) => Some(FailCode::TargetMoved),
            Self::InDoubt(_) => None,
        }
    }

    /// The error of a call that sent something to the page: if the reply was lost, the effect is unknown.
    pub(crate) fn after_sending(error: DriverError, what: &str) -> Self {
        match error {
            DriverError::TimedOut { .. }
            | DriverError::Disconnected
            | DriverError::Crashed { .. }
            | DriverError::TargetGone { .. } => Self::InDoubt(format!(
                "{what} was sent, but its answer was lost ({error}); look at the page before repeating it"
            )),
            DriverError::Refused { .. }
            | DriverError::DocumentGone { .. }
            | DriverError::BadReply { .. }
            | DriverError::BadParams { .. }
            | DriverError::BadCommand { .. }
            | DriverError::ScriptFailed { .. }
            | DriverError::ScriptRefused { .. }
            | DriverError::NeedsDebugger { .. }
            | DriverError::ScriptNonsense { .. } => error.into(),
        }
    }

    /// The driver of the browser lacks a capability that the action needs.
    pub(crate) fn lacking(driver: &dyn Driver, what: &str) -> Self {
        if driver.lacks_debugger() {
            let why = format!("the browser can {what} only at the debugger level");
            return DriverError::NeedsDebugger { why }.into();
        }
        Self::Failed(FailCode::Unsupported, format!("this browser cannot {what}; use other actions"))
    }

    pub(crate) fn dialog_open(kind: &str, message: &str) -> Self {
        let text = format!(
            "the page shows {} {}: answer it first with dialog (accept true or false)",
            with_article(kind),
            quote(message)
        );
        Self::Failed(FailCode::DialogOpen, text)
    }
}

impl From<ActionError> for Outcome {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Failed(code, text) => Self::failed(code, text),
            ActionError::PartlyPerformed(text) => Self::failed(FailCode::TargetMoved, text),
            ActionError::InDoubt(text) => Self::in_doubt(text),
        }
    }
}

impl From<DriverError> for ActionError {
    fn from(error: DriverError) -> Self {
        let code = match &error {
            DriverError::Disconnected | DriverError::TargetGone { .. } | DriverError::Crashed { .. } => FailCode::Gone,
            DriverError::TimedOut { .. } => FailCode::TimedOut,
            DriverError::ScriptRefused { code, .. } => fail_code(*code),
            DriverError::NeedsDebugger { .. } => FailCode::NeedsDebugger,
            DriverError::Refused { .. }
            | DriverError::DocumentGone { .. }
            | DriverError::BadReply { .. }
            | DriverError::BadParams { .. }
            | DriverError::BadCommand { .. }
            | DriverError::ScriptFailed { .. }
            | DriverError::ScriptNonsense { .. } => FailCode::Internal,
        };
        Self::Failed(code, error.to_string())
    }
}

/// Maps an error code of the page script to that of an outcome.
pub(crate) fn fail_code(code: PageErrorCode) -> FailCode {
    match code {
        PageErrorCode::Stale => FailCode::StaleRef,
        PageErrorCode::Unknown => FailCode::UnknownRef,
        PageErrorCode::NotVisible => FailCode::NotVisible,
        PageErrorCode::Covered => FailCode::Covered,
        PageErrorCode::Moving => FailCode::Moving,
        PageErrorCode::Changed => FailCode::Changed,
        PageErrorCode::Disabled => FailCode::Disabled,
        PageErrorCode::NotEditable => FailCode::NotEditable,
        PageErrorCode::WrongKind => FailCode::WrongKind,
        PageErrorCode::NoOption => FailCode::NoOption,
        PageErrorCode::Internal => FailCode::Internal,
    }
}

fn with_article(kind: &str) -> String {
    match kind {
        "alert" => "an alert".to_owned(),
        other => format!("a {other}"),
    }
}
