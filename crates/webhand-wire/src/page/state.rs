//! What an element is and holds now, and what it offers.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

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
    /// What it is and how it is, the browser alone may know; this is what was known of it last.
    #[serde(default)]
    pub speaks: bool,
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
    /// A field elsewhere that has the focus: one in the list, if it got it when that was opened.
    pub focused: Option<u32>,
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
