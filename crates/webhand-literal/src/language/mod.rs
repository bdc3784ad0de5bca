//! What the brain knows of a language: all of it data, one file per language.
//!
//! Invariant: code outside the data files holds no word of any language. A concept (`mail`, `send` …) is one meaning
//! under the same key in every file; through it a Spanish word finds an English button.

pub(crate) mod date;
pub(crate) mod message;
pub(crate) mod pattern;
pub(crate) mod phrase;
pub(crate) mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use webhand_model::DateOrder;

use crate::language::message::Message;
use crate::language::pattern::{Form, stands};
use crate::language::tokens::{Token, fold_text};
use crate::number::figure::Figure;

/// The words and forms of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// Words that tell the language, beside its articles and connectors.
    signs: Vec<String>,
    /// What may stand before or behind an instruction and changes nothing.
    polite: Vec<WordSequence>,
    /// What may stand between two instructions.
    connectors: Vec<WordSequence>,
    pub articles: Vec<String>,
    /// Words that do not say what is meant.
    pub empty: Vec<String>,
    /// Words before a name: "called".
    pub naming: Vec<String>,
    /// Kinds of elements said in several words, of which one is a kind by itself: "search result".
    compounds: Vec<WordSequence>,
    /// Ends of a name that tell whose something is: "Ann's".
    pub possessives: Vec<String>,
    /// Words for elements of any kind: "widget".
    pub kinds: Vec<String>,
    /// Articles that leave open which one is meant: "a".
    pub any: Vec<String>,
    /// Words for what is at hand: "below".
    pub here: Vec<String>,
    /// Verbs for finding, which is less than searching.
    pub finding: Vec<String>,
    /// Words that mean every one: "all".
    pub every: Vec<String>,
    /// Words for several elements, which may have a number before them.
    pub plurals: Vec<String>,
    /// Words for what a message or a person says.
    pub telling: Vec<String>,
    /// Words that ask for the addresses behind links.
    pub links: Vec<String>,
    /// Words for the page as a whole.
    pub whole: Vec<String>,
    /// Answers of a person that mean no, and those that mean going on.
    pub no: Vec<String>,
    pub yes: Vec<String>,
    /// Words that ask for an amount.
    pub amounts: Vec<String>,
    /// Words that mean the greatest or the least of several.
    pub most: Vec<String>,
    pub least: Vec<String>,
    /// Words before a number that bounds what is meant: "more than".
    above: Vec<WordSequence>,
    below: Vec<WordSequence>,
    /// Which number of a date comes first.
    pub dates: DateOrder,
    /// The names of the months, from January.
    pub months: Vec<String>,
    pub ordinals: BTreeMap<String, i32>,
    pub keys: BTreeMap<String, String>,
    /// Words for kinds of elements, and the roles they stand for.
    pub roles: BTreeMap<String, Vec<String>>,
    concepts: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    sites: BTreeMap<String, String>,
    pub instructions: Vec<InstructionRule>,
    /// What can be entered beside a text as it was said.
    pub values: Vec<ValueRule>,
    pub say: BTreeMap<Message, String>,
}

/// What is done when an instruction has one of these forms.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InstructionRule {
    pub does: InstructionKind,
    pub forms: Vec<Form>,
}

/// What is meant when a value has one of these forms.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueRule {
    pub means: ValueKind,
    pub forms: Vec<Form>,
}

/// The kinds of values that are not texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ValueKind {
    It,
    Word,
    Labelled,
    Said,
    /// The first text of the page.
    SaidHere,
    Count,
}

/// The kinds of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InstructionKind {
    Open,
    Click,
    DoubleClick,
    Hover,
    Focus,
    Fill,
    FillLower,
    FillUpper,
    FillAndSubmit,
    /// Enter what the page says beside each label.
    Complete,
    /// Note something the page holds.
    Note,
    /// Work out a sum.
    Solve,
    /// Carry over what the page holds.
    Copy,
    /// Say what the rest is about.
    Within,
    /// What follows in the sentence is done only if something is there, or is not.
    If,
    Unless,
    /// What follows in the sentence is done for each of these.
    ForEach,
    /// Only says how the rest is to be found.
    Hint,
    Highlight,
    Drag,
    /// Answer a message with a text.
    ReplyWith,
    /// Pass a message on.
    PassOn,
    Clear,
    Choose,
    Check,
    Uncheck,
    Search,
    /// Search for the words of a question and answer it.
    LookUp,
    /// Search for somebody and say what they said; only if the question is about somebody.
    AskWhatSomeoneSaid,
    ScrollDown,
    ScrollUp,
    ScrollToEnd,
    ScrollToTop,
    /// The same of one element.
    ScrollInsideToEnd,
    ScrollInsideToTop,
    Wait,
    WaitUntilGone,
    Pause,
    Press,
    Back,
    Forward,
    Reload,
    Accept,
    Dismiss,
    Read,
    Count,
    /// Add up what is listed, or take the average of it.
    Total,
    Average,
    /// Log in with a password that stands in the instruction.
    LogIn,
    /// The page has an element that is called like the instruction itself.
    Named,
}

/// A number that what is meant lies above or below.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    Above(f64),
    Below(f64),
}

/// Several words, folded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
struct WordSequence(Vec<String>);

impl From<String> for WordSequence {
    fn from(written: String) -> Self {
        Self(written.split_whitespace().map(fold_text).collect())
    }
}

