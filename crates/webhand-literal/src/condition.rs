//! Conditions: "if there is a cookie banner, accept it".

use super::mind::Mind;
use super::phrase::Phrase;
use super::score::quality;
use super::words::words;

impl Mind<'_> {
    /// Whether the page shows something: by its words, or where it is only called by its kind, by that.
    pub(super) fn is_there(&self, what: &Phrase) -> bool {
        let told = self.telling_words(&what.text);
        if let Some(entry) = self.page.turned_to().filter(|_| !told.is_empty()) {
            let own = words(&self.page.text_of(entry));
            return told.iter().all(|word| quality(word, &own) >= 80);
        }
        if !told.is_empty() {
            return self.shows(&told);
        }
        let kinds: Vec<&String> = what.readings.iter().flat_map(|reading| &reading.roles).collect();
        let blocked = self.page.snapshot.dialog.is_some();
        blocked || self.page.nodes().iter().any(|node| kinds.contains(&&node.role))
    }
}
