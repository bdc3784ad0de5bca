//! What the hands and the script inside a page say to each other: one command in, one reply out, per frame.
//!
//! Nothing here is a word of `webhand-model`, however alike some look: what comes out of a page is cleaned and checked
//! before it becomes one.
//!
//! Numbers called `node` are handed out by the script of one document and mean nothing in any other.
//! Coordinates are CSS pixels of the frame's own viewport.

mod settling;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

pub use settling::{Asked, Settled, Settling};

/// Something the page script is asked to do. Only [`Self::Aim`], [`Self::HasText`] and [`Self::Settle`] take time.
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
    /// The main content, or one element's, as Markdown.
    Read { node: Option<u32> },
    /// What has the shape of data: all of the page, or the rows of one list, table or scroller.
    Records { node: Option<u32> },
    /// One attribute or the outer HTML of an element.
    Source { node: u32, attribute: Option<String> },
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

/// How to look at a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Looking {
    pub max_nodes: u32,
    pub near: bool,
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

/// The answer to a [`PageCommand`], of the kind that belongs to it, or an error.
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
    Disarmed(Disarmed),
    Settled(Settled),
    /// The command was carried out and has nothing to tell.
    Done {},
    /// Nothing was done.
    Error {
        code: PageErrorCode,
        message: String,
        by: Option<Described>,
    },
}

/// Why the page script did not do what it was asked to.
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
    /// It still moved when the time was up.
    Moving,
    Disabled,
    /// It does not take text, or is read-only.
    NotEditable,
    /// Not the kind of element this command is for.
    WrongKind,
    /// No such option; the message lists those there are.
    NoOption,
    /// A bug in the script or a page that breaks it; the message carries the details.
    Internal,
}

/// What one document shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageSnapshot {
    pub title: String,
    pub url: String,
    /// `document.readyState`.
    pub ready: String,
    /// Width and height of the viewport.
    pub viewport: [f64; 2],
    /// Scroll offset, and the largest possible one: x, y, max x, max y.
    pub scroll: [f64; 4],
    /// In reading order; a node's children follow it with a greater depth.
    pub nodes: Vec<PageNode>,
    /// Collection stopped at `max_nodes`.
    pub truncated: bool,
    /// So many elements may hold a closed shadow root, which only the browser can tell; nothing when none is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub suspects: Option<u32>,
}

/// One thing seen. Texts are raw page text; whoever renders them escapes them.
///
/// There may be tens of thousands, so the page writes each as an array of these fields in this order, and leaves out
/// those at the end that say nothing. Serde reads arrays and objects alike.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageNode {
    pub depth: u32,
    /// An ARIA role, or `text` for loose text, or `iframe`.
    pub role: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub name: String,
    /// Present when something can be done to it (and on every `<iframe>`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub node: Option<u32>,
    /// x, y, width, height; on nodes that have a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<[f64; 4]>", optional))]
    pub bounds: Option<[i32; 4]>,
    /// At least partly inside the viewport.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub in_view: bool,
    /// The resolved address of a link; one that leads to a part of the same document begins with its `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub href: Option<String>,
    /// `focused`, `checked`, `checked=mixed`, `disabled`, `expanded=false`, `selected`, `pressed`, `required`,
    /// `readonly`, `invalid`, `multiline`, `level=2`, `guessed`, `filled` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub states: Vec<String>,
    /// What a field holds. Never present on password and one-time-code fields, where the state says `filled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub value: Option<String>,
    /// On what holds a document of its own: where that begins, x and y, and how much larger than in its own pixels it is
    /// painted, across and down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub content: Option<[f64; 4]>,
    /// The number of what takes every click meant for it; 0 when that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cover: Option<u32>,
}

/// What a document shows, as far as it has the shape of data. Texts are raw page text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecords {
    /// What is said of the page's one subject.
    pub facts: PageRecord,
    pub sets: Vec<PageRecordSet>,
    /// What scrolls the rows that were asked for, when that is not the page.
    pub scroller: Option<u32>,
}

/// Records of one make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecordSet {
    pub title: String,
    pub records: Vec<PageRecord>,
}

/// One row, card or subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageRecord {
    /// What the page itself calls it, or empty.
    pub key: String,
    /// Where it begins in the content of its scroller.
    pub at: f64,
    pub fields: Vec<PageField>,
}

/// One thing said, with the names the page gives it, the surest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageField {
    pub names: Vec<String>,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub href: Option<String>,
}

