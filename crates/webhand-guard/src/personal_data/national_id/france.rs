//! Social security numbers (NIR): sex, year, month, place, order, and a key modulo 97.

use crate::personal_data::number_run::{DigitGroup, NumberRun};
use crate::personal_data::scanned_text::ScannedText;

pub(super) fn is_social_security_number(groups: &[DigitGroup]) -> bool {
    let lengths = NumberRun::lengths(groups);
    let is_written = matches!(lengths.as_slice(), [15] | [13, 2] | [1, 2, 2, 2, 3, 3, 2]);
    is_written && NumberRun::is_evenly_separated(groups) && has_key(&NumberRun::digits(groups))
}

/// The end of a number of Corsica, whose department has a letter: `185052A00608491`.
pub(super) fn end_of_corsican_number(text: &ScannedText, from: usize) -> Option<usize> {
    let to = from + 15;
    let written = text.string(from, to);
    let department = written.get(5..7)?;
    let replacement = match department {
        "2A" => "19",
        "2B" => "18",
        _ => return None,
    };
    let digits = format!("{}{replacement}{}", written.get(..5)?, written.get(7..)?);
    (text.ends_word(to) && has_key(&digits)).then_some(to)
}

fn has_key(digits: &str) -> bool {
    if digits.len() != 15 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (number, key) = digits.split_at(13);
    let is_person = matches!(digits.as_bytes()[0], b'1'..=b'4' | b'7' | b'8');
    let is_month = matches!(digits[3..5].parse(), Ok(1..=12 | 20..=42 | 50..=99));
    let (number, key) = (number.parse::<u64>().unwrap_or_default(), key.parse::<u64>().unwrap_or_default());
    is_person && is_month && 97 - number % 97 == key
}
