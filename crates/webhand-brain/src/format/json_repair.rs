//! Reads the JSON that models write, which is often almost JSON.
//!
//! Invariant: only what surely was meant is mended. A text that stops inside a string or a number stays broken,
//! because nobody knows how it would have gone on.

use serde_json::{Map, Value};

/// Why a text could not be read as an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum RepairError {
    #[error("it is something else")]
    NotAnObject,
    #[error("it stops inside a text or a number")]
    CutOff,
    #[error("it is not JSON")]
    NotJson,
}

/// Reads an object, mending fences, trailing commas, line breaks inside texts, missing ends and doubled encoding.
pub(super) fn object(written: &str) -> Result<Map<String, Value>, RepairError> {
    object_within(written, MOST_LAYERS)
}

fn object_within(written: &str, layers: u8) -> Result<Map<String, Value>, RepairError> {
    let written = unfenced(written.trim());
    if written.is_empty() {
        return Ok(Map::new());
    }
    let value = match serde_json::from_str(written) {
        Ok(value) => value,
        Err(_) => serde_json::from_str(&closed(written)?).map_err(|_| RepairError::NotJson)?,
    };
    match value {
        Value::Object(map) => Ok(map),
        Value::Null => Ok(Map::new()),
        Value::String(inner) if layers > 0 => object_within(&inner, layers - 1),
        Value::String(_) | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Err(RepairError::NotAnObject),
    }
}

fn unfenced(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```") else {
        return text;
    };
    let inside = inside.strip_suffix("```").unwrap_or(inside);
    // The first line may name the language.
    match inside.split_once('\n') {
        Some((language, rest)) if !language.contains('{') => rest.trim(),
        Some(_) | None => inside.trim_start_matches("json").trim(),
    }
}

/// The first object or text of `written` with its ends closed and stray commas and line breaks set right.
fn closed(written: &str) -> Result<String, RepairError> {
    let start = written.find(['{', '"']).ok_or(RepairError::NotAnObject)?;
    let mut mended = String::with_capacity(written.len() + 8);
    let mut open = Vec::new();
    let mut string = InString::No;
    for c in written[start..].chars() {
        string = match (string, c) {
            (InString::Yes, '\\') => InString::Escaped,
            (InString::Yes, '"') => InString::No,
            (InString::Escaped, _) | (InString::No, '"') => InString::Yes,
            (unchanged, _) => unchanged,
        };
        match c {
            '\n' | '\r' | '\t' if string != InString::No => mended.push_str(escape_of(c)),
            '{' | '[' if string == InString::No => {
                open.push(if c == '{' { '}' } else { ']' });
                mended.push(c);
            }
            '}' | ']' if string == InString::No => {
                drop_comma(&mut mended);
                if open.pop() != Some(c) {
                    return Err(RepairError::NotJson);
                }
                mended.push(c);
            }
            _ => mended.push(c),
        }
        if open.is_empty() && string == InString::No {
            // What follows the object, such as one brace too many or a fence, is not part of it.
            return Ok(mended);
        }
    }
    // A number at the very end may have had more digits, and a text that goes on is not over.
    if string != InString::No || mended.trim_end().ends_with(|c: char| c.is_ascii_digit()) {
        return Err(RepairError::CutOff);
    }
    drop_comma(&mut mended);
    mended.extend(open.into_iter().rev());
    Ok(mended)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InString {
    No,
    Yes,
    Escaped,
}

fn escape_of(c: char) -> &'static str {
    match c {
        '\n' => "\\n",
        '\r' => "\\r",
        _ => "\\t",
    }
}

fn drop_comma(mended: &mut String) {
    let kept = mended.trim_end();
    if let Some(kept) = kept.strip_suffix(',') {
        mended.truncate(kept.len());
    }
}

/// How often JSON may be wrapped as a text inside JSON.
const MOST_LAYERS: u8 = 2;
