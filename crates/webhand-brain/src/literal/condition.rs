//! Conditions: "if there is a cookie banner, accept it".

use super::mind::Mind;
use super::phrase::Phrase;

impl Mind<'_> {
    /// Whether the page shows something: by its words, or where it is only called by its kind, by that.
    pub(super) fn is_there(&self, what: &Phrase) -> bool {
        let told = self.telling_words(&what.text);
        if !told.is_empty() {
            return self.shows(&told);
        }
        let kinds: Vec<&String> = what.readings.iter().flat_map(|reading| &reading.roles).collect();
        let blocked = self.page.snapshot.dialog.is_some();
        blocked || self.page.nodes().iter().any(|node| kinds.contains(&&node.role))
    }
}