/// What the guard has to know about an element: facts of the document, not of its wording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageFacts {
    pub role: String,
    pub name: String,
    pub field: FieldKind,
    /// The resolved address a click follows.
    pub href: Option<String>,
    /// A click submits `form`.
    pub submits: bool,
    /// Enter in this field submits `form`.
    pub enter_submits: bool,
    pub form: Option<FormFacts>,
    pub bounds: Option<[i32; 4]>,
    pub accessible: Accessible,
    #[serde(default)]
    pub aimed: Option<Aimed>,
}

/// What an element is to assistive technology, exactly as the ARIA specifications compute it, and whole.
///
/// `role` and `name` of [`PageFacts`] go beyond it: what can be clicked has a name there even if it has none here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Accessible {
    pub role: String,
    pub name: String,
    pub description: String,
}

/// The form an element belongs to, as it would be sent now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FormFacts {
    /// Resolved, with `formaction` of the button taken into account.
    pub action: String,
    /// `get`, `post` or `dialog`, with `formmethod` taken into account.
    pub method: String,
    /// Name and value of each field, in order, as form data; values of password and one-time-code fields and of
    /// files are `…`. At most 100, each value at most 200 characters.
    pub fields: Vec<[String; 2]>,
}

/// What a field is for, as far as security is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Not a field.
    None,
    Text,
    /// Password, also when the page has turned it into text meanwhile.
    Password,
    OneTimeCode,
    /// Card number, expiry or security code, by `autocomplete`, name or input mode.
    Card,
    File,
    /// Checkbox, radio, select, range and so on.
    Choice,
}

/// Where to point the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Aimed {
    pub x: f64,
    pub y: f64,
    /// The element's box: x, y, width, height.
    pub bounds: [f64; 4],
}

/// What lies at a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct At {
    pub node: Option<u32>,
    /// The same point in the document that a frame holds.
    pub inner: Option<[f64; 2]>,
}

/// Where the events went while a document was armed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Disarmed {
    /// Whether a press or a key reached the element; absent when none came.
    pub hit: Option<bool>,
    /// A whole click reached it.
    pub clicked: bool,
    /// What the first event that was kept back would have reached.
    pub instead: Option<Described>,
    /// The element had not moved then, so `instead` lies over it.
    pub covered: bool,
    /// Fields of one character beside it, to which the page moved on after a key and which took the next.
    #[serde(default)]
    pub along: Vec<u32>,
}

/// What an element is and holds now.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and none implies another")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ElementState {
    pub tag: String,
    /// The `type` of an `<input>`, else empty.
    pub input_type: String,
    pub text: String,
    pub value: Option<String>,
    pub checked: Option<bool>,
    /// Neither checked nor not.
    pub mixed: bool,
    pub visible: bool,
    pub enabled: bool,
    pub editable: bool,
    pub focused: bool,
    pub bounds: [f64; 4],
    pub role: String,
    /// It is not painted itself but takes the keys for what is painted around it, whose text is its value.
    pub proxy: Option<Proxy>,
    /// The page or the browser says that it holds nothing valid; what it says, if anything.
    pub invalid: Option<String>,
    /// Of a slider or spinner that is no `<input>`: where it stands, and its smallest and largest value.
    pub range: Option<[f64; 3]>,
    /// Enter does not begin another line.
    pub one_line: bool,
}

/// What an unpainted field writes into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Proxy {
    Editor,
    /// Every key means something to it, so nothing in it can be selected or replaced.
    Terminal,
}

/// What can be chosen in a control made by the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageOptions {
    /// What the control and its nearest surroundings say it holds.
    pub shows: String,
    /// Present when it is a field for which the browser suggests these texts.
    pub suggested: Option<Vec<String>>,
    /// The field whose text narrows the options.
    pub field: Option<u32>,
    /// Those that can be seen.
    pub options: Vec<PageOption>,
}

/// One of the things that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageOption {
    pub node: u32,
    pub name: String,
    pub selected: bool,
    pub disabled: bool,
}

/// Where a scroll ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Scrolled {
    /// Whether anything moved.
    pub moved: bool,
    /// Offset and largest possible offset along the axis scrolled.
    pub position: f64,
    pub max: f64,
    /// How much of it is in view at once.
    pub visible: f64,
}

/// An element named for a person: what covers, what took the click.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Described {
    pub node: Option<u32>,
    pub role: String,
    pub name: String,
}
