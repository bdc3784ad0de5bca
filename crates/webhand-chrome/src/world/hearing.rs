//! What a document, and those of its process inside of it, are known to listen on.

use std::collections::HashMap;

/// By the browser's number of each element, the events it listens for.
#[derive(Debug, Default)]
pub(crate) struct Hearing {
    known: HashMap<i64, u32>,
    /// The document listens on so much that asking takes longer than it is worth.
    pub(crate) given_up: bool,
    /// The document is too large to be asked about, at least for now.
    pub(crate) too_large: bool,
    /// The document as an object of the page's own world.
    pub(crate) document: Option<String>,
    pub(crate) window: Window,
    /// There was more than could be taken in at once.
    left_out: bool,
}

/// A document's window, which hears all that happens in it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) enum Window {
    #[default]
    Unknown,
    /// As an object of the page's own world.
    Known(String),
    /// It was found to hear every press, as something else may too, and is taken to go on doing so.
    Hears,
}

impl Hearing {
    /// Whether something of this was not known; it is from now on.
    pub(crate) fn takes(&mut self, element: i64, events: u32) -> bool {
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&element) {
            self.left_out = true;
            return false;
        }
        let known = self.known.entry(element).or_default();
        let is_new = events & !*known != 0;
        *known |= events;
        is_new
    }

    pub(crate) fn knows(&self, element: i64, events: u32) -> bool {
        self.known.get(&element).is_some_and(|known| events & !known == 0)
    }

    /// Whoever could not be told of an element hears of it again.
    pub(crate) fn forgets(&mut self, element: i64) {
        self.known.remove(&element);
        self.left_out = true;
    }

    /// Whether the last answer had more than was taken in.
    pub(crate) fn leaves_out(&mut self, something: bool) {
        self.left_out = something;
    }

    /// Whether everything is known that the last answer told.
    pub(crate) fn is_whole(&self) -> bool {
        !self.given_up && !self.too_large && !self.left_out
    }
}

const MOST_KNOWN: usize = 50_000;
