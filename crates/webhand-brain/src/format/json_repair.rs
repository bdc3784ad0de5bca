//! Parses the JSON that models write, which is often almost JSON.
//!
//! Invariant: a repair never guesses. A text that stops inside a string or a number stays broken, because its missing rest
//! is unknown.

use serde_json::{Map, Value};

/// Why a text cannot be parsed as an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RepairError {
    #[error("it is something else")]
    NotAnObject,
    #[error("it stops inside a text or a number")]
    CutOff,
    #[error("it is not JSON")]
    NotJson,
}

/// Parses an object and repairs fences, trailing commas, line breaks inside strings, missing ends and double encoding.
pub(crate) fn parse_object(written: &str) -> Result<Map<String, Value>, RepairError> {
    parse_object_in_layers(written, MOST_LAYERS)
}

fn parse_object_in_layers(written: &str, layers: u8) -> Result<Map<String, Value>, RepairError> {
    let written = strip_fence(written.trim());
    if written.is_empty() {
        return Ok(Map::new());
    }
    let value = match serde_json::from_str(written) {
        Ok(value) => value,
        Err(_) => serde_json::from_str(&repair(written)?).map_err(|_| RepairError::NotJson)?,
    };
    match value {
        Value::Object(map) => Ok(map),
        Value::Null => Ok(Map::new()),
        Value::String(inner) if layers > 0 => parse_object_in_layers(&inner, layers - 1),
        Value::String(_) | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Err(RepairError::NotAnObject),
    }
}

fn strip_fence(text: &str) -> &str {
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

/// The first object or string of `written`, with missing ends added and stray commas and line breaks repaired.
fn repair(written: &str) -> Result<String, RepairError> {
    let start = written.find(['{', '"']).ok_or(RepairError::NotAnObject)?;
    let mut repaired = String::with_capacity(written.len() + 8);
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
            '\n' | '\r' | '\t' if string != InString::No => repaired.push_str(escape_of(c)),
            '{' | '[' if string == InString::No => {
                open.push(if c == '{' { '}' } else { ']' });
                repaired.push(c);
            }
            '}' | ']' if string == InString::No => {
                drop_comma(&mut repaired);
                if open.pop() != Some(c) {
                    return Err(RepairError::NotJson);
                }
                repaired.push(c);
            }
            _ => repaired.push(c),
        }
        if open.is_empty() && string == InString::No {
            // Text behind the object, such as one brace too many or a fence, is not part of it.
            return Ok(repaired);
        }
    }
    // A number at the very end may lack digits, and an open string may lack its rest.
    if string != InString::No || repaired.trim_end().ends_with(|c: char| c.is_ascii_digit()) {
        return Err(RepairError::CutOff);
    }
    drop_comma(&mut repaired);
    repaired.extend(open.into_iter().rev());
    Ok(repaired)
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

fn drop_comma(repaired: &mut String) {
    let kept = repaired.trim_end();
    if let Some(kept) = kept.strip_suffix(',') {
        repaired.truncate(kept.len());
    }
}

/// How often JSON may be encoded as a string inside JSON.
const MOST_LAYERS: u8 = 2;
