//! The states of a node, parsed where a decision depends on them.
//!
//! A node carries its states as the page script writes them: a word, or a key and a value. This module is the only reader of
//! that spelling; every decision elsewhere compares [`NodeState`]s.

use std::fmt;

use super::Node;

/// One state of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeState<'a> {
    /// On a count: the counted things are above the viewport.
    Above,
    Disabled,
    Editable,
    /// A secret field that holds something.
    Filled,
    Focused,
    /// The name was guessed from the looks or the surroundings of the element.
    Guessed,
    /// A row that holds the heads of columns.
    Header,
    /// The page or the browser says that the value of a field is wrong.
    Invalid,
    Loading,
    Multiline,
    Multiple,
    ReadOnly,
    Scrollable,
    Selected,
    /// A frame that cannot be looked into.
    Unreachable,
    /// The value is hidden from the brain.
    Withheld,
    /// The provider of a captcha.
    Captcha(&'a str),
    /// The ref of the element in front of it, if that has one.
    Covered(Option<&'a str>),
    Color(&'a str),
    Expanded(bool),
    /// The origin from which a frame was loaded.
    From(&'a str),
    HasPopup(&'a str),
    Level(u32),
    Max(&'a str),
    /// How many options a list has, also those that are not in the snapshot.
    Options(usize),
    /// Width and height of a drawing in pixels: `40x20`.
    Size(&'a str),
    /// The `type` of an `<input>`.
    Type(&'a str),
    /// A state that nothing depends on; it is only shown.
    Other(&'a str),
}

impl<'a> NodeState<'a> {
    #[must_use]
    pub fn parse(written: &'a str) -> Self {
        match written.split_once('=') {
            Some((key, value)) => Self::parse_pair(key, value).unwrap_or(Self::Other(written)),
            None => Self::parse_word(written),
        }
    }

    /// The provider of a captcha.
    #[must_use]
    pub fn captcha(self) -> Option<&'a str> {
        if let Self::Captcha(provider) = self { Some(provider) } else { None }
    }

    #[must_use]
    pub fn color(self) -> Option<&'a str> {
        if let Self::Color(color) = self { Some(color) } else { None }
    }

    #[must_use]
    pub fn max(self) -> Option<&'a str> {
        if let Self::Max(most) = self { Some(most) } else { None }
    }

    #[must_use]
    pub fn options(self) -> Option<usize> {
        if let Self::Options(count) = self { Some(count) } else { None }
    }

    #[must_use]
    pub fn size(self) -> Option<&'a str> {
        if let Self::Size(size) = self { Some(size) } else { None }
    }

    #[must_use]
    pub fn input_type(self) -> Option<&'a str> {
        if let Self::Type(kind) = self { Some(kind) } else { None }
    }

    fn parse_word(written: &'a str) -> Self {
        match written {
            "above" => Self::Above,
            "covered" => Self::Covered(None),
            "disabled" => Self::Disabled,
            "editable" => Self::Editable,
            "filled" => Self::Filled,
            "focused" => Self::Focused,
            "guessed" => Self::Guessed,
            "header" => Self::Header,
            "invalid" => Self::Invalid,
            "loading" => Self::Loading,
            "multiline" => Self::Multiline,
            "multiple" => Self::Multiple,
            "readonly" => Self::ReadOnly,
            "scrollable" => Self::Scrollable,
            "selected" => Self::Selected,
            "unreachable" => Self::Unreachable,
            "withheld" => Self::Withheld,
            _ => Self::Other(written),
        }
    }

    fn parse_pair(key: &str, value: &'a str) -> Option<Self> {
        Some(match key {
            "captcha" => Self::Captcha(value),
            "color" => Self::Color(value),
            "covered" => Self::Covered(Some(value)),
            "expanded" => Self::Expanded(value.parse().ok()?),
            "from" => Self::From(value),
            "haspopup" => Self::HasPopup(value),
            "level" => Self::Level(value.parse().ok()?),
            "max" => Self::Max(value),
            "options" => Self::Options(value.parse().ok()?),
            "size" => Self::Size(value),
            "type" => Self::Type(value),
            _ => return None,
        })
    }
}

/// The spelling of the page script.
impl fmt::Display for NodeState<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above => to.write_str("above"),
            Self::Disabled => to.write_str("disabled"),
            Self::Editable => to.write_str("editable"),
            Self::Filled => to.write_str("filled"),
            Self::Focused => to.write_str("focused"),
            Self::Guessed => to.write_str("guessed"),
            Self::Header => to.write_str("header"),
            Self::Invalid => to.write_str("invalid"),
            Self::Loading => to.write_str("loading"),
            Self::Multiline => to.write_str("multiline"),
            Self::Multiple => to.write_str("multiple"),
            Self::ReadOnly => to.write_str("readonly"),
            Self::Scrollable => to.write_str("scrollable"),
            Self::Selected => to.write_str("selected"),
            Self::Unreachable => to.write_str("unreachable"),
            Self::Withheld => to.write_str("withheld"),
            Self::Captcha(provider) => write!(to, "captcha={provider}"),
            Self::Covered(None) => to.write_str("covered"),
            Self::Covered(Some(cover)) => write!(to, "covered={cover}"),
            Self::Color(color) => write!(to, "color={color}"),
            Self::Expanded(expanded) => write!(to, "expanded={expanded}"),
            Self::From(origin) => write!(to, "from={origin}"),
            Self::HasPopup(kind) => write!(to, "haspopup={kind}"),
            Self::Level(level) => write!(to, "level={level}"),
            Self::Max(most) => write!(to, "max={most}"),
            Self::Options(count) => write!(to, "options={count}"),
            Self::Size(size) => write!(to, "size={size}"),
            Self::Type(kind) => write!(to, "type={kind}"),
            Self::Other(written) => to.write_str(written),
        }
    }
}

impl Node {
    #[must_use]
    pub fn is(&self, state: NodeState<'_>) -> bool {
        self.parsed_states().any(|own| own == state)
    }

    /// The states of the node, each parsed.
    pub fn parsed_states(&self) -> impl Iterator<Item = NodeState<'_>> {
        self.states.iter().map(|state| NodeState::parse(state))
    }

    pub fn push_state(&mut self, state: NodeState<'_>) {
        self.states.push(state.to_string());
    }
}
