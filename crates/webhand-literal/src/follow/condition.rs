//! Conditions: "if there is a cookie banner, accept it".

use crate::follow::search::{distinctive_words, shows_words};
use crate::language::Language;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::page::PageIndex;

/// Whether the page shows what a phrase names: by the words of the phrase, or by its kind of element where it has no other
/// words.
pub(crate) fn is_on_page(page: &PageIndex<'_>, language: &Language, what: &Phrase) -> bool {
    let distinctive = distinctive_words(language, &what.text);
    if let Some(entry) = page.current_entry().filter(|_| !distinctive.is_empty()) {
        let own = words(&page.text_of(entry));
        return distinctive.iter().all(|word| quality(word, &own) >= 80);
    }
    if !distinctive.is_empty() {
        return shows_words(page, &distinctive);
    }
    let kinds: Vec<&String> = what.readings.iter().flat_map(|reading| &reading.roles).collect();
    let blocked = page.snapshot.dialog.is_some();
    blocked || page.nodes().iter().any(|node| kinds.contains(&&node.role))
}
