//! The event listeners that are known of a document, and of those of its process inside of it.

use std::collections::HashMap;

use crate::driver::{ElementNumber, ObjectHandle};

/// By the browser's number of each element, the events it listens for.
#[derive(Debug, Default)]
pub(crate) struct KnownListeners {
    known: HashMap<ElementNumber, u32>,
    /// The document is not queried again, because its answers take too long.
    pub(crate) given_up: bool,
    /// How many looks in a row stopped waiting for the answer.
    late: u8,
    /// The document is too large to be queried, at least for now.
    pub(crate) too_large: bool,
    /// The document as an object of the page's own world.
    pub(crate) document: Option<ObjectHandle>,
    pub(crate) window: WindowListeners,
    /// There were more listeners than could be handed over at once.
    left_out: bool,
}

/// The listeners of a document's window, which receives all events of the document.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) enum WindowListeners {
    #[default]
    Unknown,
    /// As an object of the page's own world.
    Known(ObjectHandle),
    /// The window was found to listen for presses, and is assumed to keep its listeners.
    Listening,
}

impl KnownListeners {
    /// Whether some of these events are not known of the element, and there is room for them.
    pub(crate) fn wants(&mut self, element: ElementNumber, events: u32) -> bool {
        let has_room = self.known.len() < MOST_KNOWN || self.known.contains_key(&element);
        self.left_out |= !has_room;
        has_room && !self.knows(element, events)
    }

    /// The page script has received these events of the element.
    pub(crate) fn add(&mut self, element: ElementNumber, events: u32) {
        *self.known.entry(element).or_default() |= events;
    }

    pub(crate) fn knows(&self, element: ElementNumber, events: u32) -> bool {
        self.known.get(&element).is_some_and(|known| events & !known == 0)
    }

    /// Counts a look that stopped waiting for the answer; after several in a row the document is given up.
    pub(crate) fn note_late_answer(&mut self) {
        self.late += 1;
        self.given_up |= self.late >= MOST_LATE;
    }

    pub(crate) fn note_answer_in_time(&mut self) {
        self.late = 0;
    }

    /// Notes whether the last answer had more than was handed over.
    pub(crate) fn set_left_out(&mut self, something: bool) {
        self.left_out = something;
    }

    /// Whether all listeners of the last answer are known.
    pub(crate) fn is_whole(&self) -> bool {
        !self.given_up && !self.too_large && !self.left_out
    }
}

const MOST_KNOWN: usize = 50_000;
const MOST_LATE: u8 = 3;

#[cfg(test)]
mod tests;
