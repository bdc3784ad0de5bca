//! Conditions: "if there is a cookie banner, accept it".

use crate::follow::search::{distinctive_words, shows_words};
use crate::language::Language;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::page::Page;

/// Whether the page shows something: by its words, or where it is only called by its kind, by that.
pub(crate) fn is_on_page(page: &Page<'_>, language: &Language, what: &Phrase) -> bool {
    let told = distinctive_words(language, &what.text);
    if let Some(entry) = page.turned_to().filter(|_| !told.is_empty()) {
        let own = words(&page.text_of(entry));
        return told.iter().all(|word| quality(word, &own) >= 80);
    }
    if !told.is_empty() {
        return shows_words(page, &told);
    }
    let kinds: Vec<&String> = what.readings.iter().flat_map(|reading| &reading.roles).collect();
    let blocked = page.snapshot.dialog.is_some();
    blocked || page.nodes().iter().any(|node| kinds.contains(&&node.role))
}
