//! DNI and NIE: seven or eight digits and a check letter, `12345678Z`, `12.345.678-Z`, `X1234567L`.

use crate::personal_data::scanned_text::ScannedText;

/// The end of the id that begins here.
pub(super) fn end_of_id(text: &ScannedText, from: usize) -> Option<usize> {
    let first = text.at(from);
    let (mut number, mut at, wanted) = match first.to_ascii_uppercase() {
        'X' => (0_u32, from + 1, 7),
        'Y' => (1, from + 1, 7),
        'Z' => (2, from + 1, 7),
        '0'..='9' => (0, from, 8),
        _ => return None,
    };
    if at > from && text.at(at) == '-' {
        at += 1;
    }
    let mut digits = 0;
    while digits < wanted {
        match text.at(at) {
            digit @ '0'..='9' => {
                number = number * 10 + digit.to_digit(10)?;
                digits += 1;
            }
            '.' if digits > 0 && (wanted - digits) % 3 == 0 => {}
            _ => return None,
        }
        at += 1;
    }
    let is_apart = matches!(text.at(at), '-' | ' ');
    if is_apart {
        at += 1;
    }
    let letter = text.at(at);
    let is_written = letter.is_ascii_uppercase() || (!is_apart && letter.is_ascii_lowercase());
    let check = LETTERS.get(number as usize % LETTERS.len())?;
    (is_written && letter.to_ascii_uppercase() == *check && text.ends_word(at + 1)).then_some(at + 1)
}

const LETTERS: [char; 23] =
    ['T', 'R', 'W', 'A', 'G', 'M', 'Y', 'F', 'P', 'D', 'X', 'B', 'N', 'J', 'Z', 'S', 'Q', 'V', 'H', 'L', 'C', 'K', 'E'];
