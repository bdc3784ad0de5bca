//! The present state of an element, and its options.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The present state of an element.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own, and none implies another")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ElementState {
    pub tag: String,
    /// The `type` of an `<input>`, else empty.
    pub input_type: String,
    pub text: String,
    pub value: Option<String>,
    /// The field holds a secret, and `value` is a placeholder for it. An empty field holds none.
    #[serde(default)]
    pub secret: bool,
    pub checked: Option<bool>,
    /// Neither checked nor not.
    pub mixed: bool,
    pub visible: bool,
    pub enabled: bool,
    pub editable: bool,
    pub focused: bool,
    pub bounds: [f64; 4],
    pub role: String,
    /// Set if the element is not painted itself but receives the keys for a painted editor, whose text is its value.
    pub proxy: Option<Proxy>,
    /// Present if the page or the browser calls the value invalid; the message, if there is one.
    pub invalid: Option<String>,
    /// Of a slider or spinner that is no `<input>`: its present, smallest and largest value.
    pub range: Option<[f64; 3]>,
    /// Enter does not insert a line break.
    pub one_line: bool,
    /// What an editor holds that plain text cannot say, in words: `bold`, `links`.
    #[serde(default)]
    pub formats: Vec<String>,
    /// The element may have set ARIA values by `ElementInternals`, which only the browser knows; the other fields hold those
    /// known last.
    #[serde(default)]
    pub speaks: bool,
}

/// The kind of painted editor that an unpainted field receives keys for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Proxy {
    Editor,
    /// Every key is a command to it, so its text cannot be selected or replaced.
    Terminal,
}

/// The options of a control that the page built itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageOptions {
    /// The present choice, as the control and its nearest surroundings show it.
    pub shows: String,
    /// Present if the control is a field for which the browser suggests these texts.
    pub suggested: Option<Vec<String>>,
    /// The field whose text narrows the options.
    pub field: Option<u32>,
    /// The focused field, if it is another one: a search field in the list may get the focus when the list opens.
    pub focused: Option<u32>,
    /// The visible options.
    pub options: Vec<PageOption>,
}

/// One option of a control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PageOption {
    pub node: u32,
    pub name: String,
    pub selected: bool,
    pub disabled: bool,
}
