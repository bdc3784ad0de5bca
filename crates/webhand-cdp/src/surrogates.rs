//! Parses JSON that contains escaped lone surrogates.
//!
//! A JavaScript string may hold half of a surrogate pair, and Chromium sends it as `\ud800`. No Rust string can hold it,
//! so it becomes U+FFFD. The replacement runs only after ordinary parsing failed.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// Parses `raw`; if that fails, parses it again with each lone surrogate replaced by U+FFFD.
pub(super) fn parse_lossy<T: DeserializeOwned>(raw: &RawValue) -> Result<T, serde_json::Error> {
    serde_json::from_str(raw.get()).or_else(|error| match without_lone_surrogates(raw.get()) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(replaced) => serde_json::from_str(&replaced),
    })
}

/// Backslashes occur in JSON only inside strings, so escapes can be found without following the structure.
fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    let mut replaced = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(offset) = json[at..].find('\\') {
        let escape = at + offset;
        let (length, lone) = match code_unit(json, escape) {
            Some(0xD800..=0xDBFF) if matches!(code_unit(json, escape + UNIT), Some(0xDC00..=0xDFFF)) => {
                (2 * UNIT, false)
            }
            Some(0xD800..=0xDFFF) => (UNIT, true),
            Some(_) => (UNIT, false),
            None => (2, false),
        };
        at = escape + length;
        if lone {
            replaced.push_str(&json[kept..escape]);
            replaced.push_str("\\ufffd");
            kept = at;
        }
    }
    if kept == 0 {
        return Cow::Borrowed(json);
    }
    replaced.push_str(&json[kept..]);
    Cow::Owned(replaced)
}

/// The number in a `\uXXXX` escape that starts at `at`.
fn code_unit(json: &str, at: usize) -> Option<u16> {
    let digits = json.get(at..at + UNIT)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

/// The length of `\uXXXX`.
const UNIT: usize = 6;

#[cfg(test)]
mod tests;
