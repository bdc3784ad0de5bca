//! Shortens and hides values for the person who decides.

use serde_json::Value;
use webhand_model::truncate;

use super::MOST_SHOWN;

/// Hides secret values and cuts long ones, within the space for all of them.
pub(super) fn show_fields(fields: Vec<[String; 2]>, is_secret: impl Fn(&str) -> bool) -> Vec<[String; 2]> {
    let mut room = MOST_SHOWN;
    let mut shown = Vec::new();
    let count = fields.len();
    for [name, value] in fields {
        let name = truncate(&name, MOST_NAME).into_owned();
        let is_hidden = !value.is_empty() && is_secret(&name);
        let value = if is_hidden { HIDDEN.to_owned() } else { truncate(&value, MOST_VALUE).into_owned() };
        let length = name.len() + value.len();
        if length > room || shown.len() == MOST_FIELDS {
            shown.push([String::new(), format!("… and {} more fields", count - shown.len())]);
            break;
        }
        room -= length;
        shown.push([name, value]);
    }
    shown
}

/// The values of a JSON body by their paths: `items.0.name`.
pub(super) fn flatten_json(json: &Value) -> Vec<[String; 2]> {
    let mut found = Vec::new();
    flatten(String::new(), json, 0, &mut found);
    found
}

fn flatten(path: String, value: &Value, depth: usize, found: &mut Vec<[String; 2]>) {
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(entries) if depth < MOST_DEPTH && !entries.is_empty() => {
            entries.iter().for_each(|(key, value)| flatten(inner(key), value, depth + 1, found));
        }
        Value::Array(entries) if depth < MOST_DEPTH && !entries.is_empty() => {
            let numbered = entries.iter().enumerate();
            numbered.for_each(|(at, value)| flatten(inner(&at.to_string()), value, depth + 1, found));
        }
        Value::String(text) => found.push([path, text.clone()]),
        Value::Null | Value::Bool(_) | Value::Number(_) => found.push([path, value.to_string()]),
        // A value nested deeper is shown as JSON, unless it may contain a secret.
        Value::Array(_) | Value::Object(_) => {
            let shown = if has_secret(value) { HIDDEN.to_owned() } else { value.to_string() };
            found.push([path, shown]);
        }
    }
}

fn has_secret(value: &Value) -> bool {
    match value {
        Value::Object(entries) => entries.iter().any(|(key, value)| is_secret_name(key) || has_secret(value)),
        Value::Array(entries) => entries.iter().any(has_secret),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whether a field is called like a secret. Whole words count: `passengers` and `gift_card_amount` are no secrets.
pub(super) fn is_secret_name(name: &str) -> bool {
    let words = words_of(name);
    let is_secret =
        |word: &String| SECRET_WORDS.contains(&word.as_str()) || SECRET_ENDS.iter().any(|end| word.ends_with(end));
    let is_card = |pair: &[String]| matches!(pair, [card, of] if CARD_WORDS.contains(&card.as_str()) && CARD_PARTS.contains(&of.as_str()));
    words.iter().any(is_secret) || words.windows(2).any(is_card)
}

/// The words of `newPassword`, `new_password` and `user[new-password]`, in lower case.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase() || c.is_numeric();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

const SECRET_WORDS: &[&str] =
    &["pass", "pw", "pwd", "pin", "otp", "totp", "cvv", "cvv2", "cvc", "cvc2", "csc", "ccnum"];
const SECRET_ENDS: &[&str] =
    &["password", "passwd", "passphrase", "passcode", "secret", "token", "tokens", "cardnumber", "ccnumber", "apikey"];
const CARD_WORDS: &[&str] = &["card", "cc", "creditcard", "debitcard"];
const CARD_PARTS: &[&str] = &["number", "num", "no", "nr", "exp", "expiry", "code", "security", "holder"];
/// Replaces a value that must not be shown.
pub(super) const HIDDEN: &str = "…";
const MOST_FIELDS: usize = 2_000;
const MOST_NAME: usize = 200;
const MOST_VALUE: usize = 20_000;
const MOST_DEPTH: usize = 8;
