//! Finds the field of a record that a property of the schema means, by the names that the page gives its fields.

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

    pub(super) fn of(property: &Property) -> Self {
        Self { name: words(&property.name), description: words(&property.description) }
    }

    pub(super) fn best(&self, record: &DataRecord, scalar: &Scalar) -> Option<Value> {
        self.take(record, scalar, &mut Vec::new())
    }

    /// The value of the best unused field; a field is used twice only if no other fits.
    pub(super) fn take(&self, record: &DataRecord, scalar: &Scalar, used: &mut Vec<usize>) -> Option<Value> {
        if self.is_left_empty(record, scalar.kind) {
            return (scalar.kind == ScalarKind::Text && scalar.allowed.is_empty()).then(|| Value::from(""));
        }
        let mut best: Option<((u32, bool), usize, Value)> = None;
        for (at, field) in record.fields.iter().enumerate() {
            let score = (self.score(field, scalar.kind), !used.contains(&at));
            if score.0 == 0 || best.as_ref().is_some_and(|(least, ..)| score <= *least) {
                continue;
            }
            if let Some(value) = value::read(field, scalar) {
                best = Some((score, at, value));
            }
        }
        let (_, at, value) = best?;
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
        if by_name > 0 {
            return by_name;
        }
        let described = |name: &String| {
            let field_words = words(name);
            !field_words.is_empty() && field_words.iter().all(|word| self.description.contains(word))
        };
        if field.names.iter().any(described) {
            return 5;
        }
        u32::from(kind == ScalarKind::Address && field.href.is_some() && self.names_an_address())
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

/// 4: the same words, 3: all of them and more, 2: a synonym, 1: some of them.
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
    let last = wanted.last()?;
    if field_words.iter().any(|word| same_thing(last, word)) {
        return Some(2);
    }
    field_words.iter().any(|word| wanted.iter().any(|other| is_alike(word, other))).then_some(1)
}

/// `rate` and `rating`, `price` and `prices`.
fn is_alike(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    a == b
        || (common >= 4 && common + 3 >= a.chars().count().max(b.chars().count()))
        || (common >= 3 && common + 1 >= a.chars().count().min(b.chars().count()) && a.len().abs_diff(b.len()) <= 3)
}

fn same_thing(a: &str, b: &str) -> bool {
    SAME.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// The least score of a field whose name has the same words.
const SAME_WORDS: u32 = 40;
/// Synonyms that pages and schemas use.
const SAME: [&[&str]; 11] = [
    &["name", "title", "heading", "product", "item", "label", "nombre", "titulo"],
    &["url", "link", "href", "address", "uri", "enlace"],
    &["price", "cost", "amount", "total", "precio", "importe"],
    &["image", "picture", "photo", "img", "thumbnail", "imagen", "foto"],
    &["date", "time", "when", "day", "published", "fecha", "hora"],
    &["rating", "stars", "score", "rate", "review", "valoracion"],
    &["description", "summary", "text", "body", "excerpt", "abstract", "content", "descripcion"],
    &["author", "by", "sender", "from", "writer", "user", "autor", "remitente", "de"],
    &["subject", "title", "topic", "asunto"],
    &["quantity", "count", "qty", "number", "cantidad"],
    &["email", "mail", "correo"],
];
