//! Tax ids: eleven digits, of which one occurs two or three times among the first ten, and a check digit (ISO 7064).

use crate::personal_data::label::Label;
use crate::personal_data::number_run::{DigitGroup, NumberRun};

pub(super) fn is_tax_id(groups: &[DigitGroup], label: Option<Label>) -> bool {
    let lengths = NumberRun::lengths(groups);
    let is_written = matches!(lengths.as_slice(), [11] | [2, 3, 3, 3]) && NumberRun::is_evenly_separated(groups);
    let digits: Vec<u32> = NumberRun::digits(groups).chars().filter_map(|digit| digit.to_digit(10)).collect();
    is_written
        && digits.first() != Some(&0)
        && (has_one_repeated_digit(&digits) || label == Some(Label::NationalId))
        && has_check_digit(&digits)
}

fn has_one_repeated_digit(digits: &[u32]) -> bool {
    let mut counts = [0_u32; 10];
    for digit in digits.iter().take(10) {
        counts[*digit as usize] += 1;
    }
    let repeated: Vec<u32> = counts.into_iter().filter(|count| *count > 1).collect();
    matches!(repeated.as_slice(), [2 | 3])
}

fn has_check_digit(digits: &[u32]) -> bool {
    let product = digits.iter().take(10).fold(10, |product, digit| {
        let sum = (digit + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    digits.last() == Some(&((11 - product) % 10))
}
