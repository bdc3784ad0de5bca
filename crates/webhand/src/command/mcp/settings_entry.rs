//! Inserts webhand's entry into the text of a client's settings, and removes it. Pure.
//!
//! Invariant: only the entry changes. Comments, order and blanks of everything else stay as the person left them, and
//! fields that the person added to the entry stay too.

use anyhow::{Context as _, Result, bail};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};

/// How a client writes its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingsFormat {
    /// JSON, with comments and trailing commas where the client allows them.
    Json,
    Toml,
}

/// A change of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryChange {
    /// The entry before and after the change; `None` where there is none.
    pub before: Option<String>,
    pub after: Option<String>,
    /// The whole file after the change.
    pub text: String,
}

/// The fields of the entry, in their order.
pub type EntryFields<'a> = &'a [(&'static str, Value)];

/// Inserts the entry or updates it.
pub fn insert_entry(format: SettingsFormat, text: &str, section: &str, fields: EntryFields<'_>) -> Result<EntryChange> {
    match format {
        SettingsFormat::Json => insert_json(text, section, fields),
        SettingsFormat::Toml => insert_toml(text, section, fields),
    }
}

/// Removes the entry.
pub fn remove_entry(format: SettingsFormat, text: &str, section: &str) -> Result<EntryChange> {
    match format {
        SettingsFormat::Json => remove_json(text, section),
        SettingsFormat::Toml => remove_toml(text, section),
    }
}

fn insert_json(text: &str, section: &str, fields: EntryFields<'_>) -> Result<EntryChange> {
    let (root, settings) = json(text)?;
    let servers = settings.object_value_or_create(section).with_context(|| not_a_list(section))?;
    let before = servers.get(NAME).map(|entry| entry.to_string());
    if let Some(entry) = servers.object_value(NAME) {
        for (name, value) in fields {
            match entry.get(name) {
                Some(field) if field.value().is_some_and(|old| is_equal(&old.to_string(), value)) => {}
                Some(field) => field.set_value(input(value)),
                None => {
                    entry.append(name, input(value));
                }
            }
        }
    } else {
        let entry = fields.iter().map(|(name, value)| ((*name).to_owned(), input(value))).collect();
        match servers.get(NAME) {
            Some(odd) => odd.set_value(CstInputValue::Object(entry)),
            None => {
                servers.append(NAME, CstInputValue::Object(entry));
            }
        }
    }
    let after = servers.get(NAME).map(|entry| entry.to_string());
    let mut text = root.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(EntryChange { before, after, text })
}

fn remove_json(text: &str, section: &str) -> Result<EntryChange> {
    let (root, settings) = json(text)?;
    let entry = settings.object_value(section).and_then(|servers| servers.get(NAME));
    let before = entry.as_ref().map(ToString::to_string);
    if let Some(entry) = entry {
        entry.remove();
    }
    Ok(EntryChange { before, after: None, text: root.to_string() })
}

fn json(text: &str) -> Result<(CstRootNode, CstObject)> {
    let options = ParseOptions {
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        ..ParseOptions::default()
    };
    let root = CstRootNode::parse(text, &options).context("it is not JSON; mend it first")?;
    let settings = root.object_value_or_create().context("it is not a JSON object; mend it first")?;
    Ok((root, settings))
}

/// Whether a written value already equals `value`.
fn is_equal(written: &str, value: &Value) -> bool {
    serde_json::from_str::<Value>(written).is_ok_and(|written| written == *value)
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(map) => {
            CstInputValue::Object(map.iter().map(|(name, value)| (name.clone(), input(value))).collect())
        }
    }
}

fn insert_toml(text: &str, section: &str, fields: EntryFields<'_>) -> Result<EntryChange> {
    let mut settings: DocumentMut = text.parse().context("it is not TOML; mend it first")?;
    let before = shown_toml(&settings, section);
    let servers = settings.entry(section).or_insert_with(|| {
        let mut servers = Table::new();
        // An implicit table has no header of its own, which would hold no values here.
        servers.set_implicit(true);
        Item::Table(servers)
    });
    let servers = servers.as_table_like_mut().with_context(|| not_a_list(section))?;
    let entry = servers.entry(NAME).or_insert_with(toml_edit::table);
    let entry = entry.as_table_like_mut().with_context(|| not_a_list(NAME))?;
    for (name, value) in fields {
        let value = toml_value(value)?;
        let same = entry.get(name).and_then(Item::as_value).is_some_and(|old| plain(old) == plain(&value));
        if !same {
            entry.insert(name, Item::Value(value));
        }
    }
    let after = shown_toml(&settings, section);
    Ok(EntryChange { before, after, text: settings.to_string() })
}

fn remove_toml(text: &str, section: &str) -> Result<EntryChange> {
    let mut settings: DocumentMut = text.parse().context("it is not TOML; mend it first")?;
    let before = shown_toml(&settings, section);
    if let Some(servers) = settings.get_mut(section).and_then(Item::as_table_like_mut) {
        servers.remove(NAME);
    }
    Ok(EntryChange { before, after: None, text: settings.to_string() })
}

fn toml_value(value: &Value) -> Result<toml_edit::Value> {
    Ok(match value {
        Value::Bool(flag) => (*flag).into(),
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => {
            let items: Result<toml_edit::Array> = items.iter().map(toml_value).collect();
            items?.into()
        }
        Value::Null | Value::Number(_) | Value::Object(_) => bail!("{value} is not written in TOML"),
    })
}

/// A value without the whitespace and comments around it.
fn plain(value: &toml_edit::Value) -> String {
    let mut value = value.clone();
    value.decor_mut().clear();
    if let Some(items) = value.as_array_mut() {
        items.fmt();
    }
    value.to_string()
}

fn shown_toml(settings: &DocumentMut, section: &str) -> Option<String> {
    let entry = settings.get(section)?.as_table_like()?.get(NAME)?;
    let mut alone = DocumentMut::new();
    let mut servers = Table::new();
    servers.set_implicit(true);
    servers.insert(NAME, entry.clone());
    alone.insert(section, Item::Table(servers));
    Some(alone.to_string().trim().to_owned())
}

fn not_a_list(section: &str) -> String {
    format!("\"{section}\" in it is not a list of servers; mend it first")
}

/// The name of the entry in every client.
pub const NAME: &str = "webhand";

#[cfg(test)]
mod tests;
