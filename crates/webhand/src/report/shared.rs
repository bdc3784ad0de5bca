//! A run as it may be given to others: placeholders in the place of personal data, and pictures in which it is painted over.
//!
//! Invariant: what cannot be made harmless is left out. Secrets that the person entered are in no journal to begin with; a
//! password that the task itself named is replaced like personal data.

use anyhow::{Context as _, Result};
use serde_json::Value;
use webhand_brain::redaction::redact_look;
use webhand_guard::PersonalData;
use webhand_model::{Action, Event, EventKind, FieldKind, Input, Intent, Snapshot};
use webhand_port::Picture;

/// The journal for others, and what is needed to hide the same in pictures.
pub struct SharedRun<'a> {
    pub events: Vec<Event>,
    original: &'a [Event],
    table: PersonalData,
}

impl<'a> SharedRun<'a> {
    /// # Errors
    /// When a line is none any more with its placeholders: it is not shared then.
    pub fn of(original: &'a [Event]) -> Result<Self> {
        let mut table = PersonalData::default();
        learn_passwords(&mut table, original);
        // A later text may tell what an earlier one is, so the texts are read before they are written.
        let mut lines =
            original.iter().map(|event| serde_json::to_value(&event.kind)).collect::<Result<Vec<_>, _>>()?;
        for line in &lines {
            learn_keys(&mut table, line);
            redact(&mut table, &mut line.clone());
        }
        let mut events = Vec::new();
        for (line, event) in lines.iter_mut().zip(original) {
            redact(&mut table, line);
            let kind = serde_json::from_value(line.take()).context("a line of the journal cannot be shared")?;
            events.push(Event { kind, hash: None, ..event.clone() });
        }
        Ok(Self { events, original, table })
    }

    /// A picture of the run in which no personal data can be read; `None` if it has to be left out.
    pub fn picture(&self, name: &str, picture: &Picture) -> Option<Picture> {
        let look = self.original.iter().find_map(|event| match &event.kind {
            EventKind::Input { input: Input::Observed(page), .. } if page.picture.as_deref() == Some(name) => {
                Some(page)
            }
            EventKind::Input { .. } | EventKind::Intent { .. } => None,
        });
        match look {
            Some(page) => redact_look(&self.table, page, picture),
            // The boxes of a picture that an action took are not known.
            None => self.table.is_empty().then(|| picture.clone()),
        }
    }
}

/// The password of a field is one, whatever it looks like.
fn learn_passwords(table: &mut PersonalData, events: &[Event]) {
    let mut field = FieldKind::None;
    for event in events {
        match &event.kind {
            EventKind::Input { input: Input::Inspected(facts), .. } => {
                field = facts.target.as_ref().map_or(FieldKind::None, |target| target.field);
            }
            EventKind::Intent { intent: Intent::Act { action, .. }, .. } => {
                if let (FieldKind::Password, Action::Fill { value: text, .. } | Action::Type { text, .. }) =
                    (field, action)
                {
                    table.redact(&format!("password: {text}"));
                }
                field = FieldKind::None;
            }
            EventKind::Input { input: Input::Observed(page), .. } => learn_labels(table, page),
            EventKind::Input { .. } | EventKind::Intent { .. } => {}
        }
    }
}

/// The name of a field tells what its value is.
fn learn_labels(table: &mut PersonalData, page: &Snapshot) {
    for node in &page.nodes {
        if let Some(value) = node.value.as_ref().filter(|value| !value.is_empty()) {
            table.redact(&format!("{}: {value}", node.name));
        }
    }
}

/// The values in addresses that open something, such as `access_token=…`, are passwords.
fn learn_keys(table: &mut PersonalData, value: &Value) {
    match value {
        Value::String(text) => {
            for parameter in text.split(['?', '&']).skip(1) {
                let Some((name, rest)) = parameter.split_once('=') else { continue };
                let value =
                    rest.split(|end: char| end.is_whitespace() || "#\"'<>)".contains(end)).next().unwrap_or_default();
                if is_secret_parameter(name) && value.len() >= SHORTEST_KEY {
                    table.redact(&format!("password: {value}"));
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| learn_keys(table, item)),
        Value::Object(fields) => fields.values().for_each(|field| learn_keys(table, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether the value of a parameter with this name opens something.
pub fn is_secret_parameter(name: &str) -> bool {
    let word = name.to_lowercase();
    SECRET_WORDS.iter().any(|secret| word.contains(secret))
}

/// Replaces in every text; names of fields and of pictures stay.
fn redact(table: &mut PersonalData, value: &mut Value) {
    match value {
        Value::String(text) => *text = table.redact(text),
        Value::Array(items) => items.iter_mut().for_each(|item| redact(table, item)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if name != PICTURE {
                    redact(table, field);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

const PICTURE: &str = "picture";
/// A shorter value of a parameter is a word.
const SHORTEST_KEY: usize = 6;
const SECRET_WORDS: [&str; 12] =
    ["token", "secret", "password", "passwd", "pwd", "session", "sid", "auth", "key", "signature", "code", "state"];
