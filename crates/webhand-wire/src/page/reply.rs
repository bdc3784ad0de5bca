//! The replies of the page script: the result of a command, or why nothing was done.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Aimed, At, Disarmed, ElementState, PageFacts, PageOptions, PageRecords, PageSnapshot, Scrolled, Settled};

/// The answer to a [`PageCommand`](super::PageCommand) or [`ObjectCommand`](super::ObjectCommand), of the kind that belongs to it, or an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PageReply {
    Snapshot(PageSnapshot),
    Inspected(PageFacts),
    /// To `Aim`, `Reveal` and `Outward`.
    Aimed(Aimed),
    At(At),
    State(ElementState),
    Options(PageOptions),
    Scrolled(Scrolled),
    Text {
        text: String,
    },
    Records(PageRecords),
    Has {
        has: bool,
    },
    /// To `Focused` and `NumberOf`; none where no element has the focus.
    Number {
        node: Option<u32>,
    },
    PixelRatio {
        ratio: f64,
    },
    Disarmed(Disarmed),
    Settled(Settled),
    /// The command was performed and has no result.
    Done {},
    /// Nothing was done.
    Error {
        code: PageErrorCode,
        message: String,
        by: Option<Described>,
    },
}

/// Why the page script did not perform a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PageErrorCode {
    /// The element is no longer in the document.
    Stale,
    /// No element of this document has that number.
    Unknown,
    /// The element has no visible box.
    NotVisible,
    /// Another element lies over every point of it (`by` says which).
    Covered,
    /// The element still moved when the time was up.
    Moving,
    Disabled,
    /// The element means something else than when its facts were read; the message says what changed.
    Changed,
    /// The element does not accept text, or is read-only.
    NotEditable,
    /// Not the kind of element this command is for.
    WrongKind,
    /// No such option; the message lists the existing ones.
    NoOption,
    /// A bug in the script or a page that breaks it; the message carries the details.
    Internal,
}

/// An element named for a person: one that covers another, or that received the click.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Described {
    pub node: Option<u32>,
    pub role: String,
    pub name: String,
    /// The button that closes the element, if it covers another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub closer: Option<Box<Described>>,
}
