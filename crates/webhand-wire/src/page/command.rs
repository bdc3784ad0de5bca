//! What the script inside a page can be asked to do.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{RowsPart, Settling};

/// Something the page script is asked to do. Only [`Self::Aim`], [`Self::HasText`], [`Self::NextFrame`] and
/// [`Self::Settle`] take time, and [`Self::Snapshot`] where icons are about to show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PageCommand {
    /// Collects what a person can see and touch in this document.
    Snapshot {
        /// Collection stops at this many nodes and says so.
        max_nodes: u32,
        /// In a large document, what is far from the viewport is only counted, as nodes of the role `more`.
        #[serde(default)]
        near: bool,
    },
    /// Reads, freshly, what the guard has to know about one element.
    Inspect {
        node: u32,
        /// Where that needs neither scrolling nor waiting, the element is aimed at too, and armed for a moment.
        #[serde(default)]
        aim: bool,
    },
    /// Scrolls the element into view and finds a point at which it really takes a click.
    Aim {
        node: u32,
        /// The element is armed as by `Arm` as soon as there is such a point.
        #[serde(default)]
        arm: bool,
        /// Where nothing has moved for a while, the element is not watched for a frame.
        #[serde(default)]
        hasty: bool,
        #[serde(default)]
        purpose: Purpose,
    },
    /// Scrolls the element into view, whatever lies over it; answers with its middle.
    Reveal { node: u32 },
    /// Carries a point of a child frame out into this document, through the `<iframe>` that is `node`.
    Outward { node: u32, x: f64, y: f64 },
    /// What lies at a point, and where that is inside it if it is a frame.
    At { x: f64, y: f64 },
    /// Whether a drag of the browser's own kind has begun since `Arm`.
    Dragging {},
    /// Focuses an editable element and places the caret or selection.
    Focus { node: u32, caret: Caret },
    /// Sets the value of a control that keys cannot fill (date, time, colour, range), with its events.
    SetValue { node: u32, value: String },
    /// Chooses options of a native `<select>` by value, exact text or, when only one fits, part of the text; answers with
    /// the texts of those chosen.
    Select { node: u32, values: Vec<String> },
    /// What a list, combobox or radio group made by the page offers now.
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
    /// The main content, or one element's, as Markdown; where there is more, more than `longest` letters of it.
    Read { node: Option<u32>, longest: u32 },
    /// What has the shape of data: all of the page, or the rows of one list, table or scroller.
    Records { node: Option<u32>, part: RowsPart },
    /// One attribute or the outer HTML of an element.
    Source { node: u32, attribute: Option<String> },
    /// Whether an element holds any that is declared a spinner, painted or not.
    HasSpinners { node: u32 },
    /// The number of the element that has the focus, looked for inside shadow roots too.
    Focused {},
    /// Answers when everything that waited for the next frame has run, or soon if the page paints nothing.
    NextFrame {},
    /// How many pixels of the screen one CSS pixel has.
    PixelRatio {},
    /// Whether this visible text is in the document, as soon as the answer is `there`, at the latest after `max_ms`.
    HasText { text: String, there: bool, max_ms: u32 },
    /// From now until `Disarm`, pointer and key events reach `node` or nothing; without one, nothing of this document.
    Arm { node: Option<u32> },
    /// From now until `Disarm`, a mouse button that comes up is told, and no click follows from it.
    LetGo {},
    /// Ends `Arm` or `LetGo` and says where the events went.
    Disarm {},
    /// Answers when the document has come to rest after what was done to it, at the latest after `max_ms`.
    Settle(Settling),
    /// The press is over that a `Settle` waits for which was sent ahead of it.
    Pressed {
        /// As in [`Settling`], which was asked too early to know.
        answered_ms: Option<u32>,
        /// Without it the answer tells where the events went and nothing else.
        wait: bool,
    },
}

/// What a point on an element is looked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The element takes the press itself.
    #[default]
    Press,
    /// The mouse is to rest on it. That may open something, and what is out of use tells why in this way.
    Point,
    /// What is dragged is let go there: inside an outline too, where a press would go to what is behind it.
    Drop,
}

/// Where the caret goes when an element is focused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Caret {
    /// Only focus.
    Keep,
    /// Everything selected, so that what is typed replaces it.
    All,
    /// Behind the last character, so that what is typed is appended.
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
