//! The states of a run. Each holds exactly what is known in it.

use webhand_guard::{PendingApproval, PendingRequest, Ticket};
use webhand_model::{Action, Millis, Outcome, Question, ToolCall};

use crate::budget::Resource;
use crate::calls::extract::{Extraction, PageReading};
use crate::calls::requests::UnresolvedRequests;
use crate::calls::verify::Claim;

#[derive(Debug)]
pub(crate) enum State {
    /// The start page, or after a resume the last page, is being opened.
    Arriving {
        then: Then,
    },
    Observing,
    Deciding,
    /// An outside agent has nothing under way.
    Waiting,
    /// The browser is asked which elements a call means.
    ResolvingRefs {
        call: ToolCall,
        refs: Vec<String>,
    },
    /// The facts of an action are being read, to judge it.
    Inspecting {
        action: Action,
    },
    /// The person is asked whether an action may happen.
    AskingAction {
        asked: PendingApproval,
        question: Question,
    },
    /// The person said yes; the facts are read once more.
    Rechecking {
        asked: PendingApproval,
    },
    Acting {
        action: Action,
        /// Permission for the request of the form just approved.
        ticket: Option<Ticket>,
    },
    /// The person is asked whether a held request may go.
    AskingRequest {
        asked: PendingRequest,
        question: Question,
        requests: UnresolvedRequests,
    },
    /// A held request is being released or stopped.
    ResolvingRequest {
        refused: bool,
        requests: UnresolvedRequests,
    },
    /// The person is asked what the brain wants to know.
    AskingForBrain {
        question: Question,
    },
    /// The person is asked for a secret that the brain is not to see.
    AskingSecret {
        question: Question,
    },
    /// What the run was given is spent; the person is asked whether it may have more.
    AskingBudget {
        resource: Resource,
        question: Question,
    },
    /// The browser is being handed over to the person.
    HandingOver {
        what: Option<String>,
    },
    /// The person uses the browser, for what they were asked or for what they like.
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
    /// That brain is at it.
    Extracting {
        reading: PageReading,
    },
    /// A second brain checks what the first calls done.
    Verifying {
        claim: Claim,
    },
    /// Waiting after an error.
    Resting {
        until: Millis,
    },
    Over,
}

/// What follows when a page has been opened.
#[derive(Debug)]
pub(crate) enum Then {
    Look,
    /// It is opened for the person.
    HandOver {
        what: Option<String>,
    },
}
