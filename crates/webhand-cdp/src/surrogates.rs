//! Reads JSON in which the browser escaped half of a surrogate pair.
//!
//! JavaScript strings may hold such halves and Chromium passes them on as `\ud800`; no Rust string can hold them, so
//! they become U+FFFD. The repair runs only after an ordinary reading failed.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// Reads `raw`, replacing lone surrogates if that is what stands in the way.
pub(super) fn read_tolerantly<T: DeserializeOwned>(raw: &RawValue) -> Result<T, serde_json::Error> {
    serde_json::from_str(raw.get()).or_else(|error| match without_lone_surrogates(raw.get()) {
        Cow::Borrowed(_) => Err(error),
        Cow::Owned(mended) => serde_json::from_str(&mended),
    })
}

/// Backslashes occur in JSON only inside strings, so escapes can be found without following the structure.
fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    let mut mended = String::new();
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
            mended.push_str(&json[kept..escape]);
            mended.push_str("\\ufffd");
            kept = at;
        }
    }
    if kept == 0 {
        return Cow::Borrowed(json);
    }
    mended.push_str(&json[kept..]);
    Cow::Owned(mended)
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
