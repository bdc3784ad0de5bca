//! The events of a run, without the looks of whole pages.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{OutcomeInfo, QuestionInfo, RunMode};

/// One line of a run's journal in its light form. Its number is that of the line, so a reader goes on after the last number it
/// knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunEvent {
    pub seq: u64,
    /// Milliseconds on the run's clock.
    pub at: u64,
    /// Milliseconds since 1970.
    pub wall: u64,
    pub what: RunEventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum RunEventKind {
    Started {
        task: String,
        url: Option<String>,
        brain: String,
        mode: RunMode,
        max_steps: u32,
    },
    /// A page was looked at.
    Looked {
        url: String,
        title: String,
        /// Elements that can be pointed at.
        elements: u32,
        /// The name of its picture.
        picture: Option<String>,
        /// Width and height of the viewport in CSS pixels.
        viewport: [f64; 2],
    },
    /// The brain is asked.
    Thinking,
    Answered {
        text: String,
        calls: Vec<Value>,
        tokens: u64,
        cost: u64,
    },
    /// An action is about to be done.
    Acting {
        no: u64,
        action: String,
        /// The action in one line.
        text: String,
        approved_by_person: bool,
        /// The place of the element that is touched, on the last picture.
        touched: Option<TouchedBox>,
    },
    Acted {
        no: Option<u64>,
        status: String,
        text: String,
        picture: Option<String>,
    },
    /// A request that waited is released or stopped.
    Request {
        no: u64,
        method: String,
        url: String,
        released: bool,
    },
    Asked {
        question: QuestionInfo,
    },
    /// `by` is the way the answer took, if the journal tells.
    Replied {
        answer: String,
        by: Option<String>,
    },
    /// Something that did not work, in words.
    Problem {
        text: String,
    },
    /// Paused, continued, taken over and so on, as one word.
    Noted {
        word: String,
        text: Option<String>,
    },
    Ended {
        outcome: OutcomeInfo,
    },
    /// Bookkeeping between other events.
    Other,
}

/// A box in CSS pixels of the viewport.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TouchedBox {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    /// Role and name of the element.
    pub label: String,
    /// The picture on which it is.
    pub picture: Option<String>,
}

/// A part of a run's events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventPage {
    pub events: Vec<RunEvent>,
    /// The `after` of the next page; none when these are the last events so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<u64>,
}
