//! The part of an action's arguments by which guard and hands decide, whatever the action is called.

use crate::{Action, Button, Modifier, MouseVerb, WebUrl};

/// The keys or buttons that an action presses, the text, options or files that it enters, or the address that it opens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ActionInput<'a> {
    /// Activates an element as a click does.
    Click { button: Button, modifiers: &'a [Modifier] },
    /// Releases the mouse button, which completes a click.
    MouseUp,
    /// One key or chord.
    Key(&'a str),
    /// Text typed key by key, perhaps with Enter after it.
    Keystrokes { text: &'a str, enter: bool },
    /// Text entered at once.
    Text(&'a str),
    /// Options of a list, as one value or several.
    Options { value: Option<&'a String>, values: Option<&'a [String]> },
    /// Paths of files to hand over.
    Files(&'a [String]),
    /// An address to open.
    Address(&'a WebUrl),
    /// Nothing that a decision depends on.
    Other,
}

impl Action {
    /// The input by the arguments. Every action is named here, because the guard takes an action for harmless if its input
    /// is [`ActionInput::Other`].
    #[must_use]
    pub fn input(&self) -> ActionInput<'_> {
        match self {
            Self::Click { button, modifiers, .. } | Self::ClickAt { button, modifiers, .. } => ActionInput::Click {
                button: button.unwrap_or(Button::Left),
                modifiers: modifiers.as_deref().unwrap_or_default(),
            },
            Self::Dblclick { .. } | Self::Check { .. } | Self::Uncheck { .. } => {
                ActionInput::Click { button: Button::Left, modifiers: &[] }
            }
            Self::Mouse { action: MouseVerb::Up, .. } => ActionInput::MouseUp,
            Self::Press { key, .. } => ActionInput::Key(key),
            Self::Type { text, submit, .. } => ActionInput::Keystrokes { text, enter: *submit == Some(true) },
            Self::Fill { value: text, .. } | Self::Dialog { text: Some(text), .. } => ActionInput::Text(text),
            Self::Select { value, values, .. } => {
                ActionInput::Options { value: value.as_ref(), values: values.as_deref() }
            }
            Self::Upload { files, .. } => ActionInput::Files(files),
            Self::Open { url, .. } | Self::Tab { url: Some(url), .. } => ActionInput::Address(url),
            Self::Snapshot { .. }
            | Self::Screenshot { .. }
            | Self::Pdf { .. }
            | Self::Read { .. }
            | Self::Find { .. }
            | Self::Get { .. }
            | Self::Is { .. }
            | Self::Console {}
            | Self::Network {}
            | Self::Wait { .. }
            | Self::Hover { .. }
            | Self::Focus { .. }
            | Self::Clear { .. }
            | Self::Drag { .. }
            | Self::Scroll { .. }
            | Self::HoverAt { .. }
            | Self::ScrollAt { .. }
            | Self::DragAt { .. }
            | Self::Mouse { action: MouseVerb::Down, .. }
            | Self::Back {}
            | Self::Forward {}
            | Self::Reload {}
            | Self::Tab { url: None, .. }
            | Self::OpenTool { .. }
            | Self::Dialog { text: None, .. }
            | Self::Downloads {}
            | Self::Extract { .. }
            | Self::Collect { .. }
            | Self::Eval { .. }
            | Self::PageTool { .. } => ActionInput::Other,
        }
    }
}
