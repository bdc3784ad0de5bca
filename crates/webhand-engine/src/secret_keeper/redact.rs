//! Replaces secrets by their placeholders in what a browser returns. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use webhand_model::{Node, NodeState, Ref, Secret, Snapshot};

use super::needle::Needle;
use super::readings::readings;

/// The secrets to find.
pub(super) struct Redactor {
    /// The longest first, because a secret may be part of another.
    secrets: Vec<SoughtSecret>,
    /// The fields into which secrets were typed, with the placeholder.
    typed_in: BTreeMap<Ref, String>,
}

struct SoughtSecret {
    placeholder: String,
    chars: Vec<char>,
    needle: Needle,
}

impl Redactor {
    pub(super) fn new(secrets: &[(String, Secret)], typed_in: BTreeMap<Ref, String>) -> Self {
        let sought = secrets.iter().map(|(placeholder, secret)| SoughtSecret {
            placeholder: placeholder.clone(),
            chars: secret.reveal().chars().collect(),
            needle: Needle::new(secret.reveal()),
        });
        let mut secrets: Vec<_> = sought.collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.chars.len()));
        Self { secrets, typed_in }
    }

    /// The same text without secrets.
    pub(super) fn text(&self, text: &str) -> String {
        let readings = readings(text);
        let mut found: Vec<(usize, usize, &str)> = Vec::new();
        for SoughtSecret { placeholder, needle, .. } in &self.secrets {
            for (from, to) in readings.iter().flat_map(|reading| needle.find_all(reading)) {
                let overlapping =
                    found.iter().position(|(other_from, other_to, _)| from < *other_to && *other_from < to);
                match overlapping.and_then(|at| found.get_mut(at)) {
                    Some(other) => (other.0, other.1) = (other.0.min(from), other.1.max(to)),
                    None => found.push((from, to, placeholder)),
                }
            }
        }
        found.sort_unstable();
        let mut redacted = String::with_capacity(text.len());
        let mut at = 0;
        for (from, to, placeholder) in found {
            // Two places that grew together while others were found are one.
            if from >= at {
                redacted.push_str(&text[at..from]);
                redacted.push_str(placeholder);
            }
            at = at.max(to);
        }
        redacted.push_str(&text[at..]);
        redacted
    }

    /// The same value without secrets, whatever its type; `None` when the redacted value is not of that type any more.
    pub(super) fn value<T: Serialize + DeserializeOwned>(&self, value: T) -> Option<T> {
        let mut written = serde_json::to_value(&value).ok()?;
        if !self.redact_json(&mut written, NumberOrigin::Webhand) {
            return Some(value);
        }
        serde_json::from_value(written).ok()
    }

    /// A look without secrets; a field into which one was typed shows the placeholder however the page writes it.
    pub(super) fn page(&self, mut page: Snapshot) -> Option<Snapshot> {
        for (at, placeholder) in self.fields(&page) {
            page.nodes[at].value = Some(placeholder);
        }
        self.value(page)
    }

    /// Whether a look shows a secret, or a field into which one was typed.
    pub(super) fn finds(&self, page: &Snapshot) -> bool {
        let Ok(mut written) = serde_json::to_value(page) else { return true };
        !self.fields(page).is_empty() || self.redact_json(&mut written, NumberOrigin::Webhand)
    }

    /// A look at a page that shows secrets only in fields, with these fields marked to be covered. `None` when the page
    /// shows one elsewhere: a field clips its text to its box, but the extent of other text is unknown.
    pub(super) fn covering(&self, page: &Snapshot) -> Option<Snapshot> {
        let mut covering = page.clone();
        let typed = self.fields(page).into_iter().map(|(at, _)| at);
        let holds = |node: &Node| node.value.as_ref().is_some_and(|value| self.text(value) != *value);
        let holding = page.nodes.iter().enumerate().filter(|(_, node)| holds(node)).map(|(at, _)| at);
        for at in typed.chain(holding).collect::<BTreeSet<_>>() {
            let node = covering.nodes.get_mut(at)?;
            let [_, _, width, height] = node.bounds?;
            if !FIELDS.contains(&node.role.as_str()) || width < 1 || height < 1 {
                return None;
            }
            node.value = None;
            node.push_state(NodeState::Withheld);
        }
        // Address, title and tabs are in no picture of the page.
        let mut rest = Snapshot { url: String::new(), title: String::new(), tabs: Vec::new(), ..covering.clone() };
        rest.picture = None;
        let mut rest = serde_json::to_value(rest).ok()?;
        (!self.redact_json(&mut rest, NumberOrigin::Webhand)).then_some(covering)
    }

    /// The fields that hold a secret, or one character of it each, with the placeholder.
    fn fields(&self, page: &Snapshot) -> Vec<(usize, String)> {
        let mut fields: Vec<(usize, String)> = Vec::new();
        let mut single: Vec<(usize, char)> = Vec::new();
        for (at, node) in page.nodes.iter().enumerate() {
            if let Some(placeholder) = node.target.and_then(|target| self.typed_in.get(&target)) {
                fields.push((at, placeholder.clone()));
            }
            let mut held = node.value.iter().flat_map(|value| value.chars());
            if let (Some(one), None) = (held.next(), held.next()) {
                single.push((at, one));
            }
        }
        for SoughtSecret { placeholder, chars, .. } in &self.secrets {
            let rows = single.windows(chars.len());
            let rows = rows.filter(|row| row.iter().map(|(_, held)| held).eq(chars));
            fields.extend(rows.flatten().map(|(at, _)| (*at, placeholder.clone())));
        }
        fields
    }

    /// Redacts a JSON value in place and returns whether it held a secret.
    fn redact_json(&self, value: &mut Value, numbers: NumberOrigin) -> bool {
        match value {
            Value::String(text) => {
                let clean = self.text(text);
                let is_new = clean != *text;
                *text = clean;
                is_new
            }
            Value::Number(number) if numbers == NumberOrigin::Page => {
                let clean = self.text(&number.to_string());
                let is_new = clean != number.to_string();
                if is_new {
                    *value = Value::String(clean);
                }
                is_new
            }
            Value::Array(items) => items.iter_mut().fold(false, |found, item| self.redact_json(item, numbers) | found),
            Value::Object(fields) => {
                let is_new = fields.iter_mut().fold(false, |found, (name, field)| {
                    let numbers = if name == "data" { NumberOrigin::Page } else { numbers };
                    self.redact_json(field, numbers) | found
                });
                is_new | (numbers == NumberOrigin::Page && self.redact_names(fields))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

impl Redactor {
    /// Redacts the names of fields, which in a page's data are the page's: headers, titles of columns.
    fn redact_names(&self, fields: &mut Map<String, Value>) -> bool {
        if fields.keys().all(|name| self.text(name) == *name) {
            return false;
        }
        *fields = std::mem::take(fields).into_iter().map(|(name, field)| (self.text(&name), field)).collect();
        true
    }
}

/// The origin of a JSON number: only a number from a page can be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberOrigin {
    Webhand,
    Page,
}

/// Roles whose elements clip their text to their box.
const FIELDS: &[&str] = &["textbox", "searchbox", "combobox", "spinbutton"];

#[cfg(test)]
mod tests;
