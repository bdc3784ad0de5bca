//! Questions to the person, their replies, and how a run ends.

use serde::{Deserialize, Serialize};

use crate::{ActionClass, EvidenceLine, SecretUse};

/// A question that only the person can answer. Its text is built from facts; text of a page or a brain in it is quoted and
/// cut.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub kind: QuestionKind,
    pub text: String,
    /// Lines of detail: what exactly would be sent, where to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Answers to choose from; empty for free text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Names and values of everything that would be sent, uncut as far as they are known; secrets are `…`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<[String; 2]>,
    /// The kind of request that a yes may cover for the rest of the run, if the person may be offered that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub this_kind: Option<String>,
}

impl Question {
    /// Whether both ask the same of the person. The uncut content may be missing in journals of older versions.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let asked = |question: &Self| {
            (question.kind.clone(), question.text.clone(), question.details.clone(), question.options.clone())
        };
        asked(self) == asked(other)
    }
}

/// The kind of a question, by the party that asks it and what it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// The guard asks for a yes or no.
    Approval(ActionClass),
    /// The brain wants to know something.
    #[default]
    Brain,
    /// The brain needs a secret entered that it must not see.
    Secret(SecretUse),
    /// The person has the browser: a yes gives it back.
    HandOver(Visibility),
    /// The run's budget is spent: may it have as much again?
    Budget,
    /// The run drives its tabs without the browser's debugger and needs it: may it use it from now on?
    Debugger,
}

/// Whether the person can see the browser that is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    InWindow,
    /// The browser has no window; the dashboard of the server shows it and passes the person's input on.
    InDashboard,
    /// The browser has no window.
    Nowhere,
}

/// The person's answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonReply {
    Yes,
    /// Yes to this and, for the rest of the run, to every request of the same kind.
    YesToKind,
    No,
    Text(String),
    /// The person entered the secret; its value is kept elsewhere.
    Entered,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "ending")]
pub enum RunOutcome {
    Done {
        answer: String,
        evidence: Vec<EvidenceLine>,
    },
    /// By the brain's own word only a part of the task is done.
    Partly {
        answer: String,
        evidence: Vec<EvidenceLine>,
    },
    /// The brain claims to be done, but the evidence contradicts it or lacks what it claims.
    Unproven {
        answer: String,
        evidence: Vec<EvidenceLine>,
        why: String,
    },
    Failed {
        reason: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tried: Vec<String>,
    },
    /// Ended because the guard or the person refused what the task needs.
    Refused {
        reason: String,
    },
    /// The answer to a sent action was lost, and nothing after it shows whether it happened.
    InDoubt {
        reason: String,
    },
    StepLimit {
        steps: u32,
    },
    /// The budget that the person gave is spent.
    BudgetSpent {
        budget: String,
    },
    TooManyErrors {
        last: String,
    },
    Cancelled,
}

impl RunOutcome {
    /// One sentence for a person.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Done { answer, .. } => answer.clone(),
            Self::Partly { answer, .. } => format!("Done in part: {answer}"),
            Self::Unproven { answer, why, .. } => format!("{answer} (This is not proven: {why}.)"),
            Self::Failed { reason, tried } if !tried.is_empty() => format!("{reason} (Tried: {}.)", tried.join(", ")),
            Self::Failed { reason, .. } | Self::Refused { reason } | Self::InDoubt { reason } => reason.clone(),
            Self::StepLimit { steps } => format!("Stopped after {steps} steps without finishing."),
            Self::BudgetSpent { budget } => format!("Stopped without finishing: {budget}."),
            Self::TooManyErrors { last } => format!("Stopped after too many errors in a row; the last: {last}"),
            Self::Cancelled => "Cancelled.".to_owned(),
        }
    }
}
