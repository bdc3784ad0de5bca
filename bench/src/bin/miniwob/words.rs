//! The values that a policy reads out of a sentence.

use anyhow::{Context as _, Result};

/// The texts between double quotes.
pub fn quotations(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

/// The first text between double quotes.
pub fn quotation(text: &str) -> Result<&str> {
    quotations(text).first().copied().with_context(|| format!("nothing is quoted in {text:?}"))
}

/// The text between two parts of a sentence.
pub fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str> {
    let rest = text.split_once(before).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(after)).map(|(found, _)| found.trim());
    found.with_context(|| format!("nothing stands between {before:?} and {after:?} in {text:?}"))
}

/// The whole numbers in a sentence, signs included.
pub fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-').flat_map(str::parse).collect()
}

pub fn number(text: &str) -> Result<i64> {
    numbers(text).first().copied().with_context(|| format!("there is no number in {text:?}"))
}

/// The index that `1st`, `2nd`, `3rd` or `4th` names, counted from zero.
pub fn place(text: &str) -> Result<usize> {
    let ordinal = |word: &str| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
        digits.parse::<usize>().ok()?.checked_sub(1)
    };
    let found = text.split(|c: char| !c.is_alphanumeric()).find_map(ordinal);
    found.with_context(|| format!("there is no place in {text:?}"))
}

/// Words separated by commas.
pub fn list(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
}
