//! National insurance numbers: two letters, six digits and a letter from A to D, `AB 12 34 56 C`.

use crate::personal_data::scanned_text::{ScannedText, is_blank};

/// The end of the number that begins here.
pub(super) fn end_of_insurance_number(text: &ScannedText, from: usize) -> Option<usize> {
    let [first, second] = [text.at(from), text.at(from + 1)];
    let is_prefix = first.is_ascii_uppercase()
        && second.is_ascii_uppercase()
        && !"DFIQUV".contains(first)
        && !"DFIQUVO".contains(second)
        && !NEVER_GIVEN.contains(&[first, second]);
    if !is_prefix {
        return None;
    }
    let mut at = from + 2;
    for _pair in 0..3 {
        at = skip_gap(text, at);
        if !(text.at(at).is_ascii_digit() && text.at(at + 1).is_ascii_digit()) {
            return None;
        }
        at += 2;
    }
    at = skip_gap(text, at);
    (matches!(text.at(at), 'A'..='D') && text.ends_word(at + 1)).then_some(at + 1)
}

fn skip_gap(text: &ScannedText, at: usize) -> usize {
    if is_blank(text.at(at)) || text.at(at) == '-' { at + 1 } else { at }
}

const NEVER_GIVEN: [[char; 2]; 7] =
    [['B', 'G'], ['G', 'B'], ['K', 'N'], ['N', 'K'], ['N', 'T'], ['T', 'N'], ['Z', 'Z']];
