//! What a run asks the outside world to do.

use webhand_guard::{Approved, RequestResolution};
use webhand_model::{Action, Intent, Outcome, Prompt, Question, RunOutcome};

/// Something to be done outside; its answer comes back as an input with the effect's number.
#[derive(Debug, PartialEq)]
pub enum Effect {
    Observe {
        picture: Taking,
    },
    AskBrain(Box<Prompt>),
    /// Ask a second brain whether the task is done.
    Verify(Box<Prompt>),
    /// Have a brain fill a schema from the page's text.
    Extract(Box<Prompt>),
    /// Find out which elements an outside agent means by what it wrote.
    Recall(Vec<String>),
    /// Tell the outside agent what came of its call.
    Tell(Box<Outcome>),
    /// Read the facts of an action for the guard.
    Inspect(Action),
    Act(Approved),
    /// Let a held request go, or stop it.
    Rule(RequestResolution),
    AskPerson(Question),
    /// Take the hands off the browser, for the person to use it.
    StepAside,
    /// Put them back.
    StepIn,
    Finish(RunOutcome),
}

/// Which picture is taken with a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    Nothing,
    Plain,
    /// With the refs of the look written on it.
    Marked,
}

impl Effect {
    /// As the journal records it, before it is carried out.
    #[must_use]
    pub fn intent(&self) -> Intent {
        match self {
            Self::Observe { picture } => Intent::Observe { picture: *picture != Taking::Nothing },
            Self::AskBrain(_) => Intent::AskBrain,
            Self::Verify(_) => Intent::Verify,
            Self::Extract(_) => Intent::Extract,
            Self::Recall(refs) => Intent::ResolveRefs(refs.clone()),
            Self::Tell(outcome) => Intent::ReportResult(outcome.status),
            Self::Inspect(action) => Intent::Inspect(action.clone()),
            Self::Act(approved) => {
                Intent::Act { action: approved.action().clone(), class: approved.class(), by: approved.by().to_owned() }
            }
            Self::Rule(ruling) => {
                Intent::ResolveRequest { request: ruling.request().clone(), release: ruling.releases() }
            }
            Self::AskPerson(question) => Intent::AskPerson(question.clone()),
            Self::StepAside => Intent::HandOver,
            Self::StepIn => Intent::TakeBack,
            Self::Finish(ending) => Intent::Finish(ending.clone()),
        }
    }
}
