//! Fields that this format does not define, such as reasoning that a provider wants back: kept unchanged, and joined where
//! they come in pieces.

use serde_json::{Map, Value};

/// Adds a field, or one more piece of it.
pub(super) fn add(extra: &mut Map<String, Value>, field: &str, value: &Value) {
    match (extra.get_mut(field), value) {
        (_, Value::Null) => {}
        (Some(Value::String(text)), Value::String(more)) => text.push_str(more),
        (Some(Value::Array(entries)), Value::Array(more)) => {
            for entry in more {
                add_entry(entries, entry);
            }
        }
        (Some(_) | None, _) => {
            extra.insert(field.to_owned(), value.clone());
        }
    }
}

/// Joins the pieces of one block of reasoning; all other entries are kept side by side.
fn add_entry(entries: &mut Vec<Value>, entry: &Value) {
    let same = |block: &&mut Value| {
        let alike = |field: &str| block.get(field).is_some() && block.get(field) == entry.get(field);
        alike("index") && alike("type")
    };
    let block = entries.last_mut().filter(same);
    match (block.and_then(Value::as_object_mut), entry.as_object()) {
        (Some(block), Some(piece)) => {
            for (field, value) in piece {
                add_to_block(block, field, value);
            }
        }
        (None, _) | (_, None) => entries.push(entry.clone()),
    }
}

fn add_to_block(block: &mut Map<String, Value>, field: &str, value: &Value) {
    match (block.get_mut(field), value) {
        (Some(Value::String(text)), Value::String(piece)) if ["text", "summary", "data"].contains(&field) => {
            text.push_str(piece);
        }
        (Some(_), Value::Null) => {}
        (Some(_) | None, _) => {
            block.insert(field.to_owned(), value.clone());
        }
    }
}
