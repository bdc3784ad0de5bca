//! The commands of the page script.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{RowsPart, Settling};

/// A command to the page script. Only [`Self::Aim`], [`Self::HasText`], [`Self::NextFrame`] and [`Self::Settle`] take
/// time, and [`Self::Snapshot`] while icons are about to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PageCommand {
    /// Collects the elements and texts that a person can see or use in this document.
    Snapshot {
        /// Collection stops at this many nodes and says so.
        max_nodes: u32,
        /// In a large document, elements far from the viewport are only counted, as nodes of the role `more`.
        #[serde(default)]
        near: bool,
    },
    /// Reads the present facts of one element for the guard.
    Inspect {
        node: u32,
        /// Also aims at the element and arms it for a moment, if that needs neither scrolling nor waiting.
        #[serde(default)]
        aim: bool,
    },
    /// Scrolls the element into view and finds a point at which it receives a click.
    Aim {
        node: u32,
        /// Arms the element as by `Arm` as soon as there is such a point.
        #[serde(default)]
        arm: bool,
        /// Skips watching the element for a frame if nothing has moved for a while.
        #[serde(default)]
        hasty: bool,
        #[serde(default)]
        purpose: Purpose,
    },
    /// Scrolls the element into view, even if another covers it; answers with its middle.
    Reveal { node: u32 },
    /// Converts a point of a child frame to this document's coordinates; `node` is the `<iframe>`.
    Outward { node: u32, x: f64, y: f64 },
    /// Returns the element at a point and, if it is a frame, the point in the frame's coordinates.
    At { x: f64, y: f64 },
    /// Whether a native drag has begun since `Arm`.
    Dragging {},
    /// Focuses an editable element and places the caret or selection.
    Focus { node: u32, caret: Caret },
    /// Sets the value of a control that keys cannot fill (date, time, colour, range), and fires its events.
    SetValue { node: u32, value: String },
    /// Chooses options of a native `<select>` by value, exact text or, when only one fits, part of the text; answers with
    /// the texts of those chosen. In an editor it selects the passage with these words, and answers with it.
    Select { node: u32, values: Vec<String> },
    /// Lists the present options of a list, combobox or radio group that the page built itself.
    Options { node: u32 },
    /// Reads value, text, checkedness and the like of one element.
    State { node: u32 },
    /// Scrolls the page, or the scroller that `node` is or lies in.
    Scroll {
        node: Option<u32>,
        direction: ScrollDirection,
        /// Pixels; absent means 70 % of the visible part.
        amount: Option<f64>,
    },
    /// The main content, or one element's, as Markdown; of a longer one, more than `longest` characters.
    Read { node: Option<u32>, longest: u32 },
    /// Reads records: those of the whole page, or the rows of one list, table or scroller.
    Records { node: Option<u32>, part: RowsPart },
    /// One attribute or the outer HTML of an element.
    Source { node: u32, attribute: Option<String> },
    /// Whether an element contains one that is declared a spinner, painted or not.
    HasSpinners { node: u32 },
    /// The number of the file field that takes the click on an element in its place.
    FileField { node: u32 },
    /// The number of the focused element, also inside shadow roots.
    Focused {},
    /// Answers when all callbacks for the next frame have run, or soon if the page paints nothing.
    NextFrame {},
    /// The number of screen pixels of one CSS pixel.
    PixelRatio {},
    /// Whether the document shows this text: answers as soon as that equals `there`, at the latest after `max_ms`.
    HasText { text: String, there: bool, max_ms: u32 },
    /// From now until `Disarm`, pointer and key events reach `node` or nothing; without `node`, nothing in this document.
    Arm {
        node: Option<u32>,
        /// Keys may follow the focus to an element that the page creates meanwhile, as a grid does for the cell that is typed into.
        #[serde(default)]
        follow: bool,
    },
    /// From now until `Disarm`, the release of a mouse button is recorded, and no click follows from it.
    LetGo {},
    /// Ends `Arm` or `LetGo` and returns where the events went.
    Disarm {},
    /// Answers when the document has settled after an input, at the latest after `max_ms`.
    Settle(Settling),
    /// Ends the press that an earlier `Settle`, sent together with it, waits for.
    Pressed {
        /// As in [`Settling`], which was sent before this was known.
        answered_ms: Option<u32>,
        /// Whether to wait; otherwise the answer only says where the events went.
        wait: bool,
    },
}

/// What a point on an element is used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The element itself receives the press.
    #[default]
    Press,
    /// The mouse hovers there: that may open a menu, or a tooltip that says why an element is disabled.
    Point,
    /// A drag ends there: also inside an outline, where a press would reach the element behind it.
    Drop,
}

/// Where the caret goes when an element is focused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Caret {
    /// Only focus.
    Keep,
    /// Everything selected, so that typed text replaces it.
    All,
    /// Behind the last character, so that typed text is appended.
    End,
}

/// Which way to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ScrollDirection {
    Up,
    Down,
    Left,
    Right,
    Top,
    Bottom,
}
