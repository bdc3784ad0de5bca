//! The journal: inputs and intents, in order. A run is the fold of its inputs.

use serde::{Deserialize, Serialize};

use crate::{
    Action, ActionClass, BrainAnswer, ChainHash, EffectNo, Facts, HeldRequest, Millis, Outcome, OutcomeStatus,
    PersonReply, Question, Ref, ReplySource, RunOutcome, SentRequest, Seq, Snapshot, Task, ToolCall, UnknownRef,
    Visibility,
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
    /// Links the line to the one before it; `None` in journals of versions that did not chain their lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<ChainHash>,
}

impl Event {
    /// The event that follows the line with the hash `previous`.
    #[must_use]
    pub fn chained(previous: &ChainHash, seq: Seq, at: Millis, wall: u64, kind: EventKind) -> Self {
        let hash = previous.of_next_event(seq, at, wall, &kind);
        Self { seq, at, wall, kind, hash }
    }
}

/// An input that the run got, or an intent that is about to be performed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "an event is made, written and dropped; only the task is large")]
pub enum EventKind {
    /// An input, with the number of the effect it answers.
    Input { to: Option<EffectNo>, input: Input },
    /// An intent, written before it is performed.
    Intent { no: EffectNo, intent: Intent },
}

impl EventKind {
    /// Whether the event must be durable before anything follows from it: actions with lasting effects elsewhere, questions
    /// to the person and their replies, and the begin and end of a run. A read can be repeated, and text that was only
    /// entered into a page is gone with the browser; a request that follows from it is judged before it leaves.
    #[must_use]
    pub fn must_be_durable(&self) -> bool {
        match self {
            Self::Input { input, .. } => match input {
                Input::Started(_)
                | Input::Replied(_)
                | Input::RepliedFrom { .. }
                | Input::BrainChanged(_)
                | Input::TakenOver
                | Input::Told(_)
                | Input::Pause
                | Input::Continue
                | Input::SentByGrant(_)
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
                | Input::BrainUnavailable { .. }
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
                Intent::ResolveRequest { .. }
                | Intent::AskPerson(_)
                | Intent::UseDebugger
                | Intent::Park { .. }
                | Intent::Finish(_) => true,
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

/// An input of a run.
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
    /// The data that a brain extracted from the page's text.
    Extracted(BrainAnswer),
    /// An outside agent makes a call.
    #[serde(rename = "called")]
    ToolCalled(ToolCall),
    /// The refs of a call, resolved in their order.
    #[serde(rename = "recalled")]
    RefsResolved(Vec<Result<Ref, UnknownRef>>),
    /// The outside agent no longer waits for its call.
    #[serde(rename = "withdrawn")]
    CallWithdrawn,
    /// A page sends something that a grant covers while no action waits for it; written before it goes.
    SentByGrant(SentRequest),
    /// The outside agent has left.
    Closed,
    /// The brain could not answer; the text says why.
    NotAnswered {
        why: String,
        retry: bool,
    },
    /// The brain cannot be reached or is busy; the same prompt can succeed later.
    BrainUnavailable {
        why: String,
        /// How long its provider asks to wait, if it says so.
        wait: Option<Millis>,
        /// The person has to do something first, so the run is parked and not tried again before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after_person: bool,
    },
    Inspected(Facts),
    NotInspected(Outcome),
    Acted(Outcome),
    /// A held request was released or stopped, with the outcome of that.
    #[serde(rename = "ruled")]
    RequestResolved(Outcome),
    Replied(PersonReply),
    /// As `Replied`, with the way that the reply took.
    RepliedFrom {
        reply: PersonReply,
        source: ReplySource,
    },
    /// Another brain decides from now on; its name as the person wrote it.
    BrainChanged(String),
    /// The person says something to the brain while the run works. It answers no question.
    Told(String),
    /// The person wants the browser for themselves.
    TakenOver,
    /// The browser is handed over; whether the person can see it.
    #[serde(rename = "stepped_aside")]
    HandedOver(Visibility),
    /// The browser is taken back.
    #[serde(rename = "stepped_in")]
    TakenBack,
    Pause,
    Continue,
    Cancel,
    /// The run goes on with a new browser: earlier refs are void.
    Resumed,
    /// The time of a wait is over.
    #[serde(rename = "woken")]
    TimerFired,
}

impl Input {
    /// The reply of the person, if the input is one.
    #[must_use]
    pub fn reply(&self) -> Option<&PersonReply> {
        if let Self::Replied(reply) | Self::RepliedFrom { reply, .. } = self { Some(reply) } else { None }
    }
}

/// An effect of a run, as the journal records it.
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
    /// Resolve the refs that an outside agent wrote.
    #[serde(rename = "recall")]
    ResolveRefs(Vec<String>),
    /// Reply to an outside agent's call with its outcome.
    #[serde(rename = "tell")]
    ReportResult(OutcomeStatus),
    /// Read the facts of an action for the guard.
    Inspect(Action),
    Act {
        action: Action,
        class: ActionClass,
        by: Approver,
        /// The anti-forgery token of the form that is new since the person said yes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        renewed_token: Option<String>,
    },
    /// Release a held request, or stop it.
    #[serde(rename = "rule")]
    ResolveRequest {
        request: HeldRequest,
        release: bool,
    },
    AskPerson(Question),
    /// Hand the browser over to the person.
    #[serde(rename = "step_aside")]
    HandOver,
    /// Take the browser back from the person.
    #[serde(rename = "step_in")]
    TakeBack,
    /// Go on in the same tab with the browser's debugger, which the person has allowed.
    UseDebugger,
    /// Leave the run as it is, to be resumed later: what it needs cannot be had now.
    Park {
        why: String,
    },
    Finish(RunOutcome),
}

/// The authority that allowed an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approver {
    Policy,
    Person,
    /// A word that this version does not know. A journal with it can be shown; it cannot be replayed, because no run of this
    /// version writes the same intent.
    #[serde(other)]
    Unknown,
}
