//! The states of a run. Each holds exactly the data that is known in it.

use webhand_guard::{PendingApproval, PendingRequest, Ticket, YesScope};
use webhand_model::{Action, Millis, Outcome, Question, SecretUse, ToolCall};

use crate::budget::Resource;
use crate::calls::extract::{Extraction, PageReading};
use crate::calls::requests::UnresolvedRequests;
use crate::calls::verify::Claim;

#[derive(Debug)]
pub(crate) enum State {
    /// The start page, or after a resume the last page, is being opened.
    Arriving {
        then: AfterOpening,
    },
    Observing,
    Deciding,
    /// No call of the outside agent is under way.
    Waiting,
    /// The browser is resolving the refs of a call.
    ResolvingRefs {
        call: ToolCall,
        refs: Vec<String>,
    },
    /// The facts of an action are being read, to judge it.
    Inspecting {
        action: Action,
    },
    /// The person is asked a question, whose reply decides on its subject.
    AskingPerson {
        subject: QuestionSubject,
        question: Box<Question>,
        page: PagePresence,
    },
    /// The person said yes; the facts are read once more.
    Rechecking {
        asked: PendingApproval,
        scope: YesScope,
    },
    Acting {
        action: Action,
        /// Permission for the request of the form that was approved with the action.
        ticket: Option<Ticket>,
        /// The fields because of which the browser will not send the form that the action submits.
        invalid_fields: Vec<String>,
    },
    /// A held request is being released or stopped.
    ResolvingRequest {
        refused: bool,
        requests: UnresolvedRequests,
    },
    /// The browser is being handed over to the person.
    HandingOver {
        what: Option<String>,
    },
    /// The person uses the browser: for `what` they were asked to do, or because they took it.
    PersonHas {
        what: Option<String>,
    },
    /// The browser is being taken back from the person.
    TakingBack {
        outcome: Outcome,
    },
    /// The page's text is being read for a brain that fills a schema from it.
    ReadingPage {
        extraction: Extraction,
    },
    /// The brain that fills the schema is being asked.
    Extracting {
        reading: PageReading,
    },
    /// A second brain checks what the first calls done.
    Verifying {
        claim: Claim,
        page: PagePresence,
    },
    /// The person allowed the browser's debugger; the run goes on when its tabs are driven with it.
    ChangingLevel {
        /// Of the call that needs it.
        outcome: Outcome,
    },
    /// Waiting after an error.
    Resting {
        until: Millis,
    },
    /// Left as it is until it is resumed.
    Parked,
    Over,
}

/// The subject of a question to the person.
#[derive(Debug)]
pub(crate) enum QuestionSubject {
    /// Whether an action may happen.
    Action(Box<PendingApproval>),
    /// Whether held requests of one action may go.
    Request { asked: Vec<PendingRequest>, requests: Box<UnresolvedRequests> },
    /// A matter that the brain wants to know about.
    Brain,
    /// A secret that the brain is not to see.
    Secret(SecretUse),
    /// Whether the run may have more of a resource that is spent.
    Budget(Resource),
    /// Whether the run may use the browser's debugger, which the call with this outcome needs.
    Debugger(Box<Outcome>),
}

/// Whether the page that a question or a claim is about is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PagePresence {
    Loaded,
    /// The browser was replaced meanwhile, and the page is not loaded again yet.
    Gone,
}

/// The step that follows when a page has been opened.
#[derive(Debug)]
pub(crate) enum AfterOpening {
    Observe,
    /// The page is opened for the person.
    HandOver {
        what: Option<String>,
    },
}

impl State {
    /// Whether the page that the state is about went with an earlier browser.
    pub(crate) fn has_lost_page(&self) -> bool {
        matches!(
            self,
            Self::AskingPerson { page: PagePresence::Gone, .. } | Self::Verifying { page: PagePresence::Gone, .. }
        )
    }
}
