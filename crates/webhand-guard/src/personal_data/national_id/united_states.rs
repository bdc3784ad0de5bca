//! Social security numbers and taxpayer ids: `123-45-6789`, without hyphens only after a label.

use crate::personal_data::label::Label;
use crate::personal_data::number_run::{DigitGroup, NumberRun, is_hyphen};

pub(super) fn is_social_security_number(groups: &[DigitGroup], label: Option<Label>) -> bool {
    let digits = NumberRun::digits(groups);
    let is_written = match NumberRun::lengths(groups).as_slice() {
        [3, 2, 4] => {
            let has_hyphens = groups[0].separator.chars().all(is_hyphen) && groups[0].separator == groups[1].separator;
            has_hyphens || label == Some(Label::NationalId)
        }
        [9] => label == Some(Label::NationalId),
        _ => return false,
    };
    let (area, group, serial) = (&digits[..3], &digits[3..5], &digits[5..]);
    let is_given_out = if area.starts_with('9') {
        matches!(group.parse(), Ok(50..=65 | 70..=88 | 90..=92 | 94..=99))
    } else {
        !matches!(area, "000" | "666")
    };
    is_written && is_given_out && group != "00" && serial != "0000"
}