/// All languages, the preferred one first.
pub(crate) fn languages() -> &'static [Language] {
    &LANGUAGES
}

/// The meaning of a folded word in any language.
pub(crate) fn concept(word: &str) -> Option<&'static str> {
    CONCEPTS.get(word).map(String::as_str)
}

/// All words of a concept.
pub(crate) fn words_of(meaning: &str) -> BTreeSet<&'static str> {
    CONCEPTS.iter().filter(|(_, own)| *own == meaning).map(|(word, _)| word.as_str()).collect()
}

/// The address of a site known by its name.
pub(crate) fn site(name: &str) -> Option<&'static str> {
    let name = fold_text(name);
    languages().iter().find_map(|language| language.sites.get(&name)).map(String::as_str)
}

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| SOURCES.iter().filter_map(|source| Language::read(source).ok()).collect());
pub(crate) const SOURCES: [&str; 2] = [include_str!("en.toml"), include_str!("es.toml")];

static CONCEPTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let all = languages().iter().flat_map(|language| &language.concepts);
    all.flat_map(|(meaning, words)| words.iter().map(|word| (word.clone(), meaning.clone()))).collect()
});

impl Language {
    pub(crate) fn read(source: &str) -> Result<Self, toml::de::Error> {
        let mut language: Self = toml::from_str(source)?;
        language.fold();
        Ok(language)
    }

    /// How much of the tokens is in this language.
    pub(crate) fn likeness(&self, tokens: &[Token]) -> usize {
        let own = |token: &&Token| {
            !token.quoted
                && [&self.signs, &self.articles, &self.empty].iter().any(|words| words.contains(&token.folded))
        };
        let starts = tokens.iter().enumerate().filter(|(at, _)| self.starts(&tokens[*at..])).count();
        tokens.iter().filter(own).count() + 2 * starts
    }

    /// Whether an instruction may begin here.
    pub(crate) fn starts(&self, tokens: &[Token]) -> bool {
        self.instructions.iter().flat_map(|rule| &rule.forms).any(|form| form.begins(tokens))
    }

    /// How many tokens of connectors and politeness stand here.
    pub(crate) fn fillers(&self, tokens: &[Token]) -> usize {
        let mut at = 0;
        while let Some(length) = longest(self.polite.iter().chain(&self.connectors), &tokens[at..]) {
            at += length;
        }
        at
    }

    /// How many tokens of a connector stand here.
    pub(crate) fn connector(&self, tokens: &[Token]) -> Option<usize> {
        longest(self.connectors.iter(), tokens)
    }

    /// How many tokens at the end are only politeness.
    pub(crate) fn polite_end(&self, tokens: &[Token]) -> usize {
        let fits = |phrase: &&WordSequence| {
            tokens.len() > phrase.0.len() && stands(&phrase.0, &tokens[tokens.len() - phrase.0.len()..])
        };
        self.polite.iter().filter(fits).map(|phrase| phrase.0.len()).max().unwrap_or(0)
    }

    /// "More than 20 €": the number that bounds what is meant, and the tokens that say so.
    pub(crate) fn bound(&self, tokens: &[Token]) -> Option<(Range<usize>, Bound)> {
        (0..tokens.len()).find_map(|at| {
            let limit = |words: &[WordSequence]| {
                let number = at + longest(words.iter(), &tokens[at..])?;
                let figure = tokens.get(number).filter(|token| !token.quoted).map(|token| token.text.as_str())?;
                Some((at..number + 1, Figure::money(figure).or_else(|| Figure::first(figure))?.value))
            };
            let above = limit(&self.above).map(|(tokens, limit)| (tokens, Bound::Above(limit)));
            above.or_else(|| limit(&self.below).map(|(tokens, limit)| (tokens, Bound::Below(limit))))
        })
    }

    /// How many tokens of a kind said in several words stand here.
    pub(crate) fn compound(&self, tokens: &[Token]) -> usize {
        longest(self.compounds.iter(), tokens).unwrap_or(0)
    }

    /// Whether a word helps to find what is meant.
    pub(crate) fn is_content(&self, word: &str) -> bool {
        ![&self.articles, &self.empty].iter().any(|words| words.iter().any(|own| own == word))
    }

    fn fold(&mut self) {
        let lists = [
            &mut self.signs,
            &mut self.articles,
            &mut self.empty,
            &mut self.naming,
            &mut self.kinds,
            &mut self.any,
            &mut self.here,
            &mut self.finding,
            &mut self.every,
            &mut self.plurals,
            &mut self.telling,
            &mut self.links,
            &mut self.whole,
            &mut self.no,
            &mut self.yes,
            &mut self.amounts,
            &mut self.months,
            &mut self.most,
            &mut self.least,
        ];
        for word in lists.into_iter().flatten().chain(self.concepts.values_mut().flatten()) {
            *word = fold_text(word);
        }
        fold_keys(&mut self.ordinals);
        fold_keys(&mut self.keys);
        fold_keys(&mut self.roles);
    }
}

fn fold_keys<T>(map: &mut BTreeMap<String, T>) {
    *map = std::mem::take(map).into_iter().map(|(key, value)| (fold_text(&key), value)).collect();
}

fn longest<'a>(phrases: impl Iterator<Item = &'a WordSequence>, tokens: &[Token]) -> Option<usize> {
    phrases.filter(|phrase| stands(&phrase.0, tokens)).map(|phrase| phrase.0.len()).max()
}
