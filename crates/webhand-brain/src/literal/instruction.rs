//! One instruction, understood but not yet found on a page.

use webhand_model::Direction;

use super::language::Language;
use super::words::{Token, words};

/// Something the person wants done, in the order they said it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Instruction {
    Open { place: Phrase },
    Touch { how: Touch, target: Phrase },
    Fill { value: String, field: Option<Phrase>, then: After },
    Clear { field: Phrase },
    Choose { option: Phrase, list: Option<Phrase> },
    Tick { target: Phrase, to: Tick },
    Search(Search),
    Scroll(Direction),
    Wait(Until),
    Press { key: String },
    Back,
    Forward,
    Reload,
    /// Answers a dialog or a notice of the page.
    Answer { with: Reply, about: Option<Phrase> },
    Read { about: String },
    Count { what: String },
    /// Presses what is called like the instruction itself.
    Named { target: Phrase },
}

/// How an element is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    Click,
    Double,
    Hover,
    Focus,
}

/// What follows filling a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    Submit,
}

/// Which state a checkbox shall have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tick {
    On,
    Off,
}

/// What is answered to a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Accept,
    Dismiss,
}

/// What is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Until {
    There(String),
    Gone(String),
    /// Milliseconds.
    Passed(u32),
    Rest,
}

/// A search, where, and what is wanted of its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    /// What goes into the search field.
    pub query: String,
    /// Words that choose among the results.
    pub extra: Vec<String>,
    pub place: Option<Phrase>,
    /// The query if the place turns out to be none.
    pub whole: String,
    pub wants: Wants,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    /// To be on the page with the results.
    Nothing,
    /// To hear which results there are.
    Entries,
    /// To hear what the results say.
    Texts,
}

/// What a person calls an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    /// As it was written, or what was quoted in it.
    pub text: String,
    pub quoted: bool,
    /// The content words, folded; those for the kind of element included.
    pub words: Vec<String>,
    /// The content words that are not about the kind.
    pub bare: Vec<String>,
    /// Roles the person named.
    pub roles: Vec<String>,
    /// 1 for the first, -1 for the last.
    pub ordinal: Option<i32>,
}

impl Phrase {
    pub(super) fn new(source: &str, tokens: &[Token], language: &Language) -> Self {
        let mut phrase = Self { text: raw(source, tokens), ..Self::default() };
        let quotation = tokens.iter().find(|token| token.quoted);
        for token in tokens.iter().filter(|token| !token.quoted) {
            phrase.take_word(&token.folded, language);
        }
        if let Some(quotation) = quotation {
            phrase.text.clone_from(&quotation.text);
            phrase.quoted = true;
            phrase.words = words(&quotation.text);
            phrase.bare.clone_from(&phrase.words);
        }
        phrase
    }

    /// A name as it stands, such as a person's answer.
    pub(super) fn exactly(text: &str) -> Self {
        let words = words(text);
        Self { text: text.to_owned(), quoted: true, bare: words.clone(), words, ..Self::default() }
    }

    fn take_word(&mut self, folded: &str, language: &Language) {
        if let Some(ordinal) = language.ordinals.get(folded) {
            self.ordinal = Some(*ordinal);
            return;
        }
        if language.naming.iter().any(|word| word == folded) && !self.roles.is_empty() {
            return;
        }
        let roles = language.roles.get(folded);
        if let Some(roles) = roles {
            self.roles.extend(roles.iter().filter(|role| !self.roles.contains(role)).cloned().collect::<Vec<_>>());
        }
        for word in words(folded).into_iter().filter(|word| language.is_content(word)) {
            if roles.is_none() {
                self.bare.push(word.clone());
            }
            self.words.push(word);
        }
    }
}

/// What was written from the first token to the last.
pub(super) fn raw(source: &str, tokens: &[Token]) -> String {
    match tokens {
        [] => String::new(),
        [only] => only.text.clone(),
        [first, .., last] => source[first.span.start..last.span.end].to_owned(),
    }
}
