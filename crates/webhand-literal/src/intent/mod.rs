//! Whether a chat message asks for something to be done in a browser.
//!
//! Invariants: a pure function of the message, the same everywhere it is asked; code holds no word of any language, all
//! of them are data beside it. Where it is in doubt it says no: a chat that answers in words does no harm.

mod address;
mod language;

use webhand_model::fold_text;

use self::address::{has_address, has_host};
pub use self::language::Category;
use self::language::{Language, Phrase, languages};

/// What a message asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Intent {
    /// Whether a browser is needed.
    pub browser: bool,
    pub why: Why,
}

/// What decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// An address stands in it, whatever the language.
    Address,
    /// The browser is asked for by name.
    Invoked,
    /// The browser is asked for by name not to be used.
    Declined,
    /// It is about what a page at hand shows.
    AboutThePage,
    /// It asks for something done of this category.
    Deed(Category),
    /// It follows one that was worked on in the browser, and asks for something done without saying with what.
    GoesOn,
    /// Too short to ask for anything.
    TooShort,
    /// A question of knowledge, which needs no page.
    Knowledge,
    /// Nothing in it speaks of a browser.
    Nothing,
}

/// Says whether `message` needs a browser, and why.
#[must_use]
pub fn needs_browser(message: &str) -> Intent {
    let why = reason(message);
    let browser = match why {
        Why::Address | Why::Invoked | Why::AboutThePage | Why::Deed(_) | Why::GoesOn => true,
        Why::Declined | Why::TooShort | Why::Knowledge | Why::Nothing => false,
    };
    Intent { browser, why }
}

/// The same for a message that follows one that was worked on in the browser: `open the second one` speaks of what is
/// there, so the verb of a deed is enough.
#[must_use]
pub fn still_needs_browser(message: &str) -> Intent {
    let alone = needs_browser(message);
    let goes_on = alone.why == Why::Nothing && {
        let said = words(&begin(message));
        languages().iter().any(|language| language.has_verb(&said))
    };
    if goes_on { Intent { browser: true, why: Why::GoesOn } } else { alone }
}

fn reason(message: &str) -> Why {
    let message = begin(message);
    let said = words(&message);
    let speaks = |phrases: fn(&Language) -> &Vec<Phrase>| {
        languages().iter().any(|language| phrases(language).iter().any(|phrase| phrase.is_in(&said)))
    };
    if speaks(|language| &language.declined) {
        return Why::Declined;
    }
    if has_address(&message) {
        return Why::Address;
    }
    if speaks(|language| &language.invoked) {
        return Why::Invoked;
    }
    if said.len() < LEAST_WORDS || message.trim().chars().count() < LEAST_CHARACTERS {
        return Why::TooShort;
    }
    if languages().iter().any(|language| language.asks_for_knowledge(&said)) {
        return if speaks(|language| &language.at_hand) { Why::AboutThePage } else { Why::Knowledge };
    }
    if has_host(&message) {
        return Why::Address;
    }
    let deed = languages().iter().find_map(|language| language.deed(&said));
    deed.map_or(Why::Nothing, Why::Deed)
}

fn begin(message: &str) -> String {
    message.chars().take(MOST_CHARACTERS).collect()
}

/// The words of a message, folded; an apostrophe belongs to its word.
fn words(text: &str) -> Vec<String> {
    let folded = fold_text(text);
    let parts = folded.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '@');
    parts.filter(|part| !part.is_empty()).map(|part| part.replace('’', "'")).collect()
}

/// What is looked at of a message; whoever pastes more says what they want first.
const MOST_CHARACTERS: usize = 2_000;
const LEAST_CHARACTERS: usize = 8;
const LEAST_WORDS: usize = 2;

#[cfg(test)]
mod tests;
