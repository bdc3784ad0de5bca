//! Waiting until a document has settled, and the result of that.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Disarmed, Looking, PageSnapshot};

/// How to wait until a document has settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settling {
    pub max_ms: u32,
    /// The least time for a document with scripts to show anything: an application that renders itself has not settled
    /// before.
    pub blank_ms: u32,
    /// How long ago the newest response arrived that the document requested since the input.
    pub answered_ms: Option<u32>,
    /// The script knows every event listener of this document.
    pub heard: bool,
    /// Ends `Arm` first, and does not wait if the events went elsewhere.
    pub disarm: bool,
    /// The mouse does not move after the press, so the hovered element stays the same.
    pub rests: bool,
    pub asked: SettleReason,
    #[serde(default)]
    pub signs: SignScope,
    /// Takes a snapshot in the same call, as by `Snapshot`.
    pub look: Option<Looking>,
}

/// Why the document's settling is awaited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SettleReason {
    First,
    /// Sent together with the press, whose end is awaited: a click that no listener receives, or `Pressed`.
    Ahead,
    /// An earlier wait ended too early.
    Again,
    /// As [`Self::Again`], because the reaction that the script noticed is not visible.
    Unseen,
}

/// Which signs that a page is busy count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SignScope {
    /// Those that appeared or changed after the action began; in a new document all.
    #[default]
    Brought,
    /// All that the document shows.
    All,
}

/// By what a page shows that it is busy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum BusySign {
    /// A region with `aria-busy`.
    Marked,
    Progress,
    /// A spinner or a skeleton.
    Animation,
    /// The pressed button, which was disabled by the press.
    Disabled,
    Text,
    Cursor,
}

/// A page that looks busy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Busy {
    pub sign: BusySign,
    /// The sign stayed until the bound; it is not waited for again.
    pub outlasted: bool,
}

/// How a document reacted to an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Not at all, and none of its scripts can have run.
    Impossible,
    /// Not at all in the given time.
    None,
    /// The document changed, visibly or not.
    Some,
    /// The document wrote the content that was there before, so it reacted although no change is visible.
    Repeated,
}

/// How a document settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settled {
    /// The document settled in time.
    pub quiet: bool,
    /// The document keeps changing by itself; the end of that was not awaited.
    pub stream: bool,
    pub reaction: Reaction,
    /// The page still looks busy.
    #[serde(default)]
    pub busy: Option<Busy>,
    /// Nothing can have changed since the last look, so no new one was taken.
    pub same: bool,
    /// Where the events went, if that was requested.
    pub disarmed: Option<Disarmed>,
    /// The snapshot taken then, if one was requested.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub seen: Option<PageSnapshot>,
}
