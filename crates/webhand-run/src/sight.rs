//! What of a page a brain is shown: as much of it as fits, and while it stays the same page only what changed since.
//!
//! A whole look stays where it was told, so that a provider finds it in its cache with everything before it; there is
//! never more than one in a prompt.

use webhand_model::{Earlier, Snapshot, tokens};

/// The newest whole look, and what changed since.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    whole: Option<Whole>,
    changes: Option<String>,
}

#[derive(Debug)]
struct Whole {
    page: Snapshot,
    text: String,
    turns: usize,
}

/// The most tokens of a whole look, and of what changed since.
const WHOLE: usize = 700;
const CHANGES: usize = 120;
/// A look as short as this is told anew each time: it is less than a tenth of any prompt.
const SHORT: usize = 100;

impl Sight {
    /// Takes in a look after this many turns.
    pub(crate) fn take_in(&mut self, page: &Snapshot, turns: usize) {
        let whole = self.whole.as_ref().filter(|whole| tokens(&whole.text) > SHORT);
        self.changes = whole.and_then(|whole| page.changes(&whole.page, CHANGES));
        if self.changes.is_none() {
            self.whole = Some(Whole { page: page.clone(), text: page.sketch(WHOLE).text, turns });
        }
    }

    /// The newest look as text, and the one it is told against.
    pub(crate) fn told(&self) -> (String, Option<Earlier>) {
        match (&self.whole, &self.changes) {
            (Some(Whole { text, turns, .. }), Some(changes)) => {
                (changes.clone(), Some(Earlier { turns: *turns, text: text.clone() }))
            }
            (Some(whole), None) => (whole.text.clone(), None),
            (None, _) => (String::new(), None),
        }
    }
}
