//! Finds secrets in what the hands tell, and puts their placeholders there. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use webhand_model::{Node, NodeState, Ref, Secret, Snapshot};

/// What is looked for.
pub(super) struct Redactor {
    /// What stands for it, and the forms in which pages and addresses write it.
    needles: Vec<(String, Vec<char>)>,
    typed_in: BTreeMap<Ref, String>,
}

impl Redactor {
    pub(super) fn new(secrets: &[(String, Secret)], typed_in: BTreeMap<Ref, String>) -> Self {
        let needles = secrets.iter().flat_map(|(placeholder, secret)| {
            let forms = forms(secret.reveal()).into_iter();
            forms.map(|form| (placeholder.clone(), form.chars().collect()))
        });
        Self { needles: needles.collect(), typed_in }
    }

    /// The same text without secrets.
    pub(super) fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (placeholder, needle) in &self.needles {
            let mut at = 0;
            while let Some((from, to)) = found(&text[at..], needle) {
                text.replace_range(at + from..at + to, placeholder);
                at += from + placeholder.len();
            }
        }
        text
    }

    /// The same value without secrets, whatever its fields are; `None` when it makes no sense without them.
    pub(super) fn value<T: Serialize + DeserializeOwned>(&self, value: T) -> Option<T> {
        let mut written = serde_json::to_value(&value).ok()?;
        if !self.redactor(&mut written, Within::Ours) {
            return Some(value);
        }
        serde_json::from_value(written).ok()
    }

    /// The same for a look, in which a field that was filled shows its placeholder however the page writes it.
    pub(super) fn page(&self, mut page: Snapshot) -> Option<Snapshot> {
        for (at, placeholder) in self.fields(&page) {
            page.nodes[at].value = Some(placeholder);
        }
        self.value(page)
    }

    /// Whether a look shows a secret, or a field that one was typed in.
    pub(super) fn finds(&self, page: &Snapshot) -> bool {
        let Ok(mut written) = serde_json::to_value(page) else { return true };
        !self.fields(page).is_empty() || self.redactor(&mut written, Within::Ours)
    }

    /// A look at a page that shows secrets in fields alone, with these fields marked to be covered. `None` where one is
    /// shown otherwise: a field keeps what it holds inside its box, and of other text it is not known how far it goes.
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
        // What stands beside the page is in no picture of it.
        let mut rest = Snapshot { url: String::new(), title: String::new(), tabs: Vec::new(), ..covering.clone() };
        rest.picture = None;
        let mut rest = serde_json::to_value(rest).ok()?;
        (!self.redactor(&mut rest, Within::Ours)).then_some(covering)
    }

    /// The fields that hold a secret, or a character of one each, with what is told instead.
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
        for (placeholder, needle) in &self.needles {
            let rows = single.windows(needle.len());
            let rows = rows.filter(|row| row.iter().map(|(_, held)| held).eq(needle));
            fields.extend(rows.flatten().map(|(at, _)| (*at, placeholder.clone())));
        }
        fields
    }

    /// Says whether anything was found.
    fn redactor(&self, value: &mut Value, within: Within) -> bool {
        match value {
            Value::String(text) => {
                let clean = self.text(text);
                let is_new = clean != *text;
                *text = clean;
                is_new
            }
            Value::Number(number) if within == Within::Data => {
                let clean = self.text(&number.to_string());
                let is_new = clean != number.to_string();
                if is_new {
                    *value = Value::String(clean);
                }
                is_new
            }
            Value::Array(items) => items.iter_mut().fold(false, |found, item| self.redactor(item, within) | found),
            Value::Object(fields) => fields.iter_mut().fold(false, |found, (name, field)| {
                let within = if name == "data" { Within::Data } else { within };
                self.redactor(field, within) | found
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

/// Whose numbers they are: only a page's can be secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    Ours,
    Data,
}

/// As it is, and as addresses and forms write it.
fn forms(secret: &str) -> Vec<String> {
    let mut forms = vec![secret.to_owned()];
    for space in ["%20", "+"] {
        let written: String = secret.bytes().map(|byte| escaped(byte, space)).collect();
        if !forms.contains(&written) {
            forms.push(written);
        }
    }
    forms
}

fn escaped(byte: u8, space: &str) -> String {
    match byte {
        b' ' => space.to_owned(),
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    }
}

/// Where a text has the needle, whatever blanks and hyphens the page put between its characters.
fn found(text: &str, needle: &[char]) -> Option<(usize, usize)> {
    let (first, rest) = needle.split_first()?;
    let starts = text.char_indices().filter(|(_, c)| c == first);
    starts.map(|(at, c)| (at, at + c.len_utf8())).find_map(|(from, mut to)| {
        for wanted in rest {
            let after = text[to..].char_indices();
            let next = after.clone().next().filter(|(_, c)| c == wanted);
            let (skipped, c) = next.or_else(|| after.clone().find(|(_, c)| !is_gap(*c)))?;
            if c != *wanted {
                return None;
            }
            to += skipped + c.len_utf8();
        }
        Some((from, to))
    })
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\u{2011}' | '\u{2013}')
}

/// What cuts off whatever does not fit into its box.
const FIELDS: &[&str] = &["textbox", "searchbox", "combobox", "spinbutton"];
