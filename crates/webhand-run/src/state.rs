//! The states of a run. Each holds exactly what is known in it.

use webhand_guard::{PendingApproval, PendingRequest};
use webhand_model::{Action, Facts, Millis, Outcome, Question, ToolCall};

use crate::budget::Budget;
use crate::extract::{Errand, Reading};
use crate::verify::Claim;

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
    /// The hands are asked which elements an outside agent means.
    Recalling {
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
    },
    /// The person is asked whether a held request may go.
    AskingRequest {
        asked: PendingRequest,
        question: Question,
    },
    /// A held request is being let go or stopped.
    ResolvingRequest {
        refused: bool,
    },
    /// The person is asked what the brain wants to know.
    AskingForBrain {
        question: Question,
    },
    /// The person is asked for what the brain is not to see.
    AskingSecret {
        question: Question,
    },
    /// What the run was given is spent; the person is asked whether it may have more.
    AskingBudget {
        budget: Budget,
        question: Question,
    },
    /// The hands are being taken off the browser.
    SteppingAside {
        what: Option<String>,
    },
    /// The person uses the browser, for what they were asked or for what they like.
    PersonHas {
        what: Option<String>,
    },
    /// The hands are being put back.
    SteppingIn {
        said: Outcome,
    },
    /// The page's text is being read for a brain that fills a schema from it.
    Reading {
        errand: Errand,
    },
    /// That brain is at it.
    Extracting {
        reading: Reading,
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
    StepAside {
        what: Option<String>,
    },
}

/// Facts for an action that touches no element: nothing to inspect.
pub(crate) fn without_facts() -> Facts {
    Facts::default()
}
