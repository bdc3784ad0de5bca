//! The journal: what came in and what was intended, in order. A run is the fold of its inputs.

use serde::{Deserialize, Serialize};

use crate::{
    Action, ActionClass, BrainAnswer, EffectNo, Facts, HeldRequest, Millis, Outcome, OutcomeStatus, PersonReply,
    Question, Ref, RunOutcome, Seq, Snapshot, Task, ToolCall, UnknownRef, Visibility,
};

/// One line of a run's journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub seq: Seq,
    /// On the run's clock.
    pub at: Millis,
    /// Milliseconds since 1970, for people.
    pub wall: u64,
    #[serde(rename = "what")]
    pub kind: EventKind,
}

/// Something happened, or something is about to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// An input, with the number of the effect it answers.
    Input { to: Option<EffectNo>, input: Input },
    /// An intent, written before it is carried out.
    Intent { no: EffectNo, intent: Intent },
}

impl EventKind {
    /// Whether it must be safe from a power cut before anything follows from it: what leaves a mark elsewhere, what a
    /// person said or is asked, and where a run begins and ends. What is only read can be read again, and what was only
    /// entered into a page is gone with the browser; a request that comes of it is ruled on before it leaves.
    #[must_use]
    pub fn must_be_durable(&self) -> bool {
        match self {
            Self::Input { input, .. } => match input {
                Input::Started(_)
                | Input::Replied(_)
                | Input::BrainChanged(_)
                | Input::TakenOver
                | Input::Pause
                | Input::Continue
                | Input::Cancel => true,
                Input::Observed(_)
                | Input::NotObserved { .. }
                | Input::Answered(_)
                | Input::ToolCalled(_)
                | Input::RefsResolved(_)
                | Input::CallWithdrawn
                | Input::Closed
                | Input::Extracted(_)
                | Input::NotAnswered { .. }
                | Input::Inspected(_)
                | Input::NotInspected(_)
                | Input::Acted(_)
                | Input::RequestResolved(_)
                | Input::HandedOver(_)
                | Input::TakenBack
                | Input::Resumed
                | Input::TimerFired => false,
            },
            Self::Intent { intent, .. } => match intent {
                Intent::Act { class, .. } => *class > ActionClass::Input,
                Intent::ResolveRequest { .. } | Intent::AskPerson(_) | Intent::Finish(_) => true,
                Intent::Observe { .. }
                | Intent::AskBrain
                | Intent::Verify
                | Intent::Extract
                | Intent::ResolveRefs(_)
                | Intent::ReportResult(_)
                | Intent::HandOver
                | Intent::TakeBack
                | Intent::Inspect(_) => false,
            },
        }
    }
}

/// What a run can be told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    Started(Task),
    Observed(Box<Snapshot>),
    /// The page could not be looked at.
    NotObserved {
        why: String,
        browser_gone: bool,
    },
    Answered(BrainAnswer),
    /// What a brain took from the page's text.
    Extracted(BrainAnswer),
    /// An outside agent wants something done.
    #[serde(rename = "called")]
    ToolCalled(ToolCall),
    /// Which elements the refs of a call name, in the order they were asked for.
    #[serde(rename = "recalled")]
    RefsResolved(Vec<Result<Ref, UnknownRef>>),
    /// The outside agent no longer waits for its call.
    #[serde(rename = "withdrawn")]
    CallWithdrawn,
    /// The outside agent has left.
    Closed,
    /// The brain could not answer; the text says why.
    NotAnswered {
        why: String,
        retry: bool,
    },
    Inspected(Facts),
    NotInspected(Outcome),
    Acted(Outcome),
    /// A held request was let go or stopped; what came of it.
    #[serde(rename = "ruled")]
    RequestResolved(Outcome),
    Replied(PersonReply),
    /// Another brain decides from now on: as the person wrote it.
    BrainChanged(String),
    /// The person wants the browser for themselves.
    TakenOver,
    /// The hands are off the browser; whether the person can see it.
    #[serde(rename = "stepped_aside")]
    HandedOver(Visibility),
    /// The hands are back.
    #[serde(rename = "stepped_in")]
    TakenBack,
    Pause,
    Continue,
    Cancel,
    /// The run was taken up again with a new browser: refs of before are void.
    Resumed,
    /// The time of a wait is over.
    #[serde(rename = "woken")]
    TimerFired,
}

/// What a run wants done, as the journal records it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    Observe {
        picture: bool,
    },
    AskBrain,
    /// Ask a second brain whether the task is done.
    Verify,
    /// Have a brain fill a schema from the page's text.
    Extract,
    /// Find out which elements an outside agent means.
    #[serde(rename = "recall")]
    ResolveRefs(Vec<String>),
    /// Tell an outside agent what came of its call.
    #[serde(rename = "tell")]
    ReportResult(OutcomeStatus),
    /// Read the facts of an action for the guard.
    Inspect(Action),
    Act {
        action: Action,
        class: ActionClass,
        by: String,
    },
    /// Let a held request go, or stop it.
    #[serde(rename = "rule")]
    ResolveRequest {
        request: HeldRequest,
        release: bool,
    },
    AskPerson(Question),
    /// Take the hands off the browser, for the person to use it.
    #[serde(rename = "step_aside")]
    HandOver,
    /// Put them back.
    #[serde(rename = "step_in")]
    TakeBack,
    Finish(RunOutcome),
}
