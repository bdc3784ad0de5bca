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
}

impl Hearing {
    /// Whether something of this was not known; it is from now on.
    pub(crate) fn takes(&mut self, element: i64, events: u32) -> bool {
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&element) {
            return false;
        }
        let known = self.known.entry(element).or_default();
        let is_new = events & !*known != 0;
        *known |= events;
        is_new
    }

    /// Whoever could not be told of an element hears of it again.
    pub(crate) fn forgets(&mut self, element: i64) {
        self.known.remove(&element);
    }
}

const MOST_KNOWN: usize = 50_000;
