//! The effects that a run asks the outside world to perform.

use webhand_guard::{Approved, RequestResolution};
use webhand_model::{Action, Intent, Outcome, Prompt, Question, RunOutcome};

use crate::calls::caller::CallNo;

/// Something the engine is to perform; its answer comes back as an input with the effect's number.
#[derive(Debug, PartialEq)]
pub enum Effect {
    Observe {
        picture: PictureKind,
    },
    AskBrain(Box<Prompt>),
    /// Ask a second brain whether the task is done.
    Verify(Box<Prompt>),
    /// Have a brain fill a schema from the page's text.
    Extract(Box<Prompt>),
    /// Resolve the refs that a caller wrote to elements.
    ResolveRefs(Vec<String>),
    /// Reply to the outside agent's call with its outcome.
    ReplyToCall(CallNo, Box<Outcome>),
    /// Read the facts of an action for the guard.
    Inspect(Action),
    Act(Approved),
    /// Release a held request, or stop it.
    ResolveRequest(RequestResolution),
    AskPerson(Question),
    /// Hand the browser over to the person.
    HandOver,
    /// Take the browser back from the person.
    TakeBack,
    /// Drive the run's tabs with the browser's debugger from now on; the run goes on when it is resumed there.
    UseDebugger,
    /// Leave the run as it is, for this reason; it can be resumed.
    Park(String),
    Finish(RunOutcome),
}

/// Which picture is taken with a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    Nothing,
    Plain,
    /// With the refs of the look written on it.
    Marked,
}

impl Effect {
    /// The entry that the journal records before the effect is performed.
    #[must_use]
    pub fn intent(&self) -> Intent {
        match self {
            Self::Observe { picture } => Intent::Observe { picture: *picture != PictureKind::Nothing },
            Self::AskBrain(_) => Intent::AskBrain,
            Self::Verify(_) => Intent::Verify,
            Self::Extract(_) => Intent::Extract,
            Self::ResolveRefs(refs) => Intent::ResolveRefs(refs.clone()),
            Self::ReplyToCall(_, outcome) => Intent::ReportResult(outcome.status),
            Self::Inspect(action) => Intent::Inspect(action.clone()),
            Self::Act(approved) => {
                let renewed_token = approved.renewed_token().map(str::to_owned);
                let (action, class) = (approved.action().clone(), approved.class());
                Intent::Act { action, class, by: approved.by(), renewed_token }
            }
            Self::ResolveRequest(resolution) => {
                Intent::ResolveRequest { request: resolution.request().clone(), release: resolution.releases() }
            }
            Self::AskPerson(question) => Intent::AskPerson(question.clone()),
            Self::HandOver => Intent::HandOver,
            Self::TakeBack => Intent::TakeBack,
            Self::UseDebugger => Intent::UseDebugger,
            Self::Park(why) => Intent::Park { why: why.clone() },
            Self::Finish(ending) => Intent::Finish(ending.clone()),
        }
    }
}
