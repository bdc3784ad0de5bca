//! The element or place that an action is about.

use crate::{Action, Ref};

/// The element, place or page that the guard's facts of an action are read from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ActionSubject {
    Element(Ref),
    /// The element that has the keyboard focus.
    Focused,
    /// The element at a point of the last picture; without a point, the element under the mouse.
    Place(Option<(f64, f64)>),
    /// The page as a whole, or the browser.
    Page,
}

impl Action {
    /// The subject by the arguments. Every action is named here, because the guard judges an action without the facts of
    /// its element too mildly.
    #[must_use]
    pub fn subject(&self) -> ActionSubject {
        match self {
            Self::Snapshot { scope: target, .. }
            | Self::Screenshot { target, .. }
            | Self::Read { target, .. }
            | Self::Get { target, .. }
            | Self::Wait { target, .. }
            | Self::Scroll { target, .. }
            | Self::Eval { target, .. } => target.map_or(ActionSubject::Page, ActionSubject::Element),
            Self::Type { target, .. } | Self::Press { target, .. } => {
                target.map_or(ActionSubject::Focused, ActionSubject::Element)
            }
            Self::Is { target, .. }
            | Self::Click { target, .. }
            | Self::Dblclick { target }
            | Self::Hover { target }
            | Self::Focus { target }
            | Self::Fill { target, .. }
            | Self::Clear { target }
            | Self::Select { target, .. }
            | Self::Check { target }
            | Self::Uncheck { target }
            | Self::Upload { target, .. }
            | Self::Drag { from: target, .. }
            | Self::Collect { target, .. } => ActionSubject::Element(*target),
            Self::ClickAt { x, y, .. } | Self::HoverAt { x, y } => ActionSubject::Place(Some((*x, *y))),
            Self::DragAt { from, .. } => ActionSubject::Place(Some((from.x, from.y))),
            Self::Mouse { x, y, .. } => ActionSubject::Place(x.zip(*y)),
            Self::Find { .. }
            | Self::Pdf { .. }
            | Self::Console {}
            | Self::Network {}
            | Self::ScrollAt { .. }
            | Self::Open { .. }
            | Self::Back {}
            | Self::Forward {}
            | Self::Reload {}
            | Self::Tab { .. }
            | Self::OpenTool { .. }
            | Self::Dialog { .. }
            | Self::Downloads {}
            | Self::Extract { .. }
            | Self::PageTool { .. } => ActionSubject::Page,
        }
    }
}
