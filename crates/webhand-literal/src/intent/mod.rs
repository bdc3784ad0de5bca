//! Whether a chat message asks for something to be done in a browser.
//!
//! Start reading at [`needs_browser`]. Invariants: the decision is a pure function of the message; the code holds no word of
//! any language, all words are data beside it. In doubt the answer is no, because a chat that answers in words does no harm.
//! Nothing here may start a browser or look at a page.

mod address;
mod language;

use webhand_model::fold_text;

use self::address::{has_address, has_host};
pub use self::language::Category;
use self::language::{IntentLanguage, languages};
use crate::language::word_sequence::WordSequence;

/// Whether a message needs a browser, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrowserNeed {
    /// Whether a browser is needed.
    pub browser: bool,
    pub why: NeedReason,
}

/// The reason for a decision about a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NeedReason {
    /// The message has an address, whatever its language.
    Address,
    /// The message asks for the browser by name.
    Invoked,
    /// The message asks not to use the browser.
    Declined,
    /// The message is about the page that is open.
    AboutThePage,
    /// The message asks for an action of this category.
    Action(Category),
    /// The message follows a task in the browser and has the verb of an action, without saying on what.
    FollowUp,
    /// The message is too short to ask for anything.
    TooShort,
    /// The message is a question of knowledge, which needs no page.
    Knowledge,
    /// The message has nothing to do with a browser.
    Nothing,
}

impl NeedReason {
    /// A stable word for programs: why no browser is needed, or `browser`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Declined => "declined",
            Self::TooShort => "too_short",
            Self::Knowledge => "knowledge",
            Self::Nothing => "unclear",
            Self::Address | Self::Invoked | Self::AboutThePage | Self::Action(_) | Self::FollowUp => "browser",
        }
    }
}

/// Decides whether `message` needs a browser.
#[must_use]
pub fn needs_browser(message: &str) -> BrowserNeed {
    let why = reason(message);
    let browser = match why {
        NeedReason::Address
        | NeedReason::Invoked
        | NeedReason::AboutThePage
        | NeedReason::Action(_)
        | NeedReason::FollowUp => true,
        NeedReason::Declined | NeedReason::TooShort | NeedReason::Knowledge | NeedReason::Nothing => false,
    };
    BrowserNeed { browser, why }
}

/// Decides whether a message needs the browser that the message before it used: `open the second one` refers to the open
/// page, so the verb of an action is enough.
#[must_use]
pub fn still_needs_browser(message: &str) -> BrowserNeed {
    let alone = needs_browser(message);
    let is_follow_up = alone.why == NeedReason::Nothing && {
        let said = words(&bounded(message));
        languages().iter().any(|language| language.has_verb(&said))
    };
    if is_follow_up { BrowserNeed { browser: true, why: NeedReason::FollowUp } } else { alone }
}

fn reason(message: &str) -> NeedReason {
    let message = bounded(message);
    let said = words(&message);
    let speaks = |phrases: fn(&IntentLanguage) -> &Vec<WordSequence>| {
        languages().iter().any(|language| phrases(language).iter().any(|phrase| phrase.is_in(&said)))
    };
    if speaks(|language| &language.declined) {
        return NeedReason::Declined;
    }
    if has_address(&message) {
        return NeedReason::Address;
    }
    if speaks(|language| &language.invoked) {
        return NeedReason::Invoked;
    }
    if said.len() < LEAST_WORDS || message.trim().chars().count() < LEAST_CHARACTERS {
        return NeedReason::TooShort;
    }
    if languages().iter().any(|language| language.asks_for_knowledge(&said)) {
        return if speaks(|language| &language.at_hand) { NeedReason::AboutThePage } else { NeedReason::Knowledge };
    }
    if has_host(&message) {
        return NeedReason::Address;
    }
    let action = languages().iter().find_map(|language| language.action(&said));
    action.map_or(NeedReason::Nothing, NeedReason::Action)
}

fn bounded(message: &str) -> String {
    message.chars().take(MOST_CHARACTERS).collect()
}

/// The words of a message, folded; an apostrophe belongs to its word.
fn words(text: &str) -> Vec<String> {
    let folded = fold_text(text);
    let parts = folded.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '@');
    parts.filter(|part| !part.is_empty()).map(|part| part.replace('’', "'")).collect()
}

/// The most characters of a message that are read: people who paste a long text say first what they want.
const MOST_CHARACTERS: usize = 2_000;
const LEAST_CHARACTERS: usize = 8;
const LEAST_WORDS: usize = 2;

#[cfg(test)]
mod tests;
