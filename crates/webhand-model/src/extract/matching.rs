//! Finds the field of a record that a property of the schema means, by the names that the page gives its fields.

use std::cmp::Ordering;

use serde_json::Value;

use super::schema::{Property, Scalar, ScalarKind};
use super::value;
use crate::text::words;
use crate::{DataField, DataRecord};

/// A property of the schema, as the words of its name and of its description.
#[derive(Debug)]
pub(super) struct WantedField {
    name: Vec<String>,
    description: Vec<String>,
}

impl WantedField {
    /// No particular field: the first one with a value of the right kind.
    pub(super) fn nothing() -> Self {
        Self { name: Vec::new(), description: Vec::new() }
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.name.is_empty()
    }

    pub(super) fn of(property: &Property) -> Self {
        Self { name: words(&property.name), description: words(&property.description) }
    }

    pub(super) fn best(&self, record: &DataRecord, scalar: &Scalar) -> Option<Value> {
        self.take(record, scalar, &mut Vec::new())
    }

    /// The value of the best unused field. A field is used twice only if it has the wanted name itself, and two fields that
    /// fit equally without it fit neither.
    pub(super) fn take(&self, record: &DataRecord, scalar: &Scalar, used: &mut Vec<usize>) -> Option<Value> {
        if self.is_left_empty(record, scalar.kind) {
            return (scalar.kind == ScalarKind::Text && scalar.allowed.is_empty()).then(|| Value::from(""));
        }
        let mut best: Option<((u32, bool), usize, Value)> = None;
        let mut is_unclear = false;
        for (at, field) in record.fields.iter().enumerate() {
            let score = (self.score(field, scalar.kind), !used.contains(&at));
            // The address of a link is another value than its words, which another property may have taken.
            let is_own = score.0 >= SAME_WORDS || self.name.is_empty() || scalar.kind == ScalarKind::Address;
            if score.0 == 0 || !is_own && (field.mixed || !score.1) {
                continue;
            }
            let order = best.as_ref().map_or(Ordering::Greater, |(most, ..)| score.cmp(most));
            if order == Ordering::Less {
                continue;
            }
            let Some(value) = value::read(field, scalar) else { continue };
            match order {
                Ordering::Greater => {
                    best = Some((score, at, value));
                    is_unclear = false;
                }
                Ordering::Less | Ordering::Equal => {
                    is_unclear |= !is_own && best.as_ref().is_some_and(|(.., first)| *first != value);
                }
            }
        }
        let (_, at, value) = best.filter(|_| !is_unclear)?;
        used.push(at);
        Some(value)
    }

    /// Whether the record has exactly this field and it is empty: the value of another field would be wrong then.
    fn is_left_empty(&self, record: &DataRecord, kind: ScalarKind) -> bool {
        let is_meant = |field: &&DataField| self.score(field, kind) >= SAME_WORDS;
        let says = |field: &DataField| !field.text.trim().is_empty() || field.href.is_some();
        let mut meant = record.fields.iter().filter(is_meant).peekable();
        meant.peek().is_some() && !meant.any(says)
    }

    /// How well a field matches; 0 if it does not.
    fn score(&self, field: &DataField, kind: ScalarKind) -> u32 {
        if self.name.is_empty() {
            return 1;
        }
        let by_name = field.names.iter().enumerate().map(|(rank, name)| {
            // The most reliable name comes first: a column header counts for more than a class.
            let sure = 8 - u32::try_from(rank.min(7)).unwrap_or(7);
            let field_words = words(name);
            alike(&self.name, &field_words).map_or(0, |alike| alike * 10 + sure)
        });
        let by_name = by_name.max().unwrap_or(0);
        if by_name < MANY_WORDS && field.names.iter().any(|name| self.is_described_as(&words(name))) {
            return by_name.max(DESCRIBED);
        }
        if by_name > 0 {
            return by_name;
        }
        u32::from(kind == ScalarKind::Address && field.href.is_some() && self.names_an_address())
    }

    /// Whether the description names the field and says little more: one that mentions it in passing does not mean it.
    fn is_described_as(&self, field_words: &[String]) -> bool {
        !field_words.is_empty()
            && field_words.iter().all(|word| self.description.contains(word))
            && self.description.len() <= field_words.len() + MOST_OTHER_WORDS
    }

    fn names_an_address(&self) -> bool {
        self.name.iter().any(|word| matches!(word.as_str(), "url" | "link" | "href" | "address" | "uri"))
    }
}

/// Whether a title, or the instruction, is about the wanted property.
pub(super) fn title_fits(title: &str, wanted: &WantedField, hint: &str) -> bool {
    let title = words(title);
    let hint = words(hint);
    title.iter().any(|word| wanted.name.iter().chain(&hint).any(|other| is_alike(word, other)))
}

/// 4: the same words, 3: all of them and more, 2: the same in other words, 1: all of one side in other words.
///
/// A field that shares only some of the words is another field: an order number is no order date.
fn alike(wanted: &[String], field_words: &[String]) -> Option<u32> {
    if field_words.is_empty() {
        return None;
    }
    if wanted == field_words {
        return Some(4);
    }
    if wanted.iter().all(|word| field_words.contains(word)) {
        return Some(3);
    }
    let are_in = |some: &[String], others: &[String]| {
        some.iter().all(|word| others.iter().any(|other| is_alike(word, other) || same_thing(word, other)))
    };
    let names_head = || wanted.last().is_some_and(|head| are_in(std::slice::from_ref(head), field_words));
    match (are_in(wanted, field_words), are_in(field_words, wanted)) {
        (true, true) => Some(2),
        (true, false) => Some(1),
        (false, true) if names_head() => Some(1),
        (false, _) => None,
    }
}

/// `rate` and `rating`, `price` and `prices`: the same word but for its ending.
fn is_alike(a: &str, b: &str) -> bool {
    a == b || (stem(a) == stem(b) && stem(a).len() >= LEAST_STEM)
}

/// A word without the endings of English plurals and verbs, and those that other languages share with them.
fn stem(word: &str) -> &str {
    let mut stem = word;
    for ending in ["s", "ing", "ed", "e", "n"] {
        if let Some(rest) = stem.strip_suffix(ending)
            && rest.len() >= LEAST_STEM
        {
            stem = rest;
        }
    }
    stem
}

fn same_thing(a: &str, b: &str) -> bool {
    SAME.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// How many words a description may have beside those of the field that it means.
const MOST_OTHER_WORDS: usize = 2;
/// A shorter beginning says nothing about a word.
const LEAST_STEM: usize = 3;
/// The score of a field that only the description names, and the least score of one whose name has all the words.
const DESCRIBED: u32 = 25;
const MANY_WORDS: u32 = 20;
/// The least score of a field whose name has the same words.
const SAME_WORDS: u32 = 40;
/// Synonyms that pages and schemas use.
const SAME: [&[&str]; 12] = [
    &["name", "title", "heading", "product", "item", "label", "nombre", "titulo"],
    &["url", "link", "href", "address", "uri", "enlace"],
    &["price", "cost", "amount", "total", "precio", "importe"],
    &["image", "picture", "photo", "img", "thumbnail", "imagen", "foto"],
    &["date", "when", "day", "published", "fecha"],
    &["time", "when", "hora"],
    &["rating", "stars", "score", "rate", "review", "valoracion"],
    &["description", "summary", "text", "body", "excerpt", "abstract", "content", "descripcion"],
    &["author", "by", "sender", "from", "writer", "user", "autor", "remitente", "de"],
    &["subject", "title", "topic", "asunto"],
    &["quantity", "count", "qty", "number", "cantidad"],
    &["email", "mail", "correo"],
];
