//! Reads a field of a page as a value of the kind that is asked for.

use serde_json::{Number, Value};

use super::schema::{Scalar, ScalarKind};
use crate::{DataField, find_number, fold_text};

/// `None` when the field does not say such a value.
pub(super) fn read(field: &DataField, scalar: &Scalar) -> Option<Value> {
    let text = field.text.trim();
    let value = match scalar.kind {
        ScalarKind::Address => Value::from(field.href.clone()?),
        // A picture says nothing but has an address.
        ScalarKind::Text if text.is_empty() => Value::from(field.href.clone()?),
        ScalarKind::Text => Value::from(text),
        ScalarKind::Number => Value::Number(Number::from_f64(find_number(text)?.value)?),
        ScalarKind::Whole => whole(find_number(text)?.value)?,
        ScalarKind::Flag => Value::Bool(flag(text)?),
    };
    if let Some(number) = value.as_f64()
        && (scalar.least.is_some_and(|least| number < least) || scalar.most.is_some_and(|most| number > most))
    {
        return None;
    }
    if scalar.allowed.is_empty() {
        return Some(value);
    }
    scalar.allowed.iter().find(|allowed| is_same(allowed, &value) || says(text, allowed)).cloned()
}

/// 4 and 4.0 are one number.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().is_some_and(|number| Some(number) == other.as_f64())
}

fn says(text: &str, allowed: &Value) -> bool {
    allowed.as_str().is_some_and(|allowed| fold_text(text) == fold_text(allowed))
}

pub(super) fn whole(number: f64) -> Option<Value> {
    if number.fract() != 0.0 || number.abs() > MOST_WHOLE {
        return None;
    }
    format!("{number:.0}").parse::<i64>().ok().map(Value::from)
}

fn flag(text: &str) -> Option<bool> {
    match fold_text(text).as_str() {
        "yes" | "true" | "on" | "si" | "ja" | "oui" | "verdadero" | "✓" | "✔" | "☑" | "[x]" | "x" | "available"
        | "in stock" => Some(true),
        "no" | "false" | "off" | "nein" | "non" | "falso" | "✗" | "✘" | "☐" | "[ ]" | "-" | "unavailable"
        | "out of stock" => Some(false),
        _ => None,
    }
}

/// Beyond this a double does not tell whole numbers apart.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;
