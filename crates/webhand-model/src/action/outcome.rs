//! The outcome of an action.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{HeldRequest, Origin, RequestCause, RequestRecord, SentRequest, TabId};

/// How an action ended and what changed by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    #[serde(rename = "end")]
    pub status: OutcomeStatus,
    /// For a brain and a person: what happened and, where it failed, what to do next.
    pub text: String,
    /// The visible changes since the last look before the action, in a few lines of the snapshot's grammar; `None` if there
    /// are none or no look was taken.
    #[serde(default, rename = "seen", skip_serializing_if = "Option::is_none")]
    pub visible_changes: Option<String>,
    /// The result for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The status with which the server answered the page that the action led to, if that is an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_status: Option<u16>,
    /// Requests the action started that wait for a verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldRequest>,
    /// Requests that left the browser without a question since the last outcome, for the journal; not shown to brains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<SentRequest>,
    /// Lines that the pages wrote to their consoles since the last outcome, for the journal; not shown to brains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub console: Vec<String>,
    /// The requests of the pages that ended since the last outcome, for the journal; brains are not shown them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<RequestRecord>,
    /// Where the touched element was on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[i32; 4]>,
    /// The origin of the page that the texts show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Name of a picture that is part of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Whether the action happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeStatus {
    Done,
    /// The guard or the person said no; nothing was done.
    Refused,
    /// Nothing was done, for this reason.
    Failed(FailCode),
    /// The action was sent, but its answer was lost: it may have happened. Look before repeating.
    InDoubt,
}

/// Why nothing was done; stable words for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailCode {
    /// The call itself was wrong.
    BadCall,
    UnknownRef,
    StaleRef,
    NotVisible,
    Covered,
    Moving,
    /// The input would have gone to another element.
    TargetMoved,
    /// The element has another name than when it was seen.
    Changed,
    Disabled,
    NotEditable,
    WrongKind,
    NoOption,
    /// The page does not show what was asked for.
    NotFound,
    /// The data taken from the page does not fit the schema.
    Unfit,
    /// The field did not take the value.
    NotTaken,
    UnknownTab,
    /// The tab belongs to another owner.
    Owned,
    /// A limit on the number of open things is reached.
    TooMany,
    NoDialog,
    /// A dialog of the page must be answered first.
    DialogOpen,
    /// The address could not be loaded.
    Unreachable,
    /// A page that the browser does not let the hands access.
    ClosedPage,
    /// The condition did not come true in time.
    TimedOut,
    /// The page or the browser is gone.
    Gone,
    /// These hands cannot do it.
    Unsupported,
    /// The browser can do it once the person allows its debugger.
    NeedsDebugger,
    /// An earlier call of the same answer changed the page or was refused.
    Skipped,
    /// The person has the browser.
    TakenOver,
    /// The brain gave up before it tried the alternatives.
    Untried,
    /// The evidence contradicts the claim to be done.
    Unproven,
    Internal,
}

/// Something an action changed beside its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The tab shows another document.
    Navigated {
        url: String,
    },
    TabOpened {
        tab: TabId,
        url: String,
    },
    TabClosed {
        tab: TabId,
    },
    /// The run goes on in another tab.
    TabSwitched {
        tab: TabId,
    },
    DialogOpened {
        kind: String,
        message: String,
    },
    Downloaded {
        file: String,
    },
    /// A held request was released; without a status its answer has not come.
    Sent {
        request: String,
        status: Option<u16>,
        #[serde(default, skip_serializing_if = "RequestCause::is_unknown")]
        cause: RequestCause,
    },
    /// A request left at once, because a grant covers it and no action waited for a verdict.
    SentByGrant {
        request: String,
        status: Option<u16>,
        cause: RequestCause,
    },
    /// A request was refused without asking, because nobody misses it: a beacon to another site, a report.
    Stopped {
        request: String,
        cause: RequestCause,
    },
    /// Something may have left before it could be stopped; its connection was cut.
    MayHaveLeft {
        request: String,
        cause: RequestCause,
    },
    /// A request that the person would have to allow, but that this browser cannot send as they saw it. It was stopped.
    Unapprovable {
        request: String,
    },
    /// The page had not settled when the time was up.
    Unsettled,
}

impl Outcome {
    #[must_use]
    pub fn done(text: impl Into<String>) -> Self {
        Self::ended(OutcomeStatus::Done, text)
    }

    #[must_use]
    pub fn failed(code: FailCode, text: impl Into<String>) -> Self {
        Self::ended(OutcomeStatus::Failed(code), text)
    }

    #[must_use]
    pub fn refused(text: impl Into<String>) -> Self {
        Self::ended(OutcomeStatus::Refused, text)
    }

    #[must_use]
    pub fn in_doubt(text: impl Into<String>) -> Self {
        Self::ended(OutcomeStatus::InDoubt, text)
    }

    /// Adds the result for programs.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// The text and, below it, the visible changes: for a reader who is not shown the page.
    #[must_use]
    pub fn text_with_changes(&self) -> String {
        match &self.visible_changes {
            Some(changes) => format!("{}\n{}", self.text, changes.trim_end()),
            None => self.text.clone(),
        }
    }

    /// Whether refs of the page may be void, so that later calls of the same answer must not run.
    #[must_use]
    pub fn has_left_page(&self) -> bool {
        self.changes.iter().any(|change| match change {
            Change::Navigated { .. } | Change::TabSwitched { .. } | Change::DialogOpened { .. } => true,
            Change::TabOpened { .. }
            | Change::TabClosed { .. }
            | Change::Downloaded { .. }
            | Change::Sent { .. }
            | Change::SentByGrant { .. }
            | Change::Stopped { .. }
            | Change::MayHaveLeft { .. }
            | Change::Unapprovable { .. }
            | Change::Unsettled => false,
        })
    }

    fn ended(status: OutcomeStatus, text: impl Into<String>) -> Self {
        Self {
            status,
            text: text.into(),
            visible_changes: None,
            data: None,
            changes: Vec::new(),
            error_status: None,
            held: Vec::new(),
            sent: Vec::new(),
            console: Vec::new(),
            requests: Vec::new(),
            bounds: None,
            origin: None,
            picture: None,
        }
    }
}
