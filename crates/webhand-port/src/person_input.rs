//! The input that a person gives with mouse and keyboard while the browser is theirs.

/// One movement, press or text of the person. It reaches the page as it is and is never recorded.
#[derive(Clone, PartialEq)]
pub enum PersonInput {
    Mouse(PointerInput),
    /// Turns the wheel over a place; places are in CSS pixels of the viewport.
    Wheel {
        x: f64,
        y: f64,
        delta_x: f64,
        delta_y: f64,
    },
    /// `key` is that of `KeyboardEvent.key`; `modifiers` as in [`PointerInput`].
    Key {
        key: String,
        is_down: bool,
        modifiers: u8,
    },
    Text(String),
    /// Answers a dialog of the page.
    Dialog {
        accept: bool,
        text: Option<String>,
    },
}

/// A step of the mouse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointerInput {
    pub step: PointerStep,
    pub x: f64,
    pub y: f64,
    pub button: PointerButton,
    /// Those held down: 1 left, 2 right, 4 middle.
    pub buttons: u8,
    pub clicks: u32,
    /// Keys held down: 1 alt, 2 control, 4 meta, 8 shift.
    pub modifiers: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerStep {
    Move,
    Press,
    Release,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerButton {
    None,
    Left,
    Middle,
    Right,
}

/// The debug text leaves out the person's input, which is nobody else's, so a log never shows it.
impl std::fmt::Debug for PersonInput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Mouse(_) => "Mouse(…)",
            Self::Wheel { .. } => "Wheel(…)",
            Self::Key { .. } => "Key(…)",
            Self::Text(_) => "Text(…)",
            Self::Dialog { .. } => "Dialog(…)",
        })
    }
}

/// Why the person's input did not reach the page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PersonInputError {
    #[error("the browser is not yours now; take it over first")]
    NotHandedOver,
    #[error("the page did not take it: {0}")]
    NotTaken(String),
}
