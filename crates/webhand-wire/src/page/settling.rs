//! Waiting until a document has come to rest, and what there is to tell then.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Disarmed, Looking, PageSnapshot};

/// How to wait until a document has come to rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settling {
    pub max_ms: u32,
    /// Waits at least so long for a document with scripts to show anything: an application that draws itself is not at rest before.
    pub blank_ms: u32,
    /// So long ago came the last answer that the document had asked for since then.
    pub answered_ms: Option<u32>,
    /// The script was told everything that this document listens on.
    pub heard: bool,
    /// Ends `Arm` first, and waits for nothing when the events went elsewhere.
    pub disarm: bool,
    /// The mouse rests where it is pressed, so what it is over stays the same.
    pub rests: bool,
    pub asked: Asked,
    /// Looks in the same breath, as by `Snapshot`.
    pub look: Option<Looking>,
}

/// Why a document is asked whether it has come to rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    First,
    /// Together with the press, whose end is waited for: a click that nobody hears, or `Pressed`.
    Ahead,
    /// It was taken to be at rest too early.
    Again,
    /// As [`Self::Again`]: whatever changed since it was touched, nothing of it is to be seen.
    Unseen,
}

/// What a document did about what was done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Nothing, and no script of it can have run.
    Impossible,
    /// Nothing, in all the time that it was given.
    None,
    /// It changed, whether or not anything is to be seen of that.
    Some,
    /// It wrote what stood there before, so its answer is known although nothing is to be seen of it.
    Repeated,
}

/// How a document came to rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settled {
    /// In time.
    pub quiet: bool,
    /// It keeps changing by itself; that was not waited for.
    pub stream: bool,
    pub reaction: Reaction,
    /// Nothing can have changed since the last look, so it was not looked at again.
    pub same: bool,
    /// Where the events went, where that was asked.
    pub disarmed: Option<Disarmed>,
    /// What it shows then, where that was asked.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub seen: Option<PageSnapshot>,
}
