//! The words by which a person refers to an element: its name, its kind, an ordinal, a quantity, and words around it.

use crate::language::Language;
use crate::language::tokens::{WordToken, words};

/// A person's reference to an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// As it is written, or the quotation in it.
    pub text: String,
    pub quoted: bool,
    /// The content words, folded, with those for the kind of element.
    pub words: Vec<String>,
    /// The possible meanings: "the email field" is an element called "email field", or a field called "email".
    pub readings: Vec<Reading>,
    /// The word for an ordinal, and its number: 1 for the first, -1 for the last.
    pub ordinal: Option<(String, i32)>,
    pub quantity: Quantity,
    /// Whether the greatest or the least of several is meant.
    pub extreme: Option<Extreme>,
    /// Words beside a quoted name, which stand near the element on the page.
    pub around: Vec<String>,
    /// The quotation in a whole instruction, which may be a name on the page or a text to be entered there.
    pub quotation: Option<String>,
}

/// The greatest or the least of several numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extreme {
    Most,
    Least,
}

/// How many elements are meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Quantity {
    #[default]
    One,
    /// Any one: "a link".
    Any,
    /// This many, one after the other.
    Some(usize),
    Every,
}

/// One meaning of a phrase: a name, and the roles that the person named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub name: Vec<String>,
    pub roles: Vec<String>,
}

impl Phrase {
    pub(crate) fn new(source: &str, tokens: &[WordToken], language: &Language) -> Self {
        let mut phrase = Self { text: raw(source, tokens), ..Self::default() };
        let quotation = tokens.iter().find(|token| token.quoted);
        // Each word with its roles, if it is a word for a kind of element.
        let mut named: Vec<(String, &[String])> = Vec::new();
        let mut compound = 0..0;
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.quoted) {
            if !compound.contains(&at) {
                compound = at..at + language.compound(&tokens[at..]);
            }
            if compound.contains(&at) && !language.roles.contains_key(&token.folded) {
                continue;
            }
            // "The field called X": a naming word at the end, or with a capital letter, is part of the name.
            let naming = language.naming.contains(&token.folded) && at + 1 < tokens.len();
            let small = token.text.chars().all(|c| !c.is_uppercase());
            let after_a_kind = named.iter().any(|(_, roles)| !roles.is_empty());
            if language.most.contains(&token.folded) {
                phrase.extreme = Some(Extreme::Most);
            } else if language.least.contains(&token.folded) {
                phrase.extreme = Some(Extreme::Least);
            }
            if language.here.contains(&token.folded) && small && tokens.len() > 1 && phrase.quantity == Quantity::One {
                phrase.quantity = Quantity::Any;
            } else if let Some(quantity) = quantity(&tokens[at..], language) {
                phrase.quantity = if phrase.quantity == Quantity::One { quantity } else { phrase.quantity };
            } else if let Some(ordinal) = language.ordinals.get(&token.folded) {
                phrase.ordinal = Some((token.folded.clone(), *ordinal));
            } else if !(naming && small && after_a_kind) {
                let roles = language.roles.get(&token.folded).map_or(&[][..], Vec::as_slice);
                let ends =
                    |end: &String| token.folded.strip_suffix(end.as_str()).filter(|name| name.chars().count() > 1);
                let bare = language.possessives.iter().find_map(ends).unwrap_or(&token.folded);
                let content = words(bare).into_iter().filter(|word| language.is_content(word));
                named.extend(content.map(|word| (word, roles)));
            }
        }
        phrase.words = named.iter().map(|(word, _)| word.clone()).collect();
        phrase.readings = readings(&named);
        if let Some(quotation) = quotation {
            phrase.text.clone_from(&quotation.text);
            phrase.quoted = true;
            phrase.words = words(&quotation.text);
            let roles = named.iter().flat_map(|(_, roles)| roles.iter().cloned()).collect();
            phrase.readings = vec![Reading { name: phrase.words.clone(), roles }];
            let beside = named.iter().filter(|(word, roles)| roles.is_empty() && !language.naming.contains(word));
            phrase.around = beside.map(|(word, _)| word.clone()).collect();
            // "A \"checkbox\" widget": the quotation names a kind.
            let kind = language
                .roles
                .get(&quotation.folded)
                .filter(|_| named.iter().any(|(word, _)| language.kinds.contains(word)));
            phrase.readings.extend(kind.map(|roles| Reading { name: Vec::new(), roles: roles.clone() }));
        }
        phrase
    }

    /// An exact name, such as a person's answer.
    pub(crate) fn exactly(text: &str) -> Self {
        Self { quoted: true, ..Self::of_words(text, words(text)) }
    }

    /// A phrase of these words, without a kind of element.
    pub(crate) fn of_words(text: &str, words: Vec<String>) -> Self {
        let readings = vec![Reading { name: words.clone(), roles: Vec::new() }];
        Self { text: text.to_owned(), words, readings, ..Self::default() }
    }

    /// The phrase with its ordinal as a part of the name.
    pub(crate) fn with_ordinal_as_name(&self) -> Option<Self> {
        let (word, _) = self.ordinal.as_ref()?;
        let with = |words: &[String]| std::iter::once(word).chain(words).cloned().collect();
        let reading = |reading: &Reading| Reading { name: with(&reading.name), roles: reading.roles.clone() };
        let readings = self.readings.iter().map(reading).collect();
        Some(Self { words: with(&self.words), readings, ordinal: None, ..self.clone() })
    }
}

fn readings(named: &[(String, &[String])]) -> Vec<Reading> {
    let name = |keeps: &dyn Fn(usize) -> bool| {
        named.iter().enumerate().filter(|(at, _)| keeps(*at)).map(|(_, (word, _))| word.clone()).collect::<Vec<_>>()
    };
    let kinds: Vec<usize> = (0..named.len()).filter(|at| !named[*at].1.is_empty()).collect();
    let mut readings = vec![Reading { name: name(&|_| true), roles: Vec::new() }];
    for kind in &kinds {
        readings.push(Reading { name: name(&|at| at != *kind), roles: named[*kind].1.to_vec() });
    }
    if kinds.len() > 1 {
        let roles = kinds.iter().flat_map(|kind| named[*kind].1.iter().cloned()).collect();
        readings.push(Reading { name: name(&|at| !kinds.contains(&at)), roles });
    }
    readings
}

/// "All links", "2 posts": the quantity at the beginning of the tokens.
fn quantity(tokens: &[WordToken], language: &Language) -> Option<Quantity> {
    let (word, rest) = tokens.split_first()?;
    let next = rest.iter().find(|token| token.quoted || !language.articles.contains(&token.folded))?;
    if language.every.contains(&word.folded) {
        return Some(Quantity::Every);
    }
    if language.any.contains(&word.folded) {
        return Some(Quantity::Any);
    }
    let number = word.folded.parse().ok().filter(|number| (2..=MOST_COUNTED).contains(number))?;
    (!next.quoted && language.plurals.contains(&next.folded)).then_some(Quantity::Some(number))
}

/// The most elements that one instruction is repeated for.
pub(crate) const MOST_COUNTED: usize = 40;

/// The source from the first token to the last; a single token without its quotes.
pub(crate) fn raw(source: &str, tokens: &[WordToken]) -> String {
    match tokens {
        [] => String::new(),
        [only] => only.text.clone(),
        [first, .., last] => source[first.span.start..last.span.end].to_owned(),
    }
}
