//! The words and sentence patterns of each language: all of it data, one file per language.
//!
//! Invariant: code outside the data files holds no word of any language. A concept (`mail`, `send` …) is one meaning
//! under the same key in every file; through it a Spanish word finds an English button.

pub(crate) mod date;
pub(crate) mod pattern;
pub(crate) mod phrase;
pub(crate) mod sentence;
pub(crate) mod tokens;
pub(crate) mod word_sequence;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use webhand_model::DateOrder;

use crate::language::pattern::Pattern;
use crate::language::sentence::Sentence;
use crate::language::tokens::{WordToken, fold_text};
use crate::language::word_sequence::WordSequence;
use crate::number::figure::Figure;

/// The words and patterns of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// Words by which the language is recognized, beside its articles and connectors.
    signs: Vec<String>,
    /// Polite words before or behind an instruction, which change nothing.
    polite: Vec<WordSequence>,
    /// Words between two instructions.
    connectors: Vec<WordSequence>,
    pub articles: Vec<String>,
    /// Words that do not help to find an element.
    pub empty: Vec<String>,
    /// Words before a name: "called".
    pub naming: Vec<String>,
    /// Kinds of elements with a name of several words, of which one is a kind by itself: "search result".
    compounds: Vec<WordSequence>,
    /// Endings of a possessive: "Ann's".
    pub possessives: Vec<String>,
    /// Words for elements of any kind: "widget".
    pub kinds: Vec<String>,
    /// Articles that leave open which one is meant: "a".
    pub any: Vec<String>,
    /// Words for the place at hand: "below".
    pub here: Vec<String>,
    /// Verbs for finding, for which being in view is enough.
    pub finding: Vec<String>,
    /// Words that mean every one: "all".
    pub every: Vec<String>,
    /// Words for several elements, which may have a number before them.
    pub plurals: Vec<String>,
    /// Words for the statements of a message or a person: "says", "wrote".
    pub telling: Vec<String>,
    /// Words that ask for the addresses behind links.
    pub links: Vec<String>,
    /// Words for the page as a whole.
    pub whole: Vec<String>,
    /// Answers of a person that mean no.
    pub no: Vec<String>,
    /// Answers of a person that mean going on.
    pub yes: Vec<String>,
    /// Words that ask for an amount.
    pub amounts: Vec<String>,
    /// Words that mean the greatest of several.
    pub most: Vec<String>,
    /// Words that mean the least of several.
    pub least: Vec<String>,
    /// Words before a lower limit: "more than".
    above: Vec<WordSequence>,
    /// Words before an upper limit: "less than".
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
    /// Values that are looked up on the page instead of being entered as written.
    pub values: Vec<ValueRule>,
    pub say: BTreeMap<Sentence, String>,
}

/// A kind of instruction and its patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InstructionRule {
    #[serde(rename = "does")]
    pub kind: InstructionKind,
    #[serde(rename = "forms")]
    pub patterns: Vec<Pattern>,
}

/// A kind of value and its patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueRule {
    pub means: ValueKind,
    #[serde(rename = "forms")]
    pub patterns: Vec<Pattern>,
}

/// The kinds of values that are looked up on the page.
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
    /// Fill each field with the text that the page shows beside its label.
    Complete,
    /// Note a value of the page.
    Note,
    /// Solve a sum on the page.
    Solve,
    /// Copy a value of the page into a field.
    Copy,
    /// Name the subject of the rest of the task.
    Within,
    /// Follow the rest of the sentence only if the page shows something.
    If,
    /// Follow the rest of the sentence only if the page does not show something.
    Unless,
    /// Follow the rest of the sentence for each of several entries.
    ForEach,
    /// A remark about where things are, which asks for nothing.
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
    /// Search the mail for the statements of a person; only if the question names one.
    AskWhatSomeoneSaid,
    ScrollDown,
    ScrollUp,
    ScrollToEnd,
    ScrollToTop,
    /// Scroll one element to its end.
    ScrollInsideToEnd,
    /// Scroll one element to its top.
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
    /// Add up the listed numbers.
    Total,
    /// Average the listed numbers.
    Average,
    /// Log in with a password that stands in the instruction.
    LogIn,
    /// Press the element whose name is the instruction itself.
    Named,
}

/// A limit for the numbers of the entries that are meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    Above(f64),
    Below(f64),
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

    /// How many signs of this language the tokens have.
    pub(crate) fn likeness(&self, tokens: &[WordToken]) -> usize {
        let own = |token: &&WordToken| {
            !token.quoted
                && [&self.signs, &self.articles, &self.empty].iter().any(|words| words.contains(&token.folded))
        };
        let starts = tokens.iter().enumerate().filter(|(at, _)| self.starts(&tokens[*at..])).count();
        tokens.iter().filter(own).count() + 2 * starts
    }

    /// Whether an instruction may begin here.
    pub(crate) fn starts(&self, tokens: &[WordToken]) -> bool {
        self.instructions.iter().flat_map(|rule| &rule.patterns).any(|pattern| pattern.begins(tokens))
    }

    /// How many tokens of connectors and polite words come first.
    pub(crate) fn fillers(&self, tokens: &[WordToken]) -> usize {
        let mut at = 0;
        while let Some(length) = longest(self.polite.iter().chain(&self.connectors), &tokens[at..]) {
            at += length;
        }
        at
    }

    /// How many tokens of a connector come first.
    pub(crate) fn connector(&self, tokens: &[WordToken]) -> Option<usize> {
        longest(self.connectors.iter(), tokens)
    }

    /// How many tokens at the end are polite words.
    pub(crate) fn polite_end(&self, tokens: &[WordToken]) -> usize {
        let fits = |phrase: &&WordSequence| {
            tokens.len() > phrase.len() && phrase.begins_tokens(&tokens[tokens.len() - phrase.len()..])
        };
        self.polite.iter().filter(fits).map(WordSequence::len).max().unwrap_or(0)
    }

    /// "More than 20 €": the limit, and the place of its tokens.
    pub(crate) fn bound(&self, tokens: &[WordToken]) -> Option<(Range<usize>, Bound)> {
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

    /// How many tokens of a kind with a name of several words come first.
    pub(crate) fn compound(&self, tokens: &[WordToken]) -> usize {
        longest(self.compounds.iter(), tokens).unwrap_or(0)
    }

    /// Whether a word helps to find an element.
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

fn longest<'a>(phrases: impl Iterator<Item = &'a WordSequence>, tokens: &[WordToken]) -> Option<usize> {
    phrases.filter(|phrase| phrase.begins_tokens(tokens)).map(WordSequence::len).max()
}
