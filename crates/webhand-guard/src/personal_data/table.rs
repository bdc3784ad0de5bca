//! The personal data of one conversation with a model: values and their placeholders, both ways.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};
use webhand_model::PersonalValue;

use super::placeholder::{self, Written};
use super::{Finding, PersonalKind, find_personal_data};

/// Replaces personal data by placeholders and placeholders by personal data.
///
/// Numbers count up in the order of first sight, so the same texts always give the same placeholders. A value keeps its
/// placeholder for good, and a text that is redacted again comes out the same unless it shows a value that only a later text
/// made known.
#[derive(Debug, Clone, Default)]
pub struct PersonalData {
    values: Vec<PersonalValue>,
    by_value: BTreeMap<String, usize>,
    by_placeholder: BTreeMap<(PersonalKind, u32), usize>,
    /// How many of the values were known from the start.
    known: usize,
    /// Values that a text may show only the beginning of.
    cut_candidates: Vec<(PersonalKind, String)>,
}

impl PersonalData {
    /// A table that goes on after earlier values.
    pub fn after<'a>(known: impl IntoIterator<Item = &'a PersonalValue>) -> Self {
        let mut table = Self::default();
        for value in known.into_iter().take(MOST_VALUES) {
            if let Some(Written { kind, number, .. }) = placeholder::read_at(&value.placeholder) {
                table.insert(kind, number, value.clone());
            }
        }
        table.known = table.values.len();
        table
    }

    /// The values that were not known from the start, in the order of first sight.
    #[must_use]
    pub fn new_values(&self) -> &[PersonalValue] {
        &self.values[self.known..]
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Notes the values of a text that is shown shortened, so that the beginning of a value is replaced as well.
    pub fn expect_cut(&mut self, whole: &str) {
        for Finding { kind, range } in find_personal_data(whole) {
            if self.cut_candidates.len() < MOST_CUT_CANDIDATES {
                self.cut_candidates.push((kind, whole[range].to_owned()));
            }
        }
    }

    /// The text with placeholders for its personal data. Text that looks like a placeholder is escaped.
    pub fn redact(&mut self, text: &str) -> String {
        let mut places: Vec<(Range<usize>, String)> = find_personal_data(text)
            .into_iter()
            .map(|Finding { kind, range }| {
                let placeholder = self.placeholder(kind, &text[range.clone()]);
                (range, placeholder)
            })
            .collect();
        self.add_known_values(text, &mut places);
        self.add_cut_values(text, &mut places);
        if places.is_empty() {
            return placeholder::escape(text);
        }
        places.sort_by_key(|(range, _)| range.start);
        let mut redacted = String::with_capacity(text.len());
        let mut at = 0;
        for (range, placeholder) in places {
            redacted.push_str(&placeholder::escape(&text[at..range.start]));
            redacted.push_str(&placeholder);
            at = range.end;
        }
        redacted.push_str(&placeholder::escape(&text[at..]));
        redacted
    }

    /// Whether a text shows personal data, by itself or because another text told what it is.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let mut places = Vec::new();
        self.add_known_values(text, &mut places);
        !places.is_empty() || !find_personal_data(text).is_empty()
    }

    /// Redacts every string of a JSON value, the names of fields included.
    pub fn redact_json(&mut self, value: &mut Value) {
        change_strings(value, &mut |text| self.redact(text));
    }

    /// The text with the values in the place of their placeholders. A placeholder that no value belongs to stays.
    #[must_use]
    pub fn restore(&self, text: &str) -> String {
        let is_address = text.starts_with("https://") || text.starts_with("http://");
        let mut restored = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = placeholder::next_opening(rest) {
            let (before, tail) = rest.split_at(at);
            restored.push_str(before);
            let (written, length) = match placeholder::read_at(tail) {
                Some(found) if found.backslashes > 0 => (tail[..found.length].replacen('\\', "", 1), found.length),
                Some(found) => match self.by_placeholder.get(&(found.kind, found.number)) {
                    Some(at) if is_address || found.is_in_address => {
                        (escaped_for_address(&self.values[*at].value), found.length)
                    }
                    Some(at) => (self.values[*at].value.clone(), found.length),
                    None => (tail[..found.length].to_owned(), found.length),
                },
                None => (tail[..1].to_owned(), 1),
            };
            restored.push_str(&written);
            rest = &tail[length..];
        }
        restored.push_str(rest);
        restored
    }

    /// Restores every string of a JSON value, the names of fields included.
    pub fn restore_json(&self, value: &mut Value) {
        change_strings(value, &mut |text| self.restore(text));
    }

    /// The placeholder of a value, a new one if it has none.
    fn placeholder(&mut self, kind: PersonalKind, value: &str) -> String {
        if let Some(at) = self.by_value.get(value) {
            return self.values[*at].placeholder.clone();
        }
        if self.values.len() >= MOST_VALUES {
            return placeholder::write_unnumbered(kind);
        }
        let last = self.by_placeholder.range((kind, 0)..=(kind, u32::MAX)).next_back();
        let number = last.map_or(1, |((_, number), _)| number + 1);
        let placeholder = placeholder::write(kind, number);
        self.insert(kind, number, PersonalValue { placeholder: placeholder.clone(), value: value.to_owned() });
        placeholder
    }

    fn insert(&mut self, kind: PersonalKind, number: u32, value: PersonalValue) {
        self.by_value.insert(value.value.clone(), self.values.len());
        self.by_placeholder.insert((kind, number), self.values.len());
        self.values.push(value);
    }

    /// Adds the places of values that another text made known and this one shows without the label that tells what they are.
    fn add_known_values(&self, text: &str, places: &mut Vec<(Range<usize>, String)>) {
        for known in self.values.iter().filter(|known| known.value.len() >= SHORTEST_KNOWN) {
            for (from, _) in text.match_indices(&known.value) {
                let range = from..from + known.value.len();
                let is_inside = text[..range.start].ends_with(char::is_alphanumeric)
                    || text[range.end..].starts_with(char::is_alphanumeric);
                if !is_inside && !overlaps(places, &range) {
                    places.push((range, known.placeholder.clone()));
                }
            }
        }
    }

    /// Adds the beginnings of values before an ellipsis.
    fn add_cut_values(&mut self, text: &str, places: &mut Vec<(Range<usize>, String)>) {
        if self.cut_candidates.is_empty() {
            return;
        }
        for (end, _) in text.match_indices('…').take(MOST_CUTS) {
            let cut = self.cut_candidates.iter().filter_map(|(kind, value)| {
                let lengths = (SHORTEST_CUT..value.len()).rev().filter(|length| value.is_char_boundary(*length));
                let length = lengths.into_iter().find(|length| text[..end].ends_with(&value[..*length]))?;
                Some((length, *kind, value.clone()))
            });
            let Some((length, kind, value)) = cut.max_by_key(|(length, ..)| *length) else { continue };
            let range = end - length..end;
            if !overlaps(places, &range) {
                let placeholder = self.placeholder(kind, &value);
                places.push((range, placeholder));
            }
        }
    }
}

fn overlaps(places: &[(Range<usize>, String)], range: &Range<usize>) -> bool {
    places.iter().any(|(other, _)| other.start < range.end && range.start < other.end)
}

fn change_strings(value: &mut Value, change: &mut impl FnMut(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| change_strings(item, change)),
        Value::Object(fields) => {
            let changed = std::mem::take(fields).into_iter().map(|(name, mut field)| {
                change_strings(&mut field, change);
                (change(&name), field)
            });
            *fields = changed.collect::<Map<_, _>>();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The value as a part of an address. A value that was read from an address is escaped already.
fn escaped_for_address(value: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'@' | b'%');
    value
        .bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// The most values of a table; later ones get a placeholder that cannot be restored.
const MOST_VALUES: usize = 2_000;
/// A shorter value could be a part of ordinary text.
const SHORTEST_KNOWN: usize = 6;
const SHORTEST_CUT: usize = 4;
/// No look shortens more texts; a page that writes more ellipses itself must not make a request slow.
const MOST_CUTS: usize = 1_000;
const MOST_CUT_CANDIDATES: usize = 500;
