//! Ids and numbers. All come from outside: nothing here makes one up.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id of a run, never reused: 8 to 64 characters of `a-z`, `0-9` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

/// A text that cannot be a run's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a run id; `webhand runs list` shows them")]
pub struct RunIdError(String);

impl RunId {
    /// The part people type; enough to tell a handful of runs apart.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..8).unwrap_or(&self.0)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RunId {
    type Error = RunIdError;

    fn try_from(text: String) -> Result<Self, RunIdError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if (8..=64).contains(&text.len()) && text.chars().all(plain) { Ok(Self(text)) } else { Err(RunIdError(text)) }
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> Self {
        id.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $shown:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $shown, self.0)
            }
        }

        impl $name {
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0 + 1)
            }
        }
    };
}

number!(
    /// A tab of one browser: `t1`.
    TabId, "t{}"
);
number!(
    /// One document: a frame that navigates gets another. Never reused within a browser.
    DocumentId, "d{}"
);
number!(
    /// How often a tab was looked at.
    Rev, "{}"
);
number!(
    /// The place of an event in its run's journal; the first is 1, and 0 means "nothing yet".
    Seq, "{}"
);
number!(
    /// The number of an effect of a run; the answer to the effect carries it back.
    EffectNo, "{}"
);
number!(
    /// A request that waits inside the browser for a verdict.
    HeldRequestId, "h{}"
);
number!(
    /// Milliseconds on the clock of one run, which never goes back and continues when the run is resumed.
    Millis, "{} ms"
);

/// One question of one run, as a person types it: `3f2a91c0-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalId {
    /// The beginning of the run's id.
    pub run: String,
    pub question: EffectNo,
}

impl ApprovalId {
    #[must_use]
    pub fn new(run: &RunId, question: EffectNo) -> Self {
        Self { run: run.short().to_owned(), question }
    }
}

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.run, self.question)
    }
}

/// A text that cannot be a question's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the id of a question; `webhand approvals` lists the open ones")]
pub struct ApprovalIdError(String);

impl FromStr for ApprovalId {
    type Err = ApprovalIdError;

    fn from_str(text: &str) -> Result<Self, ApprovalIdError> {
        let parts = text.trim().rsplit_once('-').and_then(|(run, number)| Some((run, number.parse().ok()?)));
        match parts.filter(|(run, _)| RunId::try_from((*run).to_owned()).is_ok()) {
            Some((run, question)) => Ok(Self { run: run.to_owned(), question: EffectNo(question) }),
            None => Err(ApprovalIdError(crate::truncate(&crate::clean(text), 60).into_owned())),
        }
    }
}
